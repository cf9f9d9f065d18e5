// Defines the result of `pinstripe call`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CALLSUMMARY_H
#define PINSTRIPE_RESULT_CALLSUMMARY_H

#include "pinstripe/Reduction/Outcome.h"
#include "pinstripe/Reduction/Reducer.h"
#include "pinstripe/Reduction/TestCounts.h"
#include "pinstripe/Result/InputSummary.h"
#include "pinstripe/Result/RunHeader.h"
#include <map>

namespace pinstripe {

/// An argument of a call, or a part of one, with what became of it.
struct ChangedArgument {
  std::string name; ///< As an expression, such as `s` or `list->count`.
  std::string kind; ///< "number", "text" or "array".
  /// The values as texts: in the original call, in the failing call that was
  /// found, and in the passing call that was found. The last two are empty if
  /// the form does not look for such a call.
  std::string original, failing, passing;
  /// How many characters or elements a text or array had, and has in the
  /// failing call, and in the passing one. 0 for numbers.
  uint64_t elements = 0, failingElements = 0, passingElements = 0;
  uint64_t tests = 0; ///< How many tests its own search has taken.
};

/// An argument, or a part of one, that had to stay as it was.
struct FixedArgument {
  std::string name;
  std::string reason;
};

/// The result of `pinstripe call`.
struct CallSummary : RunHeader {
  std::string function = {}; ///< The name of the called function.
  SourceRange place = {};    ///< Where the function is defined.
  uint64_t number = 0;       ///< Which of its calls was replayed, from 1.
  uint64_t calls = 0;        ///< How many calls the recorded run has.
  /// The number of the passing call; 0 if there is none.
  uint64_t passingNumber = 0;
  SearchForm form = SearchForm::Minimise;
  std::string algorithm = {};
  /// The call as one would write it, with long texts cut: as it was, the
  /// failing one that was found, and the passing one. The last two are empty if
  /// the form does not look for such a call.
  std::string original = {}, failing = {}, passing = {};
  std::vector<ChangedArgument> arguments = {};
  std::vector<FixedArgument> fixed = {};
  /// The number of tests by outcome. `cached` counts tests whose outcome was
  /// known from a test with the same arguments.
  TestCounts counts = {};
  /// How many of these tests earlier searches had made and stored.
  uint64_t stored = 0;
  /// How many tests were UNRESOLVED, by cause: "crash", "hang", ...
  std::map<std::string, uint64_t> causes = {};
  Minimality minimality = Minimality::None;
  /// How often the failing call that was found was replayed again, and how
  /// often it failed again.
  unsigned repeated = 0, reproduced = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CALLSUMMARY_H
