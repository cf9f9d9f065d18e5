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
  /// If not 0, values are watched as well, drawn from this seed.
  unsigned valuesSeed = 0;
  /// If not 0, all random plans are in guarded flow.
  unsigned guarded = 0;
  /// The LLDB engine takes part in every n-th random plan.
  unsigned referenceEvery = 10;
  /// Try this random plan only.
  std::optional<unsigned> onlyPlan;
  /// If not 0, it is an error if the recording does not reach the end of the
  /// run.
  unsigned whole = 0;
  /// The engines to compare, of launching, lldb, native and int3.
  std::string engines = "launching,lldb,native,int3";
  std::vector<std::string> command;
};

/// Follows the name of the program.
extern const char *const usage;

/// Parses the command line. Returns none if it is wrong.
std::optional<Options> parseOptions(int count, char **values);

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_OPTIONS_H
