// Finds out how much memory the machine can spare, and prints sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_AVAILABLEMEMORY_H
#define PINSTRIPE_SUPPORT_AVAILABLEMEMORY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace pinstripe {

/// Returns how many bytes this process can still allocate without swapping and
/// within the limits of its control group and of its address space
/// (`ulimit -v`). Returns 0 if the system does not say.
uint64_t availableMemory();

/// Finds a line `name:   123 kB` in `text`, as in /proc/meminfo, and returns
/// its number in bytes; 0 if there is no such line.
uint64_t bytesOfLine(llvm::StringRef text, llvm::StringRef name);

/// Formats a number of bytes for messages, such as "1.5 GiB" or "20 MiB".
std::string describeBytes(uint64_t bytes);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_AVAILABLEMEMORY_H
