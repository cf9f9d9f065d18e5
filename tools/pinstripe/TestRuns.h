// Runs a test of CTest, looks how it fails, and records it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_TESTRUNS_H
#define PINSTRIPE_TOOLS_TESTRUNS_H

#include "CaseOptions.h"
#include "TestQuestion.h"
#include "TestedSuite.h"

namespace pinstripe {

/// Tells the user something about a test.
void tell(llvm::StringRef text);

/// A test, and how it failed when it was run.
struct FailingTest {
  std::vector<std::string> command;
  RunResult result;
  TestVerdict verdict;
  std::optional<FailureReport> report;

  /// Returns the first failed assertion; null if there is none.
  const FailedAssertion *failure() const {
    return report && !report->failures.empty() ? &report->failures.front()
                                               : nullptr;
  }
};

/// Makes runs of a test of CTest, in the way in which CTest makes them. The
/// arguments of the constructor must outlive this object.
class TestRuns {
public:
  /// `hasTimeLimit` is true if `caseOptions` state a time limit. This limit
  /// then replaces the time limit of the test.
  TestRuns(const TestedSuite &suite, const SuiteTest &test,
           const CaseOptions &caseOptions, bool hasTimeLimit,
           const RecordOptions &options)
      : suite(suite), test(test), caseOptions(caseOptions),
        hasTimeLimit(hasTimeLimit), options(options) {}

  /// Runs the test, and returns how it fails. If it has several test cases,
  /// also runs one of them alone: the one with the name `testCase`, or the
  /// first one that fails if `testCase` is empty. Returns an error if the test
  /// does not fail.
  llvm::Expected<FailingTest> fail(const std::string &testCase) const;
  /// Records the failing test. Tries the questions one after the other, until
  /// the recorded run has the values that the question expects. Returns this
  /// question.
  llvm::Expected<TestQuestion>
  record(const FailingTest &failing, std::vector<TestQuestion> questions) const;
  /// Finds runs of the same program that pass: other tests, and test cases of
  /// `failing`. Returns the arguments of each as a line for the file of the
  /// option `--passing`.
  llvm::Expected<std::vector<std::string>>
  passing(const FailingTest &failing) const;

private:
  /// Returns the case that must be recorded for a test. Its command line is
  /// `command`, not the test's own one.
  llvm::Expected<Case> caseFor(const SuiteTest &tested,
                               llvm::ArrayRef<std::string> command) const;
  /// Runs a test once, without skipping statements, and looks how it ends.
  llvm::Expected<FailingTest> look(const SuiteTest &tested,
                                   std::vector<std::string> command) const;
  llvm::Expected<FailingTest> narrow(FailingTest whole,
                                     const std::string &testCase) const;

  const TestedSuite &suite;
  const SuiteTest &test;
  const CaseOptions &caseOptions;
  bool hasTimeLimit;
  const RecordOptions &options;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_TESTRUNS_H
