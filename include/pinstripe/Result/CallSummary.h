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

/// An argument of a call, or a part of an argument, with its values before and
/// after the search.
struct ChangedArgument {
  /// The source text of an expression that names the argument, such as
  /// `list->count`.
  std::string name;
  std::string kind; ///< The kind of value: "number", "text" or "array".
  /// The values of the argument as texts: in the original call, in the failing
  /// call that was found, and in the passing call that was found. The last two
  /// are empty if the search does not look for such a call.
  std::string original, failing, passing;
  /// How many characters or elements the value (a text or an array) has: in the
  /// original call, in the failing call and in the passing call. 0 if the value
  /// is a number.
  uint64_t elements = 0, failingElements = 0, passingElements = 0;
  /// How many tests the search made to change this argument.
  uint64_t tests = 0;
};

/// An argument, or a part of an argument, that the search could not change.
struct FixedArgument {
  std::string name;
  std::string reason;
};

/// The result of `pinstripe call`.
struct CallSummary : RunHeader {
  std::string function = {}; ///< The name of the called function.
  SourceRange place = {};    ///< Where the called function is defined.
  /// The number of the replayed call of the function, from 1.
  uint64_t number = 0;
  /// How many calls of the function the recorded run has.
  uint64_t calls = 0;
  /// The user's file with the output that the program should print, and a text
  /// that says how the recorded run differs from it, such as "prints a number
  /// in place of a text". A call fails if its run differs in the same way. Both
  /// are empty if a predicate decides which calls fail.
  std::string expectedFile = {}, difference = {};
  /// The number of the recorded call that the user names as one that passes; 0
  /// if the user names none.
  uint64_t passingNumber = 0;
  SearchForm form = SearchForm::Minimise;
  std::string algorithm = {};
  /// Three calls of the function as source text, in which long texts are cut:
  /// the recorded call, the failing call that was found, and the passing call
  /// that was found. `failing` or `passing` is empty if the search does not
  /// look for such a call.
  std::string original = {}, failing = {}, passing = {};
  std::vector<ChangedArgument> arguments = {};
  std::vector<FixedArgument> fixed = {};
  /// The number of tests by outcome. `cached` counts tests whose outcome was
  /// known from an earlier test with the same arguments.
  TestCounts counts = {};
  /// How many of the counted tests have results that an earlier search stored.
  uint64_t stored = 0;
  /// How many tests were UNRESOLVED, by cause, such as "crash" or "hang".
  std::map<std::string, uint64_t> causes = {};
  Minimality minimality = Minimality::None;
  /// How often the failing call that was found was replayed again, and how many
  /// of these replays failed, too.
  unsigned repeated = 0, reproduced = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CALLSUMMARY_H
