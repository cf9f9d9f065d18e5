// Links a recompiled object file for use in the process under test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JITLink does the work. It computes the layout of the object for addresses in
// the process under test, but the bytes are collected in the tool's own memory.

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_OBJECTLINKER_H
#define PINSTRIPE_LIB_NATIVE_LINKING_OBJECTLINKER_H

#include "Linking/ObjectBinder.h"

namespace pinstripe {

/// Memory for code and data at a range of addresses in the process under test.
/// Recompiled object files are linked into it one after the other.
struct CodeImage {
  uint64_t address = 0;
  uint64_t room = 0; ///< Size of the free memory at `address`, in bytes.
  std::vector<uint8_t> bytes;
};

/// Says what the linker has made of one recompiled object file.
struct LinkedObject {
  struct Function {
    /// Index of the function in RecompiledUnit::functions.
    size_t function = 0;
    uint64_t original = 0; ///< The run-time address of the original function.
    uint64_t code = 0;     ///< The run-time address of the recompiled function.
    /// The number of bytes of stack that the recompiled function uses, without
    /// its return address.
    uint32_t frameSize = 0;
  };
  std::vector<Function> functions;
  /// The functions that can't be linked. The key is the function's index in
  /// RecompiledUnit::functions, the value is the reason.
  std::map<size_t, std::string> refused;
  /// Run-time address of the frame descriptions for the unwinder of exceptions;
  /// 0 if there are none.
  uint64_t frameTable = 0;
};

/// Binds and links an object file, and appends the result to `image`. `object`
/// holds the bytes of the file. The thread-local variables in the file must
/// already be bound.
llvm::Expected<LinkedObject> linkObject(const ObjectBinder::Request &request,
                                        llvm::StringRef object,
                                        CodeImage &image);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_OBJECTLINKER_H
