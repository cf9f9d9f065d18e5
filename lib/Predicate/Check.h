// The predicate --check: a program judges the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_CHECK_H
#define PINSTRIPE_PREDICATE_CHECK_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

struct CheckSettings {
  /// The folder of the files that the check program sees and writes; it is
  /// replaced at each run.
  std::string folder;
  double wallLimitSeconds = 60;
  const std::atomic<bool> *interrupted = nullptr;
};

/// Creates a predicate that runs a check program: see PredicateSpec::checks.
/// Runs the program once for the recorded run. UsageErrors: the program can't
/// be run, or does not hold for the recorded run.
llvm::Expected<std::unique_ptr<Predicate>>
createCheck(const std::string &commandLine, const RunResult &recorded,
            const CheckSettings &settings);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_CHECK_H
