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
  /// The values that the recorded run must have at predicate.watches, one for
  /// each, as the message of the failed assertion shows them.
  std::vector<FailedOperand> watched;
  std::string sentence; ///< Tells the user what a run has to reproduce.
};

/// Returns the questions that can be asked about a run of a test that failed as
/// `verdict` says, the best one first. Only the last one can always be
/// answered: for the others, a value may be out of scope where it would be
/// watched.
std::vector<TestQuestion> questionsAbout(const RunResult &failing,
                                         const TestVerdict &verdict,
                                         const FailedAssertion *failure);

/// Returns true if all values that the recorded run had are those that
/// `question` expects.
bool hasExpectedValues(const TestQuestion &question, const RunResult &recorded);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_TESTQUESTION_H
