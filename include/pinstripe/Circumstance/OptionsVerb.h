// The verb `options`: reduces the command line with which a program fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_OPTIONSVERB_H
#define PINSTRIPE_CIRCUMSTANCE_OPTIONSVERB_H

#include "pinstripe/Circumstance/OptionsSearch.h"
#include "pinstripe/Circumstance/ProgramCase.h"

namespace pinstripe {

struct OptionsVerbOptions {
  ProgramCaseOptions program;
  /// The path of the file that is standard input; empty for none.
  std::string standardInput;
  /// A command line that passes. Needed to isolate.
  std::string passingCommand;
  /// The names of variables that are removed from the environment of the
  /// failing run.
  std::vector<std::string> unset;
  OptionsScope scope;
  SearchForm form = SearchForm::Minimise;
  std::string algorithm; ///< Empty for the usual algorithm of the form.
  uint64_t maxTests = 0;
  Deadline deadline = {};
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
