// Holds the table of library functions whose effects on memory are known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Libraries/LibraryModelTable.h"

using namespace pinstripe;

using Row = LibraryModelRow;

static constexpr RegisterSet noResult = 0;
static constexpr RegisterSet integer = generalRegister(RAX);
static constexpr RegisterSet pair = generalRegister(RAX) | generalRegister(RDX);
static constexpr RegisterSet real = vectorRegister(0);

static constexpr Row cRows[] = {
    // The following rows describe the effects of library functions for memory
    // and strings.
    {"memcpy memmove mempcpy __memcpy_chk __memmove_chk", 3, 0, integer,
     "r1:a2= w0:a2="},
    {"memccpy", 4, 0, integer, "r1:a3=~ w0:E3="},
    {"wmemcpy wmemmove wmempcpy", 3, 0, integer, "r1:a2*4= w0:a2*4="},
    {"bcopy", 3, 0, noResult, "r0:a2= w1:a2="},
    {"memset __memset_chk", 3, 0, integer, "w0:a2"},
    {"wmemset", 3, 0, integer, "w0:a2*4"},
    {"bzero", 2, 0, noResult, "w0:a1"},
    {"memcmp bcmp", 3, 0, integer, "r0:a2 r1:a2"},
    {"memchr memrchr", 3, 0, integer, "r0:a2"},
    {"memmem", 4, 0, integer, "r0:a1 r2:a3"},
    {"strlen", 1, 0, integer, "r0:$"},
    {"strnlen", 2, 0, integer, "r0:$a1"},
    {"strcpy stpcpy __strcpy_chk __stpcpy_chk", 2, 0, integer, "r1:$=~ w0:$="},
    {"strncpy stpncpy __strncpy_chk", 3, 0, integer, "r1:$a2=~ w0:a2 w0:a2="},
    {"strlcpy", 3, 0, integer, "r1:$=~ w0:$a2= w0:$a2!"},
    {"strcat __strcat_chk", 2, 0, integer, "r0:$~ r1:$=~ w0:$+="},
    {"strncat __strncat_chk", 3, 0, integer, "r0:$~ r1:$a2=~ w0:$+ w0:$+="},
    {"strcmp strcasecmp strcoll strstr strcasestr strspn strcspn strpbrk", 2, 0,
     integer, "r0:$ r1:$"},
    {"strncmp strncasecmp", 3, 0, integer, "r0:$a2 r1:$a2"},
    {"strchr strrchr index rindex strchrnul", 2, 0, integer, "r0:$"},
    {"strtok", 2, 0, integer, "r0:$~ r1:$~ h1 w#:$!"},
    {"strtok_r __strtok_r", 3, 0, integer, "r0:$~ r1:$~ u2:8 r2*:$~ w#:$!"},
    {"strsep", 2, 0, integer, "u0:8 r0*:$~ r1:$~ w#:$!"},
    {"strdup __strdup", 1, 0, integer, "r0:$=~ a#:$ w#:$="},
    {"strndup __strndup", 2, 0, integer, "r0:$a1=~ a#:$ w#:$ w#:$="},
    {"strerror", 1, 0, integer, "w#:$"},
    {"strxfrm", 3, 0, integer, "r1:$ w0:$a2"},

    // Numbers in text
    {"strtol strtoul strtoll strtoull __isoc23_strtol __isoc23_strtoul "
     "__isoc23_strtoll __isoc23_strtoull strtoimax strtoumax strtoq strtouq",
     3, 0, integer, "r0:$ w1:8"},
    {"strtod strtof", 2, 0, real, "r0:$ w1:8"},
    {"atoi atol atoll", 1, 0, integer, "r0:$"},
    {"atof", 1, 0, real, "r0:$"},

    // Characters
    {"isalpha isdigit isalnum isspace isupper islower ispunct isprint isgraph "
     "iscntrl isxdigit isblank toupper tolower isascii toascii",
     1, 0, integer, ""},
    {"__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc "
     "__ctype_get_mb_cur_max __errno_location",
     0, 0, integer, ""},

    // The following rows describe the effects of library functions for
    // formatted output.
    {"printf", 1, 0, integer, "p0"},
    {"__printf_chk", 2, 0, integer, "p1"},
    {"vprintf", 2, 0, integer, "q0"},
    {"fprintf", 2, 0, integer, "p1 o0"},
    {"__fprintf_chk", 3, 0, integer, "p2 o0"},
    {"vfprintf", 3, 0, integer, "q1 o0"},
    {"dprintf", 2, 0, integer, "p1"},
    {"sprintf", 2, 0, integer, "p1 w0:$"},
    {"vsprintf", 3, 0, integer, "q1 w0:$"},
    {"snprintf", 3, 0, integer, "p2 w0:$a1"},
    {"vsnprintf", 4, 0, integer, "q2 w0:$a1"},
    {"asprintf", 2, 0, integer, "p1 w0:8 a0*:$ w0*:$"},
    {"vasprintf", 3, 0, integer, "q1 w0:8 a0*:$ w0*:$"},
    {"perror", 1, 0, noResult, "r0:$"},

    // Formatted input
    {"scanf __isoc99_scanf __isoc23_scanf", 1, 0, integer, "s0 I"},
    {"vscanf __isoc99_vscanf __isoc23_vscanf", 2, 0, integer, "t0 I"},
    {"fscanf __isoc99_fscanf __isoc23_fscanf", 2, 0, integer, "s1 i0"},
    {"vfscanf __isoc99_vfscanf __isoc23_vfscanf", 3, 0, integer, "t1 i0"},
    {"sscanf __isoc99_sscanf __isoc23_sscanf", 2, 0, integer, "r0:$ s1"},
    {"vsscanf __isoc99_vsscanf __isoc23_vsscanf", 3, 0, integer, "r0:$ t1"},

    // Streams
    {"puts", 1, 0, integer, "r0:$ O"},
    {"putchar putchar_unlocked", 1, 0, integer, "O"},
    {"fputs fputs_unlocked", 2, 0, integer, "r0:$ o1"},
    {"fputc putc _IO_putc putc_unlocked fputc_unlocked", 2, 0, integer, "o1"},
    {"fwrite fwrite_unlocked", 4, 0, integer, "r0:a1*a2 o3"},
    {"fflush", 1, 0, integer, "o0"},
    {"getchar getchar_unlocked", 0, 0, integer, "I"},
    {"fgetc getc _IO_getc getc_unlocked fgetc_unlocked", 1, 0, integer, "i0"},
    {"ungetc", 2, 0, integer, "i1"},
    {"gets", 1, 0, integer, "I w#:$"},
    {"fgets fgets_unlocked", 3, 0, integer, "i2 w#:$"},
    {"getline", 3, 0, integer, "u0:8 u1:8 i2 w0*:$"},
    {"getdelim __getdelim", 4, 0, integer, "u0:8 u1:8 i3 w0*:$"},
    {"fread fread_unlocked", 4, 0, integer, "i3 w0:#*a1"},
    {"fopen fopen64", 2, 0, integer, "r0:$ r1:$ w#:8"},
    {"fdopen", 2, 0, integer, "r1:$ w#:8"},
    {"freopen freopen64", 3, 0, integer, "r0:$ r1:$ i2"},
    {"fclose rewind", 1, 0, integer, "i0 O"},
    {"ftell ftello", 1, 0, integer, "i0"},
    {"fseek fseeko", 3, 0, integer, "i0 O"},
    {"feof ferror fileno feof_unlocked ferror_unlocked", 1, 0, integer, "r0:8"},
    {"clearerr", 1, 0, noResult, "i0"},
    {"setbuf", 2, 0, noResult, ""},
    {"setvbuf", 4, 0, integer, ""},
    {"remove unlink rmdir chdir", 1, 0, integer, "r0:$"},
    {"rename", 2, 0, integer, "r0:$ r1:$"},

    // Files
    {"open open64 creat", 3, 0, integer, "r0:$"},
    {"close fsync isatty dup", 1, 0, integer, ""},
    {"read", 3, 0, integer, "h2 w1:#"},
    {"pread pread64", 4, 0, integer, "w1:#"},
    {"write", 3, 0, integer, "r1:a2 O"},
    {"pwrite pwrite64", 4, 0, integer, "r1:a2"},
    {"lseek lseek64", 3, 0, integer, "h2 O"},
    {"access mkdir chmod", 2, 0, integer, "r0:$"},
    {"stat lstat stat64 lstat64", 2, 0, integer, "r0:$ w1:144?"},
    {"fstat fstat64", 2, 0, integer, "w1:144?"},
    {"getcwd", 2, 0, integer, "w#:$"},

    // The heap
    {"malloc", 1, 0, integer, "a#:a0"},
    {"calloc", 2, 0, integer, "a#:a0*a1 w#:a0*a1"},
    {"realloc", 2, 0, integer, "r0:H1= f0 a#:a1 w#:a1="},
    {"reallocarray", 3, 0, integer, "r0:H1*2= f0 a#:a1*a2 w#:a1*a2="},
    {"free cfree", 1, 0, noResult, "f0"},
    {"aligned_alloc memalign", 2, 0, integer, "a#:a1"},
    {"posix_memalign", 3, 0, integer, "w0:8 a0*:a2"},
    {"malloc_usable_size", 1, 0, integer, ""},

    // The following rows describe the effects of library functions for sorting
    // and searching.
    {"qsort", 4, 0, noResult, "u0:a1*a2"},
    {"qsort_r", 5, 0, noResult, "u0:a1*a2"},
    {"bsearch", 5, 0, integer, "r0:a3 r1:a2*a3"},

    // Numbers
    {"abs labs llabs imaxabs ffs ffsl ffsll", 1, 0, integer, ""},
    {"div", 2, 0, integer, ""},
    {"ldiv lldiv", 2, 0, pair, ""},
    {"rand random lrand48 mrand48", 0, 0, integer, "h0"},
    {"srand srandom srand48", 1, 0, noResult, "h0"},
    {"rand_r", 1, 0, integer, "u0:4"},
    {"drand48", 0, 0, real, "h0"},
    {"sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sqrt cbrt "
     "exp exp2 expm1 log log2 log10 log1p floor ceil round trunc rint "
     "nearbyint fabs erf erfc tgamma lgamma "
     "sinf cosf tanf asinf acosf atanf sinhf coshf tanhf asinhf acoshf atanhf "
     "sqrtf cbrtf expf exp2f expm1f logf log2f log10f log1pf floorf ceilf "
     "roundf truncf rintf nearbyintf fabsf erff erfcf tgammaf lgammaf",
     0, 1, real, ""},
    {"pow fmod atan2 hypot fmax fmin fdim copysign remainder nextafter "
     "powf fmodf atan2f hypotf fmaxf fminf fdimf copysignf remainderf "
     "nextafterf",
     0, 2, real, ""},
    {"fma fmaf", 0, 3, real, ""},
    {"lround llround lrint llrint lroundf llroundf lrintf llrintf __isnan "
     "__isinf __finite __fpclassify __signbit ilogb",
     0, 1, integer, ""},
    {"ldexp ldexpf scalbn scalbln", 1, 1, real, ""},
    {"frexp frexpf", 1, 1, real, "w0:4"},
    {"modf", 1, 1, real, "w0:8"},
    {"modff", 1, 1, real, "w0:4"},

    // The following rows describe the effects of library functions for time,
    // environment and process.
    {"time", 1, 0, integer, "w0:8"},
    {"fork", 0, 0, integer, ""},
    {"wait", 1, 0, integer, "w0:4?"},
    {"waitpid", 3, 0, integer, "w1:4?"},
    {"clock getpid getppid getuid geteuid getgid getegid", 0, 0, integer, ""},
    {"gettimeofday", 2, 0, integer, "w0:16 w1:8"},
    {"clock_gettime clock_getres", 2, 0, integer, "w1:16"},
    {"localtime gmtime", 1, 0, integer, "r0:8 w#:56"},
    {"localtime_r gmtime_r", 2, 0, integer, "r0:8 w1:56"},
    {"mktime timegm", 1, 0, integer, "u0:56"},
    {"strftime", 4, 0, integer, "r2:$ r3:56 w0:$a1"},
    {"ctime", 1, 0, integer, "r0:8 w#:$"},
    {"asctime", 1, 0, integer, "r0:56 w#:$"},
    {"difftime", 2, 0, real, ""},
    {"getenv secure_getenv", 1, 0, integer, "r0:$ h3"},
    {"setenv", 3, 0, integer, "r0:$ r1:$ h3"},
    {"unsetenv putenv", 1, 0, integer, "r0:$ h3"},
    {"setlocale", 2, 0, integer, "r1:$"},
    {"sleep usleep", 1, 0, integer, ""},
    // The next two functions can restrict the system calls that the program may
    // make: prctl does so if its first argument is 22 (PR_SET_SECCOMP), and
    // syscall does so if its first argument is 317 (SYS_seccomp).
    {"prctl", 5, 0, integer, "x22"},
    {"syscall", 6, 0, integer, "x317 O"},
    {"exit _exit _Exit quick_exit", 1, 0, noResult, ""},
    {"abort __stack_chk_fail", 0, 0, noResult, ""},
    {"atexit", 1, 0, integer, ""},

    // Threads. The thread whose end pthread_join waits for has left its result
    // at the begin of its descriptor (see DependenceRecorder). The content of a
    // lock is not data: programs only give it to functions of this kind.
    {"pthread_create thrd_create", 4, 0, integer, "w0:8"},
    {"pthread_join", 2, 0, integer, "r0:256 w1:8"},
    {"thrd_join", 2, 0, integer, "r0:256 w1:4"},
    {"pthread_exit thrd_exit", 1, 0, noResult, ""},
    {"pthread_self thrd_current sched_yield thrd_yield pthread_yield", 0, 0,
     integer, ""},
    {"pthread_detach pthread_mutex_lock pthread_mutex_unlock "
     "pthread_mutex_destroy pthread_spin_lock pthread_spin_unlock "
     "pthread_spin_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock "
     "pthread_rwlock_unlock pthread_rwlock_destroy pthread_cond_signal "
     "pthread_cond_broadcast pthread_cond_destroy pthread_barrier_wait "
     "pthread_barrier_destroy sem_wait sem_post sem_destroy mtx_lock "
     "mtx_unlock cnd_signal cnd_broadcast",
     1, 0, integer, ""},
    {"pthread_cond_wait cnd_wait pthread_mutex_init pthread_spin_init "
     "pthread_rwlock_init pthread_cond_init mtx_init",
     2, 0, integer, ""},
    {"pthread_cond_timedwait pthread_barrier_init sem_init", 3, 0, integer, ""},
    {"pthread_once call_once", 2, 0, integer, "u0:4"},
    {"pthread_key_create", 2, 0, integer, "w0:4"},
    {"pthread_setspecific", 2, 0, integer, "h4"},
    {"pthread_getspecific", 1, 0, integer, "h4"},
    {"__assert_fail", 4, 0, noResult, "r0:$ r1:$ r3:$"},
    {"setjmp _setjmp", 1, 0, integer, "w0:200"},
    {"sigsetjmp __sigsetjmp", 2, 0, integer, "w0:200"},
    {"longjmp _longjmp siglongjmp __longjmp_chk", 2, 0, noResult, "r0:200"},
};

/// The begin of the names of operator<< for manipulators such as std::setw.
#define MANIPULATOR "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St"

static constexpr Row cxxRows[] = {
    // The following rows describe the effects of operator new and operator
    // delete, with and without size and nothrow.
    {"_Znwm _Znam", 1, 0, integer, "a#:a0"},
    {"_ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t _ZnwmSt11align_val_t "
     "_ZnamSt11align_val_t",
     2, 0, integer, "a#:a0"},
    {"_ZdlPv _ZdaPv", 1, 0, noResult, "f0"},
    {"_ZdlPvm _ZdaPvm _ZdlPvSt11align_val_t _ZdaPvSt11align_val_t", 2, 0,
     noResult, "f0"},

    // The following rows describe the effects of the constructors and
    // destructors of std::allocator<char>.
    {"_ZNSaIcEC1Ev _ZNSaIcEC2Ev _ZNSaIcED1Ev _ZNSaIcED2Ev", 1, 0, noResult, ""},
    {"_ZNSaIcEC1ERKS_ _ZNSaIcEC2ERKS_", 2, 0, noResult, ""},

    // The following rows describe the effects of functions of the C++ run-time
    // library, such as those for exceptions.
    {"__cxa_allocate_exception", 1, 0, integer, "a#:a0"},
    {"__cxa_free_exception", 1, 0, noResult, "f0"},
    {"__cxa_throw", 3, 0, noResult, ""},
    {"__cxa_rethrow __cxa_end_catch __cxa_bad_cast __cxa_bad_typeid "
     "__cxa_pure_virtual __cxa_throw_bad_array_new_length _ZSt9terminatev "
     "_ZSt17__throw_bad_allocv _ZSt28__throw_bad_array_new_lengthv",
     0, 0, noResult, ""},
    {"__cxa_begin_catch __cxa_get_exception_ptr", 1, 0, integer, ""},
    {"_Unwind_Resume __clang_call_terminate", 1, 0, noResult, ""},
    {"__cxa_guard_acquire", 1, 0, integer, "u0:8"},
    {"__cxa_guard_release __cxa_guard_abort", 1, 0, noResult, "w0:8"},
    {"__cxa_atexit", 3, 0, integer, ""},
    {"__dynamic_cast", 4, 0, integer, "r0:8"},
    {"_ZSt20__throw_length_errorPKc _ZSt19__throw_logic_errorPKc "
     "_ZSt20__throw_out_of_rangePKc _ZSt24__throw_out_of_range_fmtPKcz",
     1, 0, noResult, "r0:$"},

    // Threads
    {"_ZNSt6thread4joinEv _ZNSt6thread6detachEv", 1, 0, noResult, "u0:8"},
    {"_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_"
     "deleteIS1_EEPFvvE",
     3, 0, noResult, "w0:8 u1:8"},
    {"_ZNSt6thread6_StateD2Ev _ZNSt13__future_base12_Result_baseD2Ev", 1, 0,
     noResult, ""},
    {"_ZNSt13__future_base12_Result_baseC2Ev", 1, 0, noResult, "w0:16"},
    {"_ZNSt18condition_variable10notify_oneEv "
     "_ZNSt18condition_variable10notify_allEv "
     "_ZNSt18condition_variableC1Ev _ZNSt18condition_variableD1Ev",
     1, 0, noResult, ""},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", 2, 0,
     noResult, ""},

    // The following rows describe the effects of functions that write to C++
    // streams. Argument 0 is the address of the stream; only the other
    // arguments count as data that is printed.
    {"_ZNSolsEi _ZNSolsEj _ZNSolsEl _ZNSolsEm _ZNSolsEx _ZNSolsEy _ZNSolsEb "
     "_ZNSolsEs _ZNSolsEt _ZNSolsEPKv",
     2, 0, integer, "n0:1"},
    {"_ZNSolsEPFRSoS_E _ZNSolsEPFRSt8ios_baseS0_E _ZNSo3putEc "
     "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c "
     "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h",
     2, 0, integer, "n0"},
    {"_ZNSolsEd _ZNSolsEf _ZNSo9_M_insertIdEERSoT_", 1, 1, integer, "n0:2"},
    {"_ZNSo9_M_insertIlEERSoT_ _ZNSo9_M_insertImEERSoT_ "
     "_ZNSo9_M_insertIbEERSoT_ _ZNSo9_M_insertIPKvEERSoT_",
     2, 0, integer, "n0:1"},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", 2, 0, integer,
     "r1:$ n0"},
    {"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__"
     "cxx1112basic_stringIS4_S5_T1_EE",
     2, 0, integer, "r1:S n0"},
    {"_ZNSo5writeEPKcl "
     "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
     "PKS3_l",
     3, 0, integer, "r1:a2 n0"},
    {"_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_ "
     "_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_ "
     "_ZNSo5flushEv",
     1, 0, integer, "n0"},
    {"_ZNSo5seekpElSt12_Ios_Seekdir _ZNSo5seekpESt4fposI11__mbstate_tE", 3, 0,
     integer, "n0"},
    {"_ZNSo5tellpEv", 1, 0, pair, "n0"},
    {MANIPULATOR "13_Setprecision", 2, 0, integer, "m0:8"},
    {MANIPULATOR "5_Setw", 2, 0, integer, "m0:16"},
    {MANIPULATOR "12_Setiosflags " MANIPULATOR "14_Resetiosflags " MANIPULATOR
                 "8_Setbase",
     2, 0, integer, "m0:24"},
    {MANIPULATOR "8_SetfillIS3_E", 2, 0, integer, "m0:224"},
    {"_ZNSt8ios_base4InitC1Ev _ZNSt8ios_base4InitD1Ev", 1, 0, noResult, ""},

    // Input
    {"_ZNSirsERi _ZNSirsERj _ZNSirsERf", 2, 0, integer, "j0 w1:4?"},
    {"_ZNSirsERl _ZNSirsERm _ZNSirsERx _ZNSirsERy _ZNSirsERd", 2, 0, integer,
     "j0 w1:8?"},
    {"_ZNSirsERs _ZNSirsERt", 2, 0, integer, "j0 w1:2?"},
    {"_ZNSirsERb _ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_ "
     "_ZNSi3getERc",
     2, 0, integer, "j0 w1:1?"},
    {"_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__"
     "cxx1112basic_stringIS4_S5_T1_EE",
     2, 0, integer, "j0 r1:16 w1:S?"},
    {"_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7_"
     "_cxx1112basic_stringIS4_S5_T1_EE",
     2, 0, integer, "j0 r1:16 w1:S"},
    {"_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7_"
     "_cxx1112basic_stringIS4_S5_T1_EES4_",
     3, 0, integer, "j0 r1:16 w1:S"},
    {"_ZNSi3getEv _ZNSi4peekEv _ZNSi5ungetEv _ZNSi6ignoreEv "
     "_ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_",
     1, 0, integer, "j0"},
    {"_ZNSirsEPFRSiS_E _ZNSi6ignoreEl _ZNSi7putbackEc", 2, 0, integer, "j0"},
    {"_ZNSi6ignoreEli _ZNSi5seekgElSt12_Ios_Seekdir "
     "_ZNSi5seekgESt4fposI11__mbstate_tE",
     3, 0, integer, "j0"},
    {"_ZNSi5tellgEv", 1, 0, pair, "j0"},
    {"_ZNSi4readEPcl", 3, 0, integer, "j0 w1:a2"},
    {"_ZNSi7getlineEPcl _ZSt17__istream_extractRSiPcl", 3, 0, integer,
     "j0 w1:$"},
    {"_ZNSi7getlineEPclc", 4, 0, integer, "j0 w1:$"},
    {"_ZNSirsEPFRSt8ios_baseS0_E", 2, 0, integer, "m0:24"},
    {"_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate "
     "_ZNSt9basic_iosIcSt11char_traitsIcEE8setstateESt12_Ios_Iostate",
     2, 0, noResult, "u0:64"},
    {"_ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv "
     "_ZNKSt9basic_iosIcSt11char_traitsIcEE3eofEv "
     "_ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv "
     "_ZNKSt9basic_iosIcSt11char_traitsIcEE4goodEv "
     "_ZNKSt9basic_iosIcSt11char_traitsIcEEntEv",
     1, 0, integer, "r0:64"},
    {"_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1Ev "
     "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1Ev "
     "_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1Ev",
     1, 0, noResult, "w0:512"},
    {"_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode "
     "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode "
     "_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode",
     3, 0, noResult, "r1:$ w0:512"},
    {"_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1ERKNSt7__cxx1112basic_string"
     "IcS1_SaIcEEESt13_Ios_Openmode "
     "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1ERKNSt7__cxx1112basic_string"
     "IcS1_SaIcEEESt13_Ios_Openmode "
     "_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1ERKNSt7__cxx1112basic_string"
     "IcS1_SaIcEEESt13_Ios_Openmode",
     3, 0, noResult, "r1:S w0:512"},
};

/// The following rows describe the effects of the member functions of
/// std::istringstream, std::ostringstream and std::stringstream. The objects
/// have 376 to 392 bytes. They begin with the buffer, which points to the text;
/// it ends after 112 to 128 bytes.
static constexpr Row textStreamRows[] = {
    {"C1Ev", 1, 0, noResult, "w0:376"},
    {"C1ESt13_Ios_Openmode", 2, 0, noResult, "w0:376"},
    {"C1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode", 3, 0, noResult,
     "r1:S w0:376"},
    {"D1Ev", 1, 0, noResult, "r0:8"},
    {"3strERKNS_12basic_stringIcS2_S3_EE", 2, 0, noResult, "r1:S w0:112"},
};
static constexpr Row constTextStreamRows[] = {
    {"3strEv", 2, 0, integer, "r1:128 w0:S"},
};

/// The following rows describe the effects of the member functions of
/// std::string. They give the names without their common prefix, which stands
/// for the class. If a call changes a string, all characters that stay in the
/// string count as copied, even if they keep their address.
static constexpr Row stringRows[] = {
    {"C1Ev C2Ev", 1, 0, noResult, "w0:S"},
    {"D1Ev D2Ev 10_M_disposeEv", 1, 0, noResult, "r0:8"},
    {"C1ERKS4_ C2ERKS4_", 2, 0, noResult, "r1:S= w0:S="},
    {"C1ERKS4_mm C2ERKS4_mm C1ERKS4_m C2ERKS4_m", 4, 0, noResult,
     "r1:S@2= w0:S= w0:S!"},
    {"C1EOS4_ C2EOS4_", 2, 0, noResult, "r1:S= w1:S w0:S="},
    // A std::string_view is passed as its size and the address of its text.
    {"17_S_to_string_viewESt17basic_string_viewIcS2_E", 2, 0, pair, ""},
    {"12__sv_wrapperC1ESt17basic_string_viewIcS2_E "
     "12__sv_wrapperC2ESt17basic_string_viewIcS2_E",
     3, 0, noResult, "w0:16"},
    {"C1ENS4_12__sv_wrapperERKS3_ C2ENS4_12__sv_wrapperERKS3_", 4, 0, noResult,
     "r2:a1= w0:S= w0:S!"},
    {"aSERKS4_ 6assignERKS4_ 9_M_assignERKS4_", 2, 0, integer,
     "r0:16 r1:S= w0:S="},
    {"pLERKS4_ 6appendERKS4_", 2, 0, integer, "r0:S= r1:S= w0:S= w0:S+="},
    {"aSEOS4_ 6assignEOS4_", 2, 0, integer, "r0:16 r1:S= w1:S w0:S="},
    {"4swapERS4_", 2, 0, integer, "r0:S= r1:S= w1:S= w0:S="},
    {"aSEPKc 6assignEPKc", 2, 0, integer, "r0:16 r1:$=~ w0:S="},
    {"pLEPKc 6appendEPKc", 2, 0, integer, "r0:S= r1:$=~ w0:S= w0:S+="},
    {"6appendEPKcm 9_M_appendEPKcm", 3, 0, integer,
     "r0:S= r1:a2= w0:S w0:S= w0:S+= w0:S!"},
    {"6assignEPKcm", 3, 0, integer, "r0:16 r1:a2= w0:S w0:S="},
    {"pLEc 9push_backEc 6resizeEm 7reserveEm", 2, 0, integer,
     "r0:S= w0:S= w0:S+ w0:S!"},
    {"12_M_constructEmc", 3, 0, noResult, "w0:S"},
    {"12_Alloc_hiderC1EPcRKS3_ 12_Alloc_hiderC2EPcRKS3_ "
     "12_Alloc_hiderC1EPcOS3_ 12_Alloc_hiderC2EPcOS3_",
     2, 0, noResult, "w0:8"},
    {"13_M_local_dataEv", 1, 0, integer, ""},
    {"13_S_copy_charsEPcPKcS7_ 13_S_copy_charsEPcS5_S5_", 3, 0, noResult,
     "r1:a2-a1= w0:a2-a1="},
    {"13_M_set_lengthEm", 2, 0, noResult, "r0:8 w0:S!"},
    {"7_M_dataEPc", 2, 0, noResult, "w0:8"},
    {"11_M_capacityEm", 2, 0, noResult, "u0:32"},
    {"aSEc", 2, 0, integer, "r0:16 w0:S"},
    {"6appendEmc 6resizeEmc", 3, 0, integer, "r0:S= w0:S= w0:S+ w0:S!"},
    {"5eraseEmm 8_M_eraseEmm 6assignEmc", 3, 0, integer, "u0:S"},
    {"14_M_replace_auxEmmmc", 5, 0, integer, "u0:S"},
    {"8pop_backEv 5clearEv 13shrink_to_fitEv", 1, 0, noResult,
     "r0:S= w0:S= w0:S!"},
    {"9_M_createERmm", 3, 0, integer, "u1:8"},
    {"9_M_mutateEmmPKcm 10_M_replaceEmmPKcm 7replaceEmmPKcm", 5, 0, integer,
     "u0:S r3:a4"},
    {"6insertEmPKc", 3, 0, integer, "u0:S r2:$"},
    {"6insertEmRKS4_", 3, 0, integer, "u0:S r2:S"},
    {"7replaceEmmPKc", 4, 0, integer, "u0:S r3:$"},
    {"7replaceEmmRKS4_", 4, 0, integer, "u0:S r3:S"},
    {"ixEm", 2, 0, integer, "r0:8"},
    {"2atEm", 2, 0, integer, "r0:16"},
    {"5beginEv 5frontEv", 1, 0, integer, "r0:8"},
    {"3endEv 4backEv", 1, 0, integer, "r0:16"},
};

static constexpr Row constStringRows[] = {
    {"6lengthEv 4sizeEv 5emptyEv 3endEv", 1, 0, integer, "r0:16"},
    {"4dataEv 5c_strEv 7_M_dataEv 5beginEv 11_M_is_localEv 8capacityEv", 1, 0,
     integer, "r0:8"},
    {"ixEm", 2, 0, integer, "r0:8"},
    {"2atEm", 2, 0, integer, "r0:16"},
    {"7compareERKS4_", 2, 0, integer, "r0:S r1:S"},
    {"7compareEPKc", 2, 0, integer, "r0:S r1:$"},
    {"7compareEmmPKc", 4, 0, integer, "r0:S r3:$"},
    {"4findEPKcm 5rfindEPKcm 13find_first_ofEPKcm 17find_first_not_ofEPKcm "
     "12find_last_ofEPKcm 16find_last_not_ofEPKcm",
     3, 0, integer, "r0:S r1:$"},
    {"4findERKS4_m 5rfindERKS4_m", 3, 0, integer, "r0:S r1:S"},
    {"4findEPKcmm", 4, 0, integer, "r0:S r1:a3"},
    {"4findEcm 5rfindEcm", 3, 0, integer, "r0:S"},
    {"6substrEmm", 4, 0, integer, "r1:S@2= w0:S= w0:S!"},
};

#define STRING "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define TEXT_STREAM(NAME) "St7__cxx11" NAME "IcSt11char_traitsIcESaIcEE"
#define INPUT TEXT_STREAM("19basic_istringstream")
#define OUTPUT TEXT_STREAM("19basic_ostringstream")
#define BOTH TEXT_STREAM("18basic_stringstream")

static constexpr LibraryModelTable tables[] = {
    {"", cRows},
    {"", cxxRows},
    {"_ZN" STRING, stringRows},
    {"_ZNK" STRING, constStringRows},
    {"_ZN" INPUT, textStreamRows},
    {"_ZN" OUTPUT, textStreamRows},
    {"_ZN" BOTH, textStreamRows},
    {"_ZNK" INPUT, constTextStreamRows},
    {"_ZNK" OUTPUT, constTextStreamRows},
    {"_ZNK" BOTH, constTextStreamRows},
    {"_ZNKR" INPUT, constTextStreamRows},
    {"_ZNKR" OUTPUT, constTextStreamRows},
    {"_ZNKR" BOTH, constTextStreamRows},
};

llvm::ArrayRef<LibraryModelTable> pinstripe::libraryModelTables() {
  return tables;
}
