// Parses the command line that the conformance programs share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_OPTIONS_H
#define PINSTRIPE_TEST_CONFORMANCE_OPTIONS_H

#include <optional>
#include <string>
#include <vector>

namespace pinstripe::conformance {

struct Options {
  std::string standardInput = "/dev/null";
  std::vector<std::string> observedFiles;
  std::vector<std::string> modules; ///< paths of traced libraries
  unsigned random = 200;
  unsigned seed = 1;
  /// If not 0, the values of variables are compared as well. They are chosen at
  /// random from this seed.
  unsigned valuesSeed = 0;
  /// If not 0, all random plans are in guarded flow.
  unsigned guarded = 0;
  /// The LLDB engine takes part in every n-th random plan.
  unsigned referenceEvery = 10;
  /// The number of the only random plan to try; nullopt for all plans.
  std::optional<unsigned> onlyPlan;
  /// If not 0, it is an error if the recording does not reach the end of the
  /// run.
  unsigned whole = 0;
  /// The names of the engines to compare: launching, lldb, ptrace, native and
  /// int3.
  std::string engines = "launching,lldb,ptrace,native,int3";
  std::vector<std::string> command;
};

/// The text that follows the name of the program in a message about its usage.
extern const char *const usage;

/// Parses the command line. Returns nullopt if it is wrong.
std::optional<Options> parseOptions(int count, char **values);

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_OPTIONS_H
