//===- Memory.h - What the machine can spare --------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_MEMORY_H
#define PINSTRIPE_SUPPORT_MEMORY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <system_error>

namespace pinstripe {

/// Bytes that can be used without pushing anything else out, within the
/// limits of our control group and of our address space (`ulimit -v`); 0: the
/// system does not say.
uint64_t availableMemory();

/// The number of a line `name:   123 kB`, in bytes; 0 if there is none.
uint64_t bytesOfLine(llvm::StringRef text, llvm::StringRef name);

/// "1.5 GiB", "20 MiB".
std::string describeBytes(uint64_t bytes);

/// What is done when there is no more memory; it must not return.
using ExhaustionHandler = void (*)();

/// As std::set_new_handler: the handler from now on, of all threads, in
/// exchange for the one before. It counts for LLVM's own allocations, too.
/// Null: what the libraries do of themselves. A handler of the host program is
/// left where that is so.
ExhaustionHandler setExhaustionHandler(ExhaustionHandler handler);

/// For failures that are otherwise none: a file that is not there. If there was
/// not the memory to look, that is the end, as for any allocation.
void requireMemory(std::error_code failure);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_MEMORY_H
