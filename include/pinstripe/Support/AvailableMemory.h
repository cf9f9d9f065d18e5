// Finds out how much memory the machine can spare, and prints sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_AVAILABLEMEMORY_H
#define PINSTRIPE_SUPPORT_AVAILABLEMEMORY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace pinstripe {

/// Returns how many more bytes this process can allocate without swapping.
/// Takes the limits of the process's control group and of its address space
/// (`ulimit -v`) into account. Returns 0 if the system does not say.
uint64_t availableMemory();

/// Finds a line such as `name:   123 kB` in `text` and returns its number in
/// bytes. /proc/meminfo has such lines. Returns 0 if there is no such line.
uint64_t bytesOfLine(llvm::StringRef text, llvm::StringRef name);

/// Formats a number of bytes for messages, such as "1.5 GiB" or "20 MiB".
std::string describeBytes(uint64_t bytes);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_AVAILABLEMEMORY_H
