// Defines what a page of `pinstripe report` shows of a search that reduces an
// input, a command line or another circumstance of a failure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SHOWNSEARCH_H
#define PINSTRIPE_RESULT_SHOWNSEARCH_H

#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// A text that a search has reduced, such as an input, a file, a command line,
/// or an argument of a call.
struct ShownText {
  std::string name; ///< The text's name, such as "standard input" or a path.
  /// The text with which the search began; empty if the page shows only the
  /// text that was found, such as a patch.
  std::string given = {};
  /// A text with which the run fails, and a text with which the run passes.
  /// Each is nullopt if the search did not look for such a text.
  std::optional<std::string> failing = {}, passing = {};
};

/// How much of something is left, such as 7 of 944 bytes.
struct ShownShare {
  uint64_t left = 0, of = 0;
  std::string unit; ///< What is counted, in the plural, such as "bytes".
};

/// The result of a search in an input, the options or another circumstance of a
/// failure, in a form that is the same for all verbs.
struct ShownSearch {
  std::string verb; ///< The verb that made the search, such as "input".
  std::string version;
  std::string program; ///< The program's name, as the user has typed it.
  std::string command; ///< The command line that made the search.
  SearchForm form = SearchForm::Minimise;
  /// How much of the most important text (such as the input) is left, as a
  /// share of its size; nullopt if the page does not show this.
  std::optional<ShownShare> share = {};
  std::vector<ShownText> texts = {};
  std::vector<SearchStage> stages = {};
  /// The text that the verb writes on a terminal about its result.
  std::string report = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_SHOWNSEARCH_H
