// Defines the result of `pinstripe input`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_INPUTSUMMARY_H
#define PINSTRIPE_RESULT_INPUTSUMMARY_H

#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// An input of the program, with the contents that a search has found for it.
struct ReducedInput {
  std::string path; ///< The path of the input file; empty for standard input.
  std::string original;
  /// A content of the input with which the run still fails. It has no meaning
  /// if the search looks only for a content that passes.
  std::string failing;
  /// A content of the input with which the run passes. It is set only if the
  /// search looks for such a content.
  std::string passing;
  /// The paths of the files into which `failing` and `passing` were written;
  /// empty if no file was written.
  std::string failingFile, passingFile;
};

/// The result of `pinstripe input`.
struct InputSummary : SearchSummary {
  std::vector<std::string> arguments;
  SearchForm form = SearchForm::Minimise;
  std::vector<ReducedInput> inputs;
  std::vector<SearchStage> levels;
  /// Says what is proved about the result. `proven` names the kind of parts for
  /// which it is proved, such as "characters".
  Minimality minimality = Minimality::None;
  std::string proven;
  /// True if even the empty input fails, so there was nothing to search for.
  bool emptyFails = false;
  /// How often the result was tested again, and how many of these tests failed,
  /// too.
  unsigned repeated = 0, reproduced = 0;
  double seconds = 0; ///< The time that the search took, in seconds.
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_INPUTSUMMARY_H
