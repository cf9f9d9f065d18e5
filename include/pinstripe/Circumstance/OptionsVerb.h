// The verb `options`: reduces the command line with which a program fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_OPTIONSVERB_H
#define PINSTRIPE_CIRCUMSTANCE_OPTIONSVERB_H

#include "pinstripe/Circumstance/OptionsSearch.h"
#include "pinstripe/Circumstance/SearchOptions.h"

namespace pinstripe {

/// To isolate, `passing` is a command line that passes.
struct OptionsVerbOptions : SearchOptions {
  /// The path of the file that is standard input; empty for none.
  std::string standardInput;
  /// The names of variables that are removed from the environment of the
  /// failing run.
  std::vector<std::string> unset;
  OptionsScope scope;
};

/// Reduces arguments, variables and named files. Returns a UsageError for
/// options that can't be used, and a ReproductionError if the program does not
/// fail each time. If the search ends early, for example after Ctrl-C, the
/// result is the best one so far.
llvm::Expected<OptionsSummary> reduceOptions(const OptionsVerbOptions &options,
                                             ReductionObserver &observer,
                                             const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_OPTIONSVERB_H
