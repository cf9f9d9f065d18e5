// Defines the result of `pinstripe input`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_INPUTSUMMARY_H
#define PINSTRIPE_RESULT_INPUTSUMMARY_H

#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// One input of the program, before and after the search.
struct ReducedInput {
  std::string path; ///< The path of a file; empty for standard input.
  std::string original;
  /// A content of the input with which the run still fails.
  std::string failing;
  /// A content with which the run passes. Set only if the search looks for one.
  std::string passing;
  /// The paths of the files into which the two contents were written; empty if
  /// no file was written.
  std::string failingFile, passingFile;
};

/// A stage of a search, which splits the inputs into parts of one kind.
struct InputLevel {
  std::string parts;     ///< The kind of parts, such as "lines" or "tokens".
  uint64_t elements = 0; ///< How many parts the inputs had at the beginning.
  uint64_t left = 0;     ///< How many parts were left at the end.
  uint64_t tests = 0;    ///< How many runs the stage made.
};

/// The result of `pinstripe input`.
struct InputSummary : SearchSummary {
  std::vector<std::string> arguments;
  SearchForm form = SearchForm::Minimise;
  std::vector<ReducedInput> inputs;
  std::vector<InputLevel> levels;
  /// Says what is proved about the result. `proven` names the parts for which
  /// it is proved, such as "characters".
  Minimality minimality = Minimality::None;
  std::string proven;
  /// True if even the empty input fails, so there was nothing to search for.
  bool emptyFails = false;
  /// How often the result was tested again, and how many of these tests failed,
  /// too.
  unsigned repeated = 0, reproduced = 0;
  double seconds = 0; ///< The time that the search took.
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_INPUTSUMMARY_H
