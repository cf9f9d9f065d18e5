// Embeds the page of tools/viewer into the tool, as read-only data.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A build without node has no such page; then the data is empty.

        .section .rodata
        .globl pinstripe_viewer_page_begin
pinstripe_viewer_page_begin:
#ifdef PINSTRIPE_VIEWER_PAGE
        .incbin PINSTRIPE_VIEWER_PAGE
#endif
        .globl pinstripe_viewer_page_end
pinstripe_viewer_page_end:
        .section .note.GNU-stack, "", @progbits
