// Where the code of SteadyCode.S goes in a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_STEADYCODE_H
#define PINSTRIPE_LIB_CONTAINMENT_STEADYCODE_H

#include "SteadyClock.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

/// Bytes to write, and where, relative to the beginning of the file.
struct CodePatch {
  uint64_t offset = 0;
  std::vector<uint8_t> bytes;
};

/// Returns what makes the functions of the vDSO read a clock in the memory of
/// the program. `state` is the address of the clock's word. Empty if the
/// kernel's vDSO has no room for that.
std::vector<CodePatch> countingClock(const ClockStart &start, uint64_t state);

/// Returns what makes the functions of the vDSO ask the kernel, so that the
/// sandbox can answer.
std::vector<CodePatch> askingClock();

/// Returns what makes std::random_device ask the kernel in place of the
/// processor, for a file that has its code. Empty if the file has no such
/// function.
std::vector<CodePatch> askingRandomDevice(llvm::StringRef file);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_STEADYCODE_H
