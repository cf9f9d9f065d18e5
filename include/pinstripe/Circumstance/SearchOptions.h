// States a search of a circumstance: the program, the form and the limits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_SEARCHOPTIONS_H
#define PINSTRIPE_CIRCUMSTANCE_SEARCHOPTIONS_H

#include "pinstripe/Circumstance/ProgramCase.h"
#include "pinstripe/Reduction/Algorithms.h"
#include "pinstripe/Result/SearchSummary.h"
#include "pinstripe/Support/Deadline.h"

namespace pinstripe {

/// The options that all verbs have which reduce a circumstance, such as an
/// input or a command line. The options of each of these verbs are derived from
/// it.
struct SearchOptions {
  ProgramCaseOptions program;
  SearchForm form = SearchForm::Minimise;
  /// A case that does not fail, for `--isolate`, as the user has typed it. For
  /// most verbs, it is the path of a file.
  std::string passing;
  std::string algorithm; ///< Empty for the usual algorithm of the form.
  uint64_t maxTests = 0; ///< How many runs may be made; 0 for any number.
  Deadline deadline = {};
};

/// How messages name what the forms of a search look for.
struct SoughtWords {
  llvm::StringRef small = "a small failing input";
  llvm::StringRef large = "the largest passing input";
  /// The argument of `--isolate`; empty if that option has none.
  llvm::StringRef passing = "FILE";
};

/// Returns the algorithm with a name, or the usual one of a form if `name` is
/// empty. Returns a UsageError if the algorithm does not fit the form.
llvm::Expected<Algorithm> chooseAlgorithm(SearchForm form,
                                          const std::string &name,
                                          const SoughtWords &words = {});

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_SEARCHOPTIONS_H
