// Decides what a run of a failing test has to reproduce.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_TESTQUESTION_H
#define PINSTRIPE_TOOLS_TESTQUESTION_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Suite/FailureReport.h"
#include "pinstripe/Suite/SuiteTest.h"

namespace pinstripe {

/// A predicate for a failing test: what a run must reproduce to fail in the
/// same way.
struct TestQuestion {
  PredicateSpec predicate;
  /// The values that the recorded run must have, as the message of the failed
  /// assertion shows them. There is one value for each place in
  /// predicate.watches.
  std::vector<FailedOperand> watched;
  /// A sentence for the user that says what a run has to reproduce.
  std::string sentence;
};

/// Returns the questions that can be asked about a failing run of a test, the
/// most precise one first. `verdict` says how the test failed. The last
/// question can always be answered. The others may need the value of a variable
/// that is out of scope on its line.
std::vector<TestQuestion> questionsAbout(const RunResult &failing,
                                         const TestVerdict &verdict,
                                         const FailedAssertion *failure);

/// Returns true if the recorded run had the values that `question` expects of
/// the watched operands.
bool hasExpectedValues(const TestQuestion &question, const RunResult &recorded);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_TESTQUESTION_H
