// The verb `ctest`: applies another verb to a failing test of CTest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The test is run once as it is, to learn how it fails. Then the test is
// recorded as a case. The predicate of the case is that the test fails in the
// same way. The other verb works on this case, as if the user had typed
// `pinstripe VERB -o CASEDIR`.

#include "CaseOptions.h"
#include "CommandLine.h"
#include "Console.h"
#include "TemporaryFolder.h"
#include "TestQuestion.h"
#include "TestedSuite.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Suite/FailureReport.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/NearNames.h"
#include "pinstripe/Support/PrintableText.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace pinstripe;

namespace {

/// The words that the user has typed for `ctest`: a test, and the verb to apply
/// to it.
struct Request {
  const SuiteTest *test = nullptr;
  std::string verb = "reduce";
  std::vector<std::string> words; ///< The options of the verb.
};

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

class CTestCommand : public Command {
public:
  explicit CTestCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<Request> requestIn(const TestedSuite &suite) const;
  void noteFixtures(const TestedSuite &suite, const SuiteTest &test) const;
  llvm::Expected<Case> caseFor(const TestedSuite &suite, const SuiteTest &test,
                               llvm::ArrayRef<std::string> command,
                               const RecordOptions &options) const;
  llvm::Expected<FailingTest> look(const TestedSuite &suite,
                                   const SuiteTest &test,
                                   std::vector<std::string> command,
                                   const RecordOptions &options) const;
  llvm::Expected<FailingTest> fail(const TestedSuite &suite,
                                   const SuiteTest &test,
                                   const RecordOptions &options) const;
  llvm::Expected<FailingTest> narrow(const TestedSuite &suite,
                                     const SuiteTest &test, FailingTest whole,
                                     const RecordOptions &options) const;
  llvm::Expected<TestQuestion> record(const TestedSuite &suite,
                                      const SuiteTest &test,
                                      const FailingTest &failing,
                                      std::vector<TestQuestion> questions,
                                      const RecordOptions &options) const;
  llvm::Error addExpectedOutput(const TestedSuite &suite, const SuiteTest &test,
                                const FailingTest &failing,
                                const CLI::App &verb,
                                std::vector<std::string> &words) const;
  llvm::Error addPassingRuns(const TestedSuite &suite, const SuiteTest &test,
                             const FailingTest &failing,
                             const RecordOptions &options,
                             std::vector<std::string> &words) const;
  std::vector<std::string> placeWords() const;

  CaseOptions caseOptions;
  TerminalOptions terminal;
  std::string build, configuration, testCase;
};

} // namespace

static VerbDescription describeCTest() {
  return {"ctest",
          "Records a failing test of CTest and reduces it, or applies another "
          "verb to it",
          {"[NAME] [OPTIONS] [OPTIONS OF reduce]",
           "[NAME] [OPTIONS] VERB [OPTIONS OF VERB]"},
          {"pinstripe ctest cart.total --build-dir build",
           "pinstripe ctest cart.total locate --annotations github"}};
}

CTestCommand::CTestCommand(CLI::App &tool)
    : Command(tool, describeCTest()),
      caseOptions(*options, CaseOptions::Scope::Run) {
  addProgress(*options, terminal);
  options->allow_extras();
  options->get_option("-o")->description("Case directory [.pinstripe]");
  options
      ->add_option("--build-dir", build,
                   "Folder in which CMake built the project [this folder, or "
                   "its folder `build`]")
      ->option_text("DIR")
      ->group(group::question);
  options
      ->add_option("--config", configuration,
                   "Configuration to test, as `ctest -C` takes it")
      ->option_text("NAME")
      ->group(group::question);
  options
      ->add_option("--test-case", testCase,
                   "The test case of Catch2 or GoogleTest to run, if the test "
                   "has several [the first that fails]")
      ->option_text("NAME")
      ->group(group::question);
}

static void say(llvm::StringRef text) {
  messages() << printableLines(text) << '\n';
}

/// Returns true if a verb can be applied to a test. Such a verb works on a
/// recorded case, which it finds by its option -o. Verbs with the argument
/// CASEDIR, such as `verify` and `report`, only show or check what other verbs
/// have found.
static bool worksOnCase(const Command &verb) {
  const CLI::App &definition = verb.definition();
  return verb.description().name != "ctest" &&
         definition.get_option_no_throw("-o") &&
         !definition.get_option_no_throw("CASEDIR");
}

/// Finds the test and the verb in the words that are not options of `ctest`.
/// The first word is a test, or a verb if no test has this name.
llvm::Expected<Request>
CTestCommand::requestIn(const TestedSuite &suite) const {
  std::vector<std::string> words = options->remaining();
  CommandLine line;
  Request request;
  auto isName = [&] { return !words.empty() && words.front()[0] != '-'; };
  auto verbAtFront = [&] {
    return isName() ? line.find(words.front()) : nullptr;
  };
  auto drop = [&] { words.erase(words.begin()); };
  bool isNamed = isName() && (!verbAtFront() || suite.find(words.front()));
  llvm::Expected<const SuiteTest *> test =
      isNamed ? suite.choose(words.front()) : suite.chooseFailed();
  if (!test)
    return test.takeError();
  request.test = *test;
  if (isNamed)
    drop();
  if (isName()) {
    const Command *verb = verbAtFront();
    if (!verb || !worksOnCase(*verb))
      return llvm::make_error<UsageError>(
          words.front() + ": this is not a verb that works on a test; " +
          describeNear(words.front(), line.names(),
                       "write `pinstripe ctest NAME VERB`, with reduce, "
                       "locate, mutate, slice and so on as the verb"));
    request.verb = words.front();
    drop();
  }
  request.words = std::move(words);
  if (request.verb == "record" && !request.words.empty())
    return llvm::make_error<UsageError>("`pinstripe ctest NAME record` takes "
                                        "no options of `record`; leave out " +
                                        request.words.front());
  return request;
}

static std::optional<std::string> variableOutside(llvm::StringRef name) {
  const char *value = std::getenv(name.str().c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

/// Returns a regular expression with which `ctest -R` selects `tests`.
static std::string selectionOf(llvm::ArrayRef<const SuiteTest *> tests) {
  std::string names;
  for (const SuiteTest *test : tests)
    names += (names.empty() ? "" : "|") + llvm::Regex::escape(test->name);
  return "^(" + names + ")$";
}

/// Tells the user about the fixtures of a test, which Pinstripe does not set
/// up.
void CTestCommand::noteFixtures(const TestedSuite &suite,
                                const SuiteTest &test) const {
  std::vector<const SuiteTest *> setUp = setUpTestsOf(test, suite.tests());
  if (setUp.empty())
    return;
  say("note: " + test.name +
      " requires a fixture, which is not set up here; "
      "if it needs its files, run `ctest --test-dir " +
      quoteForShell(llvm::StringRef(suite.folder())) + " -R " +
      quoteForShell(llvm::StringRef(selectionOf(setUp))) +
      "` before; servers of a fixture can't be reached");
}

/// Returns the case to record for a test, with `command` in place of the test's
/// own command.
llvm::Expected<Case> CTestCommand::caseFor(const TestedSuite &suite,
                                           const SuiteTest &test,
                                           llvm::ArrayRef<std::string> command,
                                           const RecordOptions &options) const {
  llvm::Expected<TestEnvironment> environment =
      environmentOf(test, variableOutside);
  if (!environment)
    return environment.takeError();
  llvm::Expected<Case> value = caseOptions.statedCase(
      command.vec(), options, environment->added, environment->removed);
  if (!value)
    return value.takeError();
  LaunchSpec &launch = value->launch;
  launch.workingDirectory =
      test.workingDirectory.empty() ? suite.folder() : test.workingDirectory;
  if (test.timeoutSeconds && this->options->count("--timeout") == 0)
    launch.wallLimitSeconds = *test.timeoutSeconds;
  return value;
}

/// Runs a test once, as it is, and looks how it ends.
llvm::Expected<FailingTest>
CTestCommand::look(const TestedSuite &suite, const SuiteTest &test,
                   std::vector<std::string> command,
                   const RecordOptions &options) const {
  llvm::Expected<Case> value = caseFor(suite, test, command, options);
  if (!value)
    return value.takeError();
  llvm::Expected<TemporaryFolder> folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  RecordOptions quiet = options;
  quiet.caseDirectory = folder->path();
  // This run prints no notes, since the recording will print them again.
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
          judgeTest(test, status, result.standardOutput + result.standardError)
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

/// Looks at a run of one test case alone. Returns why this run can't be
/// recorded in place of the whole test; an empty text if it can be. There are
/// two reasons: the test case does not fail alone, or not exactly one test case
/// was run.
static std::string problemAlone(const FailingTest &single) {
  bool fails = single.verdict.kind == TestVerdict::Kind::Failed;
  // A run that crashes does not print how many test cases it had.
  bool isSingle = hasCrashed(single.result) ||
                  (single.report && single.report->testCases == 1);
  if (!fails && isSingle)
    return "this test case does not fail alone";
  // If a run of Catch2 passes, its output does not have the form of a report.
  if (!fails)
    return "this test case does not fail alone, or there is none of this name";
  return isSingle ? ""
                  : "the program does not run exactly one test case for this "
                    "name";
}

/// If a failing test has several test cases, runs one of them alone and returns
/// how it fails. If there is only one test case, or if it does not fail alone,
/// returns `whole`, which says how the whole test fails. Returns a UsageError
/// if the user has chosen a test case that does not fail alone.
llvm::Expected<FailingTest>
CTestCommand::narrow(const TestedSuite &suite, const SuiteTest &test,
                     FailingTest whole, const RecordOptions &options) const {
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
    llvm::Expected<FailingTest> single = look(suite, test, command, options);
    if (!single)
      return single.takeError();
    problem = problemAlone(*single);
    if (problem.empty()) {
      say("one test case of " + test.name + ": " + chosen);
      return single;
    }
  }
  if (!testCase.empty())
    return llvm::make_error<UsageError>("--test-case " + testCase + ": " +
                                        problem);
  say("note: " + chosen + ": " + problem + "; " + test.name +
      " is recorded with all its test cases");
  return whole;
}

/// Runs a test, and one of its test cases alone if it has several. Returns an
/// error if the test does not fail.
llvm::Expected<FailingTest>
CTestCommand::fail(const TestedSuite &suite, const SuiteTest &test,
                   const RecordOptions &options) const {
  if (test.command.empty())
    return llvm::make_error<UsageError>(
        test.name + ": its program is not built; build the project first");
  llvm::Expected<FailingTest> whole = look(suite, test, test.command, options);
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
  return narrow(suite, test, std::move(*whole), options);
}

/// Records the failing test with the first of `questions` that the recorded run
/// answers.
llvm::Expected<TestQuestion> CTestCommand::record(
    const TestedSuite &suite, const SuiteTest &test, const FailingTest &failing,
    std::vector<TestQuestion> questions, const RecordOptions &options) const {
  for (TestQuestion &question : questions) {
    bool isLast = &question == &questions.back();
    llvm::Expected<Case> value = caseFor(suite, test, failing.command, options);
    if (!value)
      return value.takeError();
    value->predicate = question.predicate;
    llvm::Expected<OpenCase> recorded = recordCase(std::move(*value), options);
    // If a variable of the assertion can't be watched, the next question is
    // tried. The variable may be out of scope on the line, or it may have had
    // another value when the line was last executed.
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

static bool isGiven(const CLI::Option &option) { return option.count() != 0; }

/// Returns true if the user has given an option of the group `title`.
static bool hasGiven(const CLI::App &verb, llvm::StringRef title) {
  return llvm::any_of(verb.get_options(), [&](const CLI::Option *option) {
    return option->get_group() == title && isGiven(*option);
  });
}

/// Returns the questions about a failing test that the verb can answer, the
/// best one first. If the user has a question of their own, the run is recorded
/// without any.
static std::vector<TestQuestion> questionsFor(const Request &request,
                                              const CLI::App &verb,
                                              const FailingTest &failing) {
  if (hasGiven(verb, group::predicate))
    return {{}};
  std::vector<TestQuestion> questions =
      questionsAbout(failing.result, failing.verdict, failing.failure());
  // `compare` needs a question about the output, not about values. The last
  // question is always of this kind.
  if (request.verb == "compare")
    return {questions.back()};
  return questions;
}

/// Passes on to the verb the output that the test should have printed. Does
/// nothing if the verb takes no expected output, if the user has given one, or
/// if the output is not known.
llvm::Error CTestCommand::addExpectedOutput(
    const TestedSuite &suite, const SuiteTest &test, const FailingTest &failing,
    const CLI::App &verb, std::vector<std::string> &words) const {
  if (!verb.get_option_no_throw("--expect-stdout") ||
      hasGiven(verb, group::question) || hasCrashed(failing.result))
    return llvm::Error::success();
  std::optional<std::string> expected;
  if (failing.report)
    expected = passingOutput(failing.result.standardOutput, *failing.report);
  // If the expected output is unknown, nothing is passed on. A verb that needs
  // an expected output reports an error itself.
  if (!expected)
    return llvm::Error::success();
  llvm::Expected<std::string> path =
      suite.writeFile(test, "expected", *expected);
  if (!path)
    return path.takeError();
  say("expecting what " + frameworkName(failing.report->framework).str() +
      " prints if the test case passes");
  words.insert(words.end(), {"--expect-stdout", *path});
  return llvm::Error::success();
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

/// Finds other tests with the same program that pass, for the option
/// `--passing`.
llvm::Error CTestCommand::addPassingRuns(
    const TestedSuite &suite, const SuiteTest &test, const FailingTest &failing,
    const RecordOptions &options, std::vector<std::string> &words) const {
  constexpr size_t maxRuns = 20;
  // maxRuns counts only tests that pass, so the attempts have a limit of their
  // own.
  constexpr size_t maxAttempts = 2 * maxRuns;
  // The tests to run, each with its command line.
  std::vector<std::pair<const SuiteTest *, std::vector<std::string>>>
      candidates;
  for (const SuiteTest &other : suite.tests())
    if (&other != &test && !other.isDisabled && isSameProgram(other, test))
      candidates.emplace_back(&other, other.command);
  if (failing.report && failing.command != test.command) {
    // The test cases of the failing test that have passed are passing runs,
    // too.
    for (const std::string &name : failing.report->passed) {
      llvm::Expected<std::string> filter =
          filterFor(failing.report->framework, name);
      if (!filter) {
        // A test case that can't be run alone is left out.
        llvm::consumeError(filter.takeError());
        continue;
      }
      candidates.emplace_back(&test, test.command);
      candidates.back().second.push_back(std::move(*filter));
    }
  }
  std::string runs;
  size_t number = 0, attempts = 0;
  for (auto &[tested, command] : candidates) {
    if (number == maxRuns || attempts == maxAttempts)
      break;
    llvm::ArrayRef<std::string> arguments =
        llvm::ArrayRef(command).drop_front();
    // A file for `--passing` has one line for each run. Such a line can't
    // express a run without arguments, nor a line break or other control
    // character in an argument.
    if (arguments.empty() || llvm::any_of(arguments, hasControls))
      continue;
    ++attempts;
    // Each test is judged by its own properties, such as WILL_FAIL.
    llvm::Expected<FailingTest> other = look(suite, *tested, command, options);
    if (!other)
      return other.takeError();
    if (other->verdict.kind != TestVerdict::Kind::Passed)
      continue;
    runs += quoteForShell(arguments) + "\n";
    ++number;
  }
  if (number == 0)
    return llvm::Error::success();
  llvm::Expected<std::string> path = suite.writeFile(test, "passing", runs);
  if (!path)
    return path.takeError();
  say(counted(number, "other test") + " with the same program " +
      (number == 1 ? "passes" : "pass") + " and must go on to do so");
  words.insert(words.end(), {"--passing", *path});
  return llvm::Error::success();
}

/// Returns those options of `ctest` that the verb needs, too: the engine, the
/// sandbox, the case directory and how progress is shown.
std::vector<std::string> CTestCommand::placeWords() const {
  std::vector<std::string> words = {"-o", caseOptions.caseDirectory()};
  for (const char *name : {"--engine", "--source-map", "--unconfined", "--rw",
                           "--run-limit", "--no-signals"}) {
    const CLI::Option *option = options->get_option(name);
    if (!isGiven(*option))
      continue;
    if (option->get_expected_max() == 0) {
      words.push_back(name);
      continue;
    }
    for (const std::string &value : option->results())
      words.insert(words.end(), {name, value});
  }
  // The parser has replaced the word of this option by the number of an
  // enumerator. So the word is made from the number.
  if (isGiven(*options->get_option("--progress")))
    words.insert(words.end(), {"--progress", progressName(terminal.progress)});
  return words;
}

llvm::Expected<ExitStatus> CTestCommand::run(const CommandWords &words) {
  if (!words.empty())
    return llvm::make_error<UsageError>(
        "`pinstripe ctest` finds the program of a test itself; leave out `--` "
        "and what follows");
  const std::atomic<bool> &interrupted = catchInterrupts();
  llvm::Expected<TestedSuite> suite =
      TestedSuite::load(build, configuration, interrupted);
  if (!suite)
    return suite.takeError();
  llvm::Expected<Request> request = requestIn(*suite);
  if (!request)
    return request.takeError();
  const SuiteTest &test = *request->test;
  // The options of the verb are checked first, so that mistakes are reported
  // before the test is run.
  std::vector<std::string> command = {"pinstripe", request->verb};
  llvm::append_range(command, placeWords());
  llvm::append_range(command, request->words);
  CommandLine trial;
  if (std::optional<ExitStatus> ended = trial.parse(command))
    return *ended;
  const CLI::App &verb = trial.chosen()->definition();

  noteFixtures(*suite, test);
  Stopwatch stopwatch;
  StatusLine status(terminal, stopwatch);
  RecordOptions options = caseOptions.recordOptions(interrupted);
  status.attach(options);
  llvm::Expected<FailingTest> failing = fail(*suite, test, options);
  status.clear();
  if (!failing)
    return failing.takeError();
  say(test.name + ": " + failing->verdict.reason +
      (failing->failure() && !failing->failure()->text.empty()
           ? "; failed: " + failing->failure()->text
           : ""));
  llvm::Expected<TestQuestion> question = record(
      *suite, test, *failing, questionsFor(*request, verb, *failing), options);
  status.clear();
  if (!question)
    return question.takeError();
  if (!question->sentence.empty())
    say(question->sentence);
  if (request->verb == "record") {
    say("recorded in " + caseOptions.caseDirectory());
    return ExitStatus::Done;
  }
  // The verb `slice` has no option --watch, so the watched places become its
  // criterion.
  if (verb.get_option_no_throw("--criterion") &&
      !hasGiven(verb, group::question))
    for (const std::string &place : question->predicate.watches)
      llvm::append_range(command,
                         std::vector<std::string>{"--criterion", place});
  if (llvm::Error error =
          addExpectedOutput(*suite, test, *failing, verb, command))
    return error;
  if (verb.get_option_no_throw("--passing") &&
      verb.get_option("--passing")->count() == 0)
    if (llvm::Error error =
            addPassingRuns(*suite, test, *failing, options, command))
      return error;
  status.clear();
  CommandLine line;
  if (std::optional<ExitStatus> ended = line.parse(std::move(command)))
    return *ended;
  return line.run();
}

std::unique_ptr<Command> pinstripe::createCTestCommand(CLI::App &tool) {
  return std::make_unique<CTestCommand>(tool);
}
