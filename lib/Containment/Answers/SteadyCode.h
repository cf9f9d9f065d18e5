// Computes the patches that put the code of SteadyCode.S into a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With these patches a program reads a clock and random numbers that are the
// same in all runs.

#ifndef PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYCODE_H
#define PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYCODE_H

#include "Answers/SteadyClock.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

/// Bytes that are to be written over a file in memory (the vDSO or a library).
/// `offset` is the distance of these bytes from the beginning of the file.
struct CodePatch {
  uint64_t offset = 0;
  std::vector<uint8_t> bytes;
};

/// Returns the patches that make the vDSO's clock functions read a SteadyClock,
/// which is a word at the address `state` in the program. Returns no patches if
/// the kernel's vDSO has no room for the code.
std::vector<CodePatch> countingClock(const ClockStart &start, uint64_t state);

/// Returns the patches that reduce each clock function of the vDSO to a system
/// call, which the tool can answer.
std::vector<CodePatch> askingClock();

/// Returns the patches that make std::random_device in a libstdc++ ask the
/// kernel instead of the processor. The tool can then give the same answer in
/// all runs. `file` is the content of the library. Returns no patches if the
/// library has no such function or no room in it.
std::vector<CodePatch> askingRandomDevice(llvm::StringRef file);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_STEADYCODE_H
