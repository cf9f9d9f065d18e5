//===- Options.h - The command line of the suite ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_CONFORMANCE_OPTIONS_H
#define PINSTRIPE_TEST_CONFORMANCE_OPTIONS_H

#include <optional>
#include <string>
#include <vector>

namespace pinstripe::conformance {

struct Options {
  std::string standardInput = "/dev/null";
  std::vector<std::string> watchedFiles;
  std::vector<std::string> modules; ///< paths of traced libraries
  unsigned random = 200;
  unsigned seed = 1;
  /// Of values that are compared too, if not 0.
  unsigned valuesSeed = 0;
  /// All random plans are in guarded flow, if not 0.
  unsigned guarded = 0;
  /// The LLDB engine takes part in every n-th random plan.
  unsigned referenceEvery = 10;
  /// Try this random plan only.
  std::optional<unsigned> onlyPlan;
  /// Which engines: lldb, native, int3.
  std::string engines = "lldb,native,int3";
  std::vector<std::string> command;
};

extern const char *const usage;

/// None: not understood.
std::optional<Options> parseOptions(int count, char **values);

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_OPTIONS_H
