// Tells what the blocks (pieces) of a recompiled object file hold.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JITLink divides an object into pieces, called blocks. As the object is
// compiled with -ffunction-sections and -fdata-sections, a block is one
// function or one variable, or all string literals.

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_OBJECTBLOCKS_H
#define PINSTRIPE_LIB_NATIVE_LINKING_OBJECTBLOCKS_H

#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"

namespace pinstripe {

bool isWritable(const llvm::jitlink::Block &block);
bool isCode(const llvm::jitlink::Block &block);
/// Returns whether the block holds frame descriptions for the unwinder of
/// exceptions.
bool isFrameTable(const llvm::jitlink::Block &block);
/// Returns whether the block holds string literals of type `char`.
bool isOfLiterals(const llvm::jitlink::Block &block);
/// Returns whether the object's own copy of the block must be used, because no
/// function or variable of the program can replace it. This is true of string
/// literals, and of data for the unwinder of exceptions.
bool isNeverShared(const llvm::jitlink::Block &block);
/// Returns whether the block holds addresses of places inside functions, as the
/// variable `static void *labels[] = {&&first, &&second}` does.
bool holdsLabelAddresses(const llvm::jitlink::Block &block);
/// Returns whether a writable block is written by the linker only. Such a block
/// holds addresses that the program does not change. `name` is the name of the
/// variable in the block, and may be empty.
bool isFilledByLinker(const llvm::jitlink::Block &block, llvm::StringRef name);
/// Returns whether the name of a symbol comes from the source. A name that the
/// compiler has made can have another meaning in the program than in the
/// recompiled object.
bool isNameOfSource(const llvm::jitlink::Symbol &symbol);
/// Returns whether a symbol is a static variable of this function, or the guard
/// of such a variable. A lambda in the function counts as a part of the
/// function.
bool isStaticLocal(llvm::StringRef name, llvm::StringRef function);
/// Returns whether `edge` refers to the first byte of a function or variable.
/// `isFromCode` tells whether the reference is in an instruction, not in data.
bool leadsToBegin(const llvm::jitlink::Edge &edge, bool isFromCode);
/// Returns the number of bytes of stack that a function uses, without the
/// return address. The number is an estimate, read from the first instructions
/// of the function.
uint32_t frameSizeOf(const llvm::jitlink::Block &function);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_OBJECTBLOCKS_H
