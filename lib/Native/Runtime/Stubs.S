// Defines the ways into and out of the runtime, in assembly.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime is the tool's code in the process under test. It is linked for an
// address below 2 GiB, so that it can use absolute addresses. It has a stack of
// its own, because the program may keep data below its stack pointer, in the
// red zone. Also, the runtime fills new stack frames with a pattern (poison),
// and these frames lie below the program's stack pointer.

// Addresses and offsets for the assembly code. They must be equal to those of
// the C++ headers. Assertions in Runtime.cpp check this.
#define PROCESS_STATE 0x70100000
#define FRAME (PROCESS_STATE + 0)
#define CURSOR (PROCESS_STATE + 8)
#define CHUNK_END (PROCESS_STATE + 16)
#define IS_LIVE (PROCESS_STATE + 24)
#define SAVED_STACK_POINTER (PROCESS_STATE + 32)
#define TARGET (PROCESS_STATE + 48)
#define VFORK_HOOK (PROCESS_STATE + 56)
#define VFORK_FRAME (PROCESS_STATE + 64)
#define VFORK_CHUNK_END (PROCESS_STATE + 72)
#define VFORK_COUNTDOWN (PROCESS_STATE + 80)
#define COUNTDOWN_OFFSET (PROCESS_STATE + 88)
#define VFORK_CURSOR (PROCESS_STATE + 96)
#define FLAGS (PROCESS_STATE + 104)
#define RESUME (PROCESS_STATE + 112)
#define STACK_BEGIN 0x70300000
#define STACK_SIZE 0x40000
#define HOOKS 0x160000000000
#define HOOK_SIZE 40
#define HOOK_BODY 8
#define SETUP 0x1b0000000000

        .intel_syntax noprefix

        .section .header, "a"
        .quad pinstripe_image_end
        .quad bootstrapEntry
        .quad dispatchEntry
        .quad enterEntry
        .quad recordEntry
        .quad replaceVFork
        .quad poisonBytes
        .quad poisonStoresEnd
        .quad poisonRecovery
        .quad checkpointReached
        .quad liveEntry
        .quad flushReturn
        .quad flushed
        .quad makeRoomEntry
        .quad libraryReturnEntry
        .quad libraryCallEntry
        .quad compareThreadEntry
        .quad operandEntry
        .quad turnEntry
        .quad turnStop

        .text

.macro PUSH_ALL registers:vararg
        .irp register, \registers
        push \register
        .endr
.endm

.macro POP_ALL registers:vararg
        .irp register, \registers
        pop \register
        .endr
.endm

.macro COPY from, to
        mov r11, [\from]
        mov [\to], r11
.endm

// Loads all registers from a GeneralRegisters, and jumps to the address in its
// `pc`. rsp must point to the GeneralRegisters.
.macro LOAD_REGISTERS
        mov rax, [rsp + 16 * 8]
        mov [TARGET], rax
        POP_ALL rax, rcx, rdx, rbx
        pop qword ptr [SAVED_STACK_POINTER]
        POP_ALL rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
        mov rsp, [SAVED_STACK_POINTER]
        jmp qword ptr [TARGET]
.endm

// Stores the registers of the program in a HookFrame (Runtime.h) on the
// runtime's own stack, and calls `handler` with this frame and the index
// `hook`. Then the program continues with the registers that are in the frame.
.macro HOOK_ENTRY handler, hook
        mov [SAVED_STACK_POINTER], rsp
        mov rsp, STACK_BEGIN + STACK_SIZE
        // Four zeros are pushed to make room for the last words of a HookFrame:
        // pc, poisonVectors, poison, and an unused word.
        PUSH_ALL 0, 0, 0, 0
        PUSH_ALL r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp
        push qword ptr [SAVED_STACK_POINTER]
        PUSH_ALL rbx, rdx, rcx, rax
        cld
        mov rdi, rsp
        mov esi, \hook
        call \handler
        cmp dword ptr [rsp + 17 * 8], 0
        je 1f
        movq xmm0, qword ptr [rsp + 18 * 8]
        punpcklqdq xmm0, xmm0
        movaps xmm1, xmm0
1:      LOAD_REGISTERS
.endm

        .p2align 4
dispatchEntry:
        HOOK_ENTRY arriveAtHook, r10d

        .p2align 4
enterEntry:
        mov [SAVED_STACK_POINTER], rsp
        mov rsp, STACK_BEGIN + STACK_SIZE - 8
        PUSH_ALL r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax
        mov rcx, rdi
        mov edi, r11d
        mov rsi, [SAVED_STACK_POINTER]
        mov rdx, rbp
        call enterQuickly
        mov [TARGET], rax
        test rax, rax
        POP_ALL rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11
        mov rsp, [SAVED_STACK_POINTER]
        jz 2f
        jmp qword ptr [TARGET]
2:      HOOK_ENTRY arriveAtEntry, r11d

        .p2align 4
recordEntry:
        HOOK_ENTRY arriveWithoutRoom, r10d

        .p2align 4
liveEntry:
        HOOK_ENTRY arriveInLiveFlow, r10d

// The hooks of operands (of &&, || or ?) jump to this code before the operand's
// conditional jump. The flags are saved, since that jump reads them.
        .p2align 4
operandEntry:
        mov [SAVED_STACK_POINTER], rsp
        mov rsp, STACK_BEGIN + STACK_SIZE
        pushfq
        pop qword ptr [FLAGS]
        mov rsp, [SAVED_STACK_POINTER]
        HOOK_ENTRY arriveAtOperand, r10d

// Continues the program after the hook of an operand (of &&, || or ?), at the
// address in RESUME and with the processor flags in FLAGS.
        .p2align 4
        .globl resumeWithFlags
resumeWithFlags:
        mov [SAVED_STACK_POINTER], rsp
        mov rsp, STACK_BEGIN + STACK_SIZE
        push qword ptr [FLAGS]
        popfq
        mov rsp, [SAVED_STACK_POINTER]
        jmp qword ptr [RESUME]

        .p2align 4
makeRoomEntry:
        HOOK_ENTRY arriveAtChunkEnd, r10d

        .p2align 4
libraryReturnEntry:
        HOOK_ENTRY arriveFromLibrary, r10d

        .p2align 4
compareThreadEntry:
        HOOK_ENTRY arriveInThread, r10d

// If threads take turns, a hook jumps to this code if the thread that executes
// it has no turn, or if its turn may end. The tool sends the thread back to the
// hook when the thread may pass.
        .p2align 4
turnEntry:
        int3
turnStop:
        ud2

        .p2align 4
libraryCallEntry:
        HOOK_ENTRY arriveAtLibraryCall, r10d

// void poisonBytes(uint64_t begin, uint64_t size, uint64_t word)
// Fills `size` bytes with poison, which is the pattern `word`. The program may
// have unmapped or protected this memory. If a store faults, the server that
// traces this process lets it continue at poisonRecovery, so the function
// returns.
        .p2align 4
        .globl poisonBytes
poisonBytes:
        mov rax, rdx
        cmp rsi, 8
        je 3f
        cmp rsi, 4
        je 2f
        test rsi, rsi
        jz poisonRecovery
1:      mov [rdi], al
        ror rax, 8
        inc rdi
        dec rsi
        jnz 1b
        ret
2:      mov [rdi], eax
        ret
3:      mov [rdi], rax
        ret

// uint64_t copyGuarded(void *to, uint64_t from, uint64_t size)
// Copies up to `size` bytes of the program's memory, which may be unreadable.
// Returns the number of bytes copied. After a fault in a load, the server that
// traces this process continues it at poisonRecovery, where the function
// returns. Therefore rax always holds the number of bytes copied so far.
        .p2align 4
        .globl copyGuarded
copyGuarded:
        xor eax, eax
1:      lea rcx, [rax + 8]
        cmp rcx, rdx
        ja 2f
        mov r8, [rsi + rax]
        mov [rdi + rax], r8
        mov rax, rcx
        jmp 1b
2:      cmp rax, rdx
        jae poisonRecovery
        mov r8b, [rsi + rax]
        mov [rdi + rax], r8b
        inc rax
        jmp 2b

// uint64_t copyBytes(void *to, uint64_t from, uint64_t size)
// Copies `size` bytes. Returns 0, or 1 if a load or store has faulted. After a
// fault, the server that traces this process continues it at poisonRecovery,
// where the function returns.
        .p2align 4
        .globl copyBytes
copyBytes:
        mov rcx, rdx
        mov eax, 1
        rep movsb
        xor eax, eax
        ret

// void poisonStores(uint64_t *begin, uint64_t words, uint64_t word)
// Fills memory, such as a stack frame, with poison, which is the pattern
// `word`. A frame may reach beyond the end of the stack. If a store faults
// there, the server that traces this process lets it continue at
// poisonRecovery, so the function returns. The program itself will soon fault
// at the same place.
        .p2align 4
        .globl poisonStores
poisonStores:
        mov rax, rdx
        mov rcx, rsi
        cmp rcx, 32
        ja 2f
        test rcx, rcx
        jz poisonRecovery
1:      mov [rdi], rax
        add rdi, 8
        dec rcx
        jnz 1b
        ret
2:      rep stosq
poisonStoresEnd:
poisonRecovery:
        ret

// This code is executed in place of libc's vfork, and does the same. The child
// uses its parent's memory until it executes another program, so hooks must do
// nothing in the child.
        .p2align 4
replaceVFork:
        mov [VFORK_HOOK], r11
        cmp qword ptr [IS_LIVE], 0
        je retryVFork
        COPY FRAME, VFORK_FRAME
        COPY CHUNK_END, VFORK_CHUNK_END
        COPY CURSOR, VFORK_CURSOR
        COPY COUNTDOWN_OFFSET, VFORK_COUNTDOWN
        mov qword ptr [FRAME], 0
        mov qword ptr [CHUNK_END], 0
        mov qword ptr [COUNTDOWN_OFFSET], 0
        mov qword ptr [IS_LIVE], 0
        pop rdi
        mov eax, 58
        syscall
        push rdi
        test rax, rax
        jz 1f
        COPY VFORK_FRAME, FRAME
        COPY VFORK_CHUNK_END, CHUNK_END
        COPY VFORK_CURSOR, CURSOR
        COPY VFORK_COUNTDOWN, COUNTDOWN_OFFSET
        mov qword ptr [IS_LIVE], 1
        cmp rax, -4096
        ja retryVFork
1:      ret
// Executes libc's own vfork, in two cases. In the first one, the program has
// forked this process, so hooks do nothing in it. In the second one, the tool's
// own system call vfork has failed; then libc's vfork tries again and sets
// errno.
retryVFork:
        movabs rax, HOOKS
        mov r11, [VFORK_HOOK]
        imul r11, r11, HOOK_SIZE
        jmp qword ptr [rax + r11 + HOOK_BODY]

// Called when this process has become a checkpoint. The int3 stops the process.
// The server that traces the process knows the address of the int3, and so
// learns that the process is now a server itself.
        .p2align 4
        .globl announceCheckpoint
announceCheckpoint:
        int3
checkpointReached:
        ret

// Before a signal ends the process, the process calls fflush. That call returns
// to this address, where the int3 stops the process for its tracer.
        .p2align 4
flushReturn:
        int3
flushed:
        ud2

// The first code of the runtime (the tool's code in the process) that the tool
// makes the program execute. All registers but rip have the values that the
// program expects at its entry point. Nothing below rsp may change, so first of
// all the code gets a stack of its own.
        .p2align 4
bootstrapEntry:
        mov eax, 9              // mmap
        mov edi, STACK_BEGIN
        mov esi, STACK_SIZE
        mov edx, 3 // the mapping's protection: PROT_READ | PROT_WRITE
        // the mapping's flags: MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
        mov r10d, 0x32
        mov r8, -1
        xor r9d, r9d
        syscall
        mov rsp, STACK_BEGIN + STACK_SIZE
        movabs rdi, SETUP
        call bootstrap
        ud2

// void resumeProgram(const GeneralRegisters *registers)
// Continues the program with the values in `registers`. Never returns.
        .p2align 4
        .globl resumeProgram
resumeProgram:
        mov rsp, rdi
        LOAD_REGISTERS

        .section .note.GNU-stack, "", @progbits
