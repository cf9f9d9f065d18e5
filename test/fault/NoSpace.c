// A preloaded library that lets the disk with the folder FAULT_FOLDER be full
// from the FAULT_CALL-th call on that needs room there. Only the tool is
// affected, not what it starts. If FAULT_COUNT names a file, the number of such
// calls is written to it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char folder[4096];
static size_t folderLength;
static long failingCall;
static char countFile[4096];
static _Atomic long calls;

static void copyVariable(char *place, const char *name) {
  const char *value = getenv(name);
  strncpy(place, value ? value : "", 4095);
}

__attribute__((constructor)) static void begin(void) {
  copyVariable(folder, "FAULT_FOLDER");
  copyVariable(countFile, "FAULT_COUNT");
  folderLength = strlen(folder);
  const char *call = getenv("FAULT_CALL");
  failingCall = call ? atol(call) : 0;
  unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
  if (!countFile[0])
    return;
  FILE *file = fopen(countFile, "w");
  fprintf(file, "%ld\n", calls);
  fclose(file);
}

static int isInFolder(const char *path) {
  return folderLength != 0 && path[0] == '/' &&
         strncmp(path, folder, folderLength) == 0;
}

static int isFileInFolder(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0)
    return 0;
  path[size] = 0;
  return isInFolder(path);
}

// Counts a call that needs room. Returns whether the call must fail.
static int countAndFail(void) {
  long number = atomic_fetch_add(&calls, 1) + 1;
  if (failingCall == 0 || number < failingCall)
    return 0;
  errno = ENOSPC;
  return 1;
}

#define ORIGINAL(name) ((typeof(name) *)dlsym(RTLD_NEXT, #name))

ssize_t write(int descriptor, const void *data, size_t size) {
  if (size != 0 && isFileInFolder(descriptor) && countAndFail())
    return -1;
  return ORIGINAL(write)(descriptor, data, size);
}

ssize_t pwrite64(int descriptor, const void *data, size_t size, off64_t at) {
  if (size != 0 && isFileInFolder(descriptor) && countAndFail())
    return -1;
  return syscall(SYS_pwrite64, descriptor, data, size, at);
}

ssize_t pwrite(int descriptor, const void *data, size_t size, off_t at) {
  return pwrite64(descriptor, data, size, at);
}

int ftruncate64(int descriptor, off64_t size) {
  if (size != 0 && isFileInFolder(descriptor) && countAndFail())
    return -1;
  return (int)syscall(SYS_ftruncate, descriptor, size);
}

int ftruncate(int descriptor, off_t size) {
  return ftruncate64(descriptor, size);
}

int fsync(int descriptor) {
  if (isFileInFolder(descriptor) && countAndFail())
    return -1;
  return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  if (isFileInFolder(descriptor) && countAndFail())
    return -1;
  return (int)syscall(SYS_fdatasync, descriptor);
}

int rename(const char *from, const char *to) {
  if (isInFolder(to) && countAndFail())
    return -1;
  return ORIGINAL(rename)(from, to);
}

int mkdir(const char *path, mode_t mode) {
  struct stat status;
  if (isInFolder(path) && stat(path, &status) != 0 && countAndFail())
    return -1;
  return ORIGINAL(mkdir)(path, mode);
}

static int openFile(int at, const char *path, int flags, mode_t mode) {
  struct stat status;
  if ((flags & O_CREAT) && isInFolder(path) && stat(path, &status) != 0 &&
      countAndFail())
    return -1;
  return (int)syscall(SYS_openat, at, path, flags, mode);
}

#define MODE                                                                   \
  va_list list;                                                                \
  va_start(list, flags);                                                       \
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;                    \
  va_end(list);

int open(const char *path, int flags, ...) {
  MODE return openFile(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE return openFile(AT_FDCWD, path, flags, mode);
}

int openat(int at, const char *path, int flags, ...) {
  MODE return openFile(at, path, flags, mode);
}

int openat64(int at, const char *path, int flags, ...) {
  MODE return openFile(at, path, flags, mode);
}

int mkostemp(char *pattern, int flags) {
  if (isInFolder(pattern) && countAndFail())
    return -1;
  return ORIGINAL(mkostemp)(pattern, flags);
}

int mkostemp64(char *pattern, int flags) { return mkostemp(pattern, flags); }
