// Runs a test of CTest, looks how it fails, and records it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestRuns.h"
#include "Console.h"
#include "TemporaryFolder.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace pinstripe;

void pinstripe::tell(llvm::StringRef text) {
  messages() << printableLines(text) << '\n';
}

static std::optional<std::string> variableOutside(llvm::StringRef name) {
  const char *value = std::getenv(name.str().c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

llvm::Expected<Case>
TestRuns::caseFor(const SuiteTest &tested,
                  llvm::ArrayRef<std::string> command) const {
  llvm::Expected<TestEnvironment> environment =
      environmentOf(tested, variableOutside);
  if (!environment)
    return environment.takeError();
  llvm::Expected<Case> value = caseOptions.statedCase(
      command.vec(), options, environment->added, environment->removed);
  if (!value)
    return value.takeError();
  LaunchSpec &launch = value->launch;
  launch.workingDirectory = tested.workingDirectory.empty()
                                ? suite.folder()
                                : tested.workingDirectory;
  if (tested.timeoutSeconds && !hasTimeLimit)
    launch.wallLimitSeconds = *tested.timeoutSeconds;
  return value;
}

llvm::Expected<FailingTest>
TestRuns::look(const SuiteTest &tested,
               std::vector<std::string> command) const {
  llvm::Expected<Case> value = caseFor(tested, command);
  if (!value)
    return value.takeError();
  llvm::Expected<TemporaryFolder> folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  RecordOptions quiet = options;
  quiet.caseDirectory = folder->path();
  // The notes of this run are not printed, since the recording will print the
  // same notes.
  quiet.say = [](llvm::StringRef) {};
  FailingTest failing;
  if (llvm::Error error =
          observeCase(std::move(*value), quiet).moveInto(failing.result))
    return error;
  const RunResult &result = failing.result;
  std::optional<int> status;
  if (const auto *exited = std::get_if<Exited>(&result.ending))
    status = exited->status;
  if (llvm::Error error =
          judgeTest(tested, status,
                    result.standardOutput + result.standardError)
              .moveInto(failing.verdict))
    return error;
  if (!status)
    failing.verdict.reason = describeEnding(result.ending);
  failing.report = parseFailures(result.standardOutput);
  failing.command = std::move(command);
  return failing;
}

/// Chooses a test case of a failing run: the one that crashed, or else the
/// first that failed. Returns an empty text if the run has only one test case,
/// or if no test case is known to have failed.
static std::string failingCaseOf(const FailureReport &report, bool isCrash) {
  if (report.testCases == 1)
    return "";
  if (isCrash && !report.unfinished.empty())
    return report.unfinished;
  if (report.failures.empty())
    return report.unfinished;
  return isCrash ? report.failures.back().testCase
                 : report.failures.front().testCase;
}

/// Looks at a run that should have run one test case alone. Returns a text that
/// says why this run can't be recorded in place of the whole test; empty if it
/// can be. The run must fail, and must have run exactly one test case.
static std::string problemAlone(const FailingTest &single) {
  bool fails = single.verdict.kind == TestVerdict::Kind::Failed;
  // The output of a run that crashed does not say how many test cases the run
  // had.
  bool isSingle = hasCrashed(single.result) ||
                  (single.report && single.report->testCases == 1);
  if (!fails && isSingle)
    return "this test case does not fail alone";
  // If a run of Catch2 passes, its output does not have the form of a report.
  // So it is not known whether a test case was run.
  if (!fails)
    return "this test case does not fail alone, or there is none of this name";
  return isSingle ? ""
                  : "the program does not run exactly one test case for this "
                    "name";
}

/// Returns the message of `error`, which says why a test or a test case can't
/// be run, for example because it does not end. The failing test can be
/// recorded even so. Only an error that stands for Ctrl-C is returned as an
/// error.
static llvm::Expected<std::string> reasonUnlessInterrupted(llvm::Error error) {
  if (error.isA<InterruptedError>())
    return std::move(error);
  return llvm::toString(std::move(error));
}

/// If a failing test has several test cases, runs one of them alone and returns
/// how it fails. Otherwise, or if the test case does not fail alone, returns
/// `whole`, which says how the whole test fails. Returns a UsageError if the
/// user has chosen a test case that does not fail alone.
llvm::Expected<FailingTest>
TestRuns::narrow(FailingTest whole, const std::string &testCase) const {
  if (!whole.report) {
    if (testCase.empty())
      return whole;
    return llvm::make_error<UsageError>("--test-case: " + test.name +
                                        " prints nothing in the form of Catch2 "
                                        "or GoogleTest; leave the option out");
  }
  std::string chosen =
      testCase.empty() ? failingCaseOf(*whole.report, hasCrashed(whole.result))
                       : testCase;
  if (chosen.empty())
    return whole;
  llvm::Expected<std::string> filter =
      filterFor(whole.report->framework, chosen);
  std::string problem;
  if (!filter) {
    problem = llvm::toString(filter.takeError());
  } else {
    std::vector<std::string> command = whole.command;
    command.push_back(*filter);
    llvm::Expected<FailingTest> single = look(test, command);
    if (!single) {
      if (!testCase.empty())
        return single.takeError();
      if (llvm::Error error =
              reasonUnlessInterrupted(single.takeError()).moveInto(problem))
        return error;
    } else {
      problem = problemAlone(*single);
    }
    if (problem.empty()) {
      tell("one test case of " + test.name + ": " + chosen);
      return single;
    }
  }
  if (!testCase.empty())
    return llvm::make_error<UsageError>("--test-case " + testCase + ": " +
                                        problem);
  tell("note: " + chosen + ": " + problem + "; " + test.name +
       " is recorded with all its test cases");
  return whole;
}

llvm::Expected<FailingTest> TestRuns::fail(const std::string &testCase) const {
  if (test.command.empty())
    return llvm::make_error<UsageError>(
        test.name + ": its program is not built; build the project first");
  llvm::Expected<FailingTest> whole = look(test, test.command);
  if (!whole)
    return whole.takeError();
  using Kind = TestVerdict::Kind;
  if (whole->verdict.kind == Kind::Skipped)
    return llvm::make_error<UsageError>(
        test.name + ": the test is skipped: " + whole->verdict.reason);
  if (whole->verdict.kind == Kind::Passed && testCase.empty())
    return llvm::make_error<NothingToReduceError>(
        test.name +
        ": the test passes here, so there is no failure to explain; if it "
        "fails with ctest, see whether it needs the network, a fixture, or a "
        "variable of your environment (--env NAME=VALUE)");
  return narrow(std::move(*whole), testCase);
}

llvm::Expected<TestQuestion>
TestRuns::record(const FailingTest &failing,
                 std::vector<TestQuestion> questions) const {
  for (TestQuestion &question : questions) {
    bool isLast = &question == &questions.back();
    llvm::Expected<Case> value = caseFor(test, failing.command);
    if (!value)
      return value.takeError();
    value->predicate = question.predicate;
    llvm::Expected<OpenCase> recorded = recordCase(std::move(*value), options);
    // If the question asks for a variable that can't be watched, the next
    // question is tried. For example, the variable may be out of scope on the
    // line.
    if (!recorded && !isLast && recorded.errorIsA<UsageError>()) {
      llvm::consumeError(recorded.takeError());
      continue;
    }
    if (!recorded)
      return recorded.takeError();
    if (isLast || hasExpectedValues(question, recorded->recorded->observation))
      return std::move(question);
  }
  llvm_unreachable("the last question is always answered");
}

static bool hasControls(llvm::StringRef word) {
  return llvm::any_of(word,
                      [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

/// Returns true if the two tests differ only in their arguments.
static bool isSameProgram(const SuiteTest &left, const SuiteTest &right) {
  return !left.command.empty() && !right.command.empty() &&
         left.command.front() == right.command.front() &&
         left.workingDirectory == right.workingDirectory &&
         left.environment == right.environment &&
         left.modifications == right.modifications;
}

llvm::Expected<std::vector<std::string>>
TestRuns::passing(const FailingTest &failing) const {
  constexpr size_t maxRuns = 20;
  // `maxRuns` is the largest number of passing tests that are returned, and
  // `maxAttempts` the largest number of tests that are run to find them.
  constexpr size_t maxAttempts = 2 * maxRuns;
  struct Candidate {
    std::string name; ///< The name of the test or of the test case.
    const SuiteTest *tested;
    std::vector<std::string> command;
  };
  std::vector<Candidate> candidates;
  for (const SuiteTest &other : suite.tests())
    if (&other != &test && !other.isDisabled && isSameProgram(other, test))
      candidates.push_back({other.name, &other, other.command});
  if (failing.report && failing.command != test.command) {
    // A test case that has passed within the failing test may pass alone, too.
    // Then its run is one of the passing runs that this function returns.
    for (const std::string &name : failing.report->passed) {
      llvm::Expected<std::string> filter =
          filterFor(failing.report->framework, name);
      if (!filter) {
        // A test case that can't be run alone is left out.
        llvm::consumeError(filter.takeError());
        continue;
      }
      candidates.push_back({name, &test, test.command});
      candidates.back().command.push_back(std::move(*filter));
    }
  }
  std::vector<std::string> lines;
  size_t attempts = 0;
  for (auto &[name, tested, command] : candidates) {
    if (lines.size() == maxRuns || attempts == maxAttempts)
      break;
    llvm::ArrayRef<std::string> arguments =
        llvm::ArrayRef(command).drop_front();
    // A line in the file of --passing can't express a run without arguments,
    // nor a line break or other control character in an argument.
    if (arguments.empty() || llvm::any_of(arguments, hasControls))
      continue;
    ++attempts;
    // Each test is judged by its own properties in CTest, such as WILL_FAIL.
    llvm::Expected<FailingTest> other = look(*tested, command);
    if (!other) {
      std::string reason;
      if (llvm::Error error =
              reasonUnlessInterrupted(other.takeError()).moveInto(reason))
        return error;
      options.say("note: " + name +
                  " is not one of the tests that must go on to pass, since it "
                  "can't be run: " +
                  reason);
      continue;
    }
    if (other->verdict.kind == TestVerdict::Kind::Passed)
      lines.push_back(quoteForShell(arguments));
  }
  return lines;
}
