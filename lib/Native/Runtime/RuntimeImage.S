// Embeds the runtime's code into the tool, as read-only data.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime is the part of the tool that is executed inside the process under
// test.

        .section .rodata
        .p2align 4
        .globl pinstripe_native_runtime_begin
pinstripe_native_runtime_begin:
        .incbin PINSTRIPE_RUNTIME_IMAGE
        .globl pinstripe_native_runtime_end
pinstripe_native_runtime_end:
        .section .note.GNU-stack, "", @progbits
