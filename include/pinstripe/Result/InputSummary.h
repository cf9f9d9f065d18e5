// Defines the result of `pinstripe input`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_INPUTSUMMARY_H
#define PINSTRIPE_RESULT_INPUTSUMMARY_H

#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// One input of the program, as it was and as it is after the search.
struct ReducedInput {
  std::string path; ///< Empty for standard input.
  std::string original;
  /// The content with which the run still fails.
  std::string failing;
  /// The content with which the run passes. Set for the forms that look for it.
  std::string passing;
  /// The paths of the files that have these contents; empty if none was
  /// written.
  std::string failingFile, passingFile;
};

/// A stage of a search: the inputs were split into parts of one kind.
struct InputLevel {
  std::string parts;     ///< "lines", "tokens", ...
  uint64_t elements = 0; ///< How many parts could be removed.
  uint64_t left = 0;     ///< How many of them were left.
  uint64_t tests = 0;    ///< How many runs were made.
};

/// The result of `pinstripe input`.
struct InputSummary : SearchSummary {
  std::vector<std::string> arguments;
  SearchForm form = SearchForm::Minimise;
  std::vector<ReducedInput> inputs;
  std::vector<InputLevel> levels;
  /// What is proved about the result, in terms of the parts that `proven`
  /// names, such as "characters".
  Minimality minimality = Minimality::None;
  std::string proven;
  /// True if even the empty input fails, so that nothing was searched.
  bool emptyFails = false;
  /// How often the result was tested again, and how often it failed again.
  unsigned repeated = 0, reproduced = 0;
  double seconds = 0; ///< The time that the search took.
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_INPUTSUMMARY_H
