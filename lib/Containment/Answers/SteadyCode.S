// Replaces functions that read clocks or random numbers in a sandboxed program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tool writes this code into a program, over functions of the vDSO, which
// is code that the kernel maps into each process. It copies everything from
// pinstripe_steady_code_begin to pinstripe_steady_code_end. The code must not
// refer to anything outside of itself, since such addresses would be wrong at
// the new place. The clock works as described in SteadyClock.h; the code here
// and the code there must agree.

        .section .rodata
        .p2align 4
        .globl  pinstripe_steady_code_begin
pinstripe_steady_code_begin:

// The tool sets the following three numbers for each program.
        .globl  pinstripe_steady_state
pinstripe_steady_state:
state:          .quad 0         // the address of the word that holds the clock
        .globl  pinstripe_steady_calendar
pinstripe_steady_calendar:
// The seconds that calendar clocks show when the program starts.
calendar:       .quad 0
        .globl  pinstripe_steady_uptime
pinstripe_steady_uptime:
// The seconds that monotonic clocks show when the program starts.
uptime:         .quad 0

// Advances the simulated clock, which moves on each time the program reads it.
// Returns the microseconds since the clock's start in rax. Overwrites rcx, rdx
// and r8.
advance:
        movq    state(%rip), %r8
        movq    (%r8), %rax
1:      movl    %eax, %ecx
        andl    $0xffffff, %ecx         // readings so far
        movl    %ecx, %edx
        shrl    $10, %edx
        incl    %edx // the number of microseconds by which the clock advances
        shlq    $24, %rdx
        addq    %rax, %rdx
        cmpl    $0xffffff, %ecx
        // counts this reading, unless the count has reached its maximum
        adcq    $0, %rdx
        lock cmpxchgq %rdx, (%r8)
        jne     1b
        movq    %rdx, %rax
        shrq    $24, %rax
        ret

// Advances the simulated clock, which moves on each time the program reads it.
// Returns the time since the clock's start: the seconds in rax, the remaining
// microseconds in rdx.
advanceSeconds:
        call    advance
        xorl    %edx, %edx
        movl    $1000000, %ecx
        divq    %rcx
        ret

// Replaces clock_gettime. Arguments: the clock id in edi, a timespec * in rsi.
        .globl  pinstripe_steady_clock_gettime
pinstripe_steady_clock_gettime:
        cmpl    $11, %edi
        ja      2f
        movl    $0xbff, %eax
        btl     %edi, %eax
        jnc     2f
        // clocks of processor time show 0 seconds when the program starts
        xorl    %r9d, %r9d
        movl    $0x921, %eax
        btl     %edi, %eax
        cmovcq  calendar(%rip), %r9
        movl    $0x2d2, %eax
        btl     %edi, %eax
        cmovcq  uptime(%rip), %r9
        call    advanceSeconds
        addq    %r9, %rax
        imulq   $1000, %rdx, %rdx
        movq    %rax, (%rsi)
        movq    %rdx, 8(%rsi)
        xorl    %eax, %eax
        ret
2:      movl    $228, %eax              // clock_gettime
        syscall
        ret

// Replaces gettimeofday. Arguments: a timeval * in rdi, a timezone * in rsi;
// both may be null.
        .globl  pinstripe_steady_gettimeofday
pinstripe_steady_gettimeofday:
        testq   %rsi, %rsi
        je      3f
        movq    $0, (%rsi)
3:      testq   %rdi, %rdi
        je      4f
        call    advanceSeconds
        addq    calendar(%rip), %rax
        movq    %rax, (%rdi)
        movq    %rdx, 8(%rdi)
4:      xorl    %eax, %eax
        ret

// Replaces time. Argument: a time_t * in rdi, which may be null.
        .globl  pinstripe_steady_time
pinstripe_steady_time:
        call    advanceSeconds
        addq    calendar(%rip), %rax
        testq   %rdi, %rdi
        je      5f
        movq    %rax, (%rdi)
5:      ret

// Replaces the vDSO's getrandom. Always fails, so that libc makes the system
// call getrandom instead, which the tool can answer.
        .globl  pinstripe_steady_getrandom
pinstripe_steady_getrandom:
        movq    $-38, %rax              // ENOSYS
        ret

        .globl  pinstripe_steady_code_end
pinstripe_steady_code_end:

// Replaces std::random_device::_M_getval. The original asks the processor for a
// random number; this code asks the kernel.
        .globl  pinstripe_random_number_begin
pinstripe_random_number_begin:
        subq    $24, %rsp
        leaq    8(%rsp), %rdi
        movl    $4, %esi
        xorl    %edx, %edx
        movl    $318, %eax              // getrandom
        syscall
        movl    8(%rsp), %eax
        addq    $24, %rsp
        ret
        .globl  pinstripe_random_number_end
pinstripe_random_number_end:
        .section .note.GNU-stack, "", @progbits
