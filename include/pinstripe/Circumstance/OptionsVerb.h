// Defines the verb `options`: reduces the command line of a failing program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_OPTIONSVERB_H
#define PINSTRIPE_CIRCUMSTANCE_OPTIONSVERB_H

#include "pinstripe/Circumstance/OptionsSearch.h"
#include "pinstripe/Circumstance/SearchOptions.h"

namespace pinstripe {

/// The options of the verb `options`. To isolate a difference, `passing` is a
/// command line with which the program passes.
struct OptionsVerbOptions : SearchOptions {
  /// The path of the file that the program gets as standard input; empty for
  /// none.
  std::string standardInput;
  /// The names of variables that are removed from the environment of the
  /// failing run.
  std::vector<std::string> unset;
  OptionsScope scope;
};

/// Reduces the arguments, variables and named files with which a program fails.
/// Returns a UsageError for options that can't be used, and a ReproductionError
/// if the program does not fail each time. If the search ends early, for
/// example after Ctrl-C, the result is the best one so far.
llvm::Expected<OptionsSummary> reduceOptions(const OptionsVerbOptions &options,
                                             ReductionObserver &observer,
                                             const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_OPTIONSVERB_H
