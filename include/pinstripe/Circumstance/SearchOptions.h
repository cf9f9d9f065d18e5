// Holds the options of a search: the program, what to look for, and the limits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_SEARCHOPTIONS_H
#define PINSTRIPE_CIRCUMSTANCE_SEARCHOPTIONS_H

#include "pinstripe/Circumstance/ProgramCase.h"
#include "pinstripe/Circumstance/SearchBudget.h"
#include "pinstripe/Reduction/Algorithms.h"
#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// The options that all verbs for reducing a circumstance (something that a
/// failure depends on) have in common. Each such verb, for example `input`,
/// derives its own options from these.
struct SearchOptions {
  ProgramCaseOptions program;
  SearchForm form = SearchForm::Minimise;
  /// The argument of `--isolate`, as the user has typed it. It names an input,
  /// or another circumstance, with which the program does not fail. For most
  /// verbs, it is the path of a file.
  std::string passing;
  /// The name of the algorithm; empty for the default algorithm of the search's
  /// form (minimise, maximise or isolate).
  std::string algorithm;
  /// The paths of files that the user may have given as input. No file of the
  /// result may replace one of them.
  std::vector<std::string> inputFiles;
  SearchBudget budget = {};
};

/// Words for messages to the user: they describe what a search looks for.
struct SoughtWords {
  llvm::StringRef small = "a small failing input";
  llvm::StringRef large = "the largest passing input";
  /// The argument of `--isolate`; empty if that option has none.
  llvm::StringRef passing = "FILE";
};

/// Returns the algorithm with the given name, or the default algorithm of
/// `form` if `name` is empty. Returns a UsageError if the algorithm can't be
/// used for a search of this form (minimise, maximise or isolate).
llvm::Expected<Algorithm> chooseAlgorithm(SearchForm form,
                                          const std::string &name,
                                          const SoughtWords &words = {});

/// Returns a UsageError if `file`, one of the arguments `files` of `--file`, is
/// the same file as an earlier one. Otherwise the search would treat the two as
/// different files.
llvm::Error checkGivenOnce(const std::string &file,
                           llvm::ArrayRef<std::string> files);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_SEARCHOPTIONS_H
