// Defines what a page shows of a search in a circumstance of a failure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SHOWNSEARCH_H
#define PINSTRIPE_RESULT_SHOWNSEARCH_H

#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// A text before and after a search: an input, a file, a command line, an
/// argument of a call.
struct ShownText {
  std::string name; ///< "standard input", or the path of a file, for example.
  /// The text with which the search began. Empty if the page shows only the
  /// result, such as a patch.
  std::string given = {};
  /// The text with which the run fails, and the text with which it passes. Each
  /// is nullopt if the search did not look for it.
  std::optional<std::string> failing = {}, passing = {};
};

/// A stage of a search: the elements before and after it.
struct ShownStage {
  std::string elements; ///< What the elements are, such as "lines".
  uint64_t before = 0, after = 0;
  uint64_t tests = 0; ///< How many tests the stage needed.
};

/// How much of something is left: 7 of 944 bytes.
struct ShownShare {
  uint64_t left = 0, of = 0;
  std::string unit; ///< In the plural, such as "bytes".
};

/// The result of a search in a circumstance, such as the input or the options,
/// in a form that is the same for all verbs.
struct ShownSearch {
  std::string verb; ///< "input", "options", ...
  std::string version;
  std::string program; ///< The program's name, as the user has typed it.
  std::string command; ///< The command line that made the search.
  SearchForm form = SearchForm::Minimise;
  /// The largest part of the result, in numbers; nullopt if there are none.
  std::optional<ShownShare> share = {};
  std::vector<ShownText> texts = {};
  std::vector<ShownStage> stages = {};
  std::string report = {}; ///< The result as the verb writes it on a terminal.
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_SHOWNSEARCH_H
