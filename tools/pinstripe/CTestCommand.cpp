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
#include "TestQuestion.h"
#include "TestRuns.h"
#include "TestedSuite.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Suite/FailureReport.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/NearNames.h"
#include "pinstripe/Support/PrintableText.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

/// The words that the user has typed for `ctest`: a test, and the verb to apply
/// to it.
struct Request {
  const SuiteTest *test = nullptr;
  std::string verb = "reduce";
  /// The options that the user has typed for the verb.
  std::vector<std::string> words;
};

class CTestCommand : public Command {
public:
  explicit CTestCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<Request> requestIn(const TestedSuite &suite) const;
  void noteFixtures(const TestedSuite &suite, const SuiteTest &test) const;
  llvm::Error addExpectedOutput(const TestedSuite &suite, const SuiteTest &test,
                                const FailingTest &failing,
                                const CLI::App &verb,
                                std::vector<std::string> &words) const;
  llvm::Error addPassingRuns(const TestedSuite &suite, const SuiteTest &test,
                             const FailingTest &failing, const TestRuns &runs,
                             std::vector<std::string> &words) const;
  std::vector<std::string> placeWords(const CLI::App &verb) const;

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

/// Returns true if a verb can be applied to a test. Such a verb works on a
/// recorded case, which it finds by its option -o. The function excludes verbs
/// with the argument CASEDIR, such as `verify` and `report`, since they only
/// show or check what other verbs have found. It also excludes `input` and the
/// like: their option -o does not name a case directory, as its help says.
static bool worksOnTest(const Command &verb) {
  const CLI::App &definition = verb.definition();
  const CLI::Option *place = definition.get_option_no_throw("-o");
  return verb.description().name != "ctest" && place &&
         llvm::StringRef(place->get_description())
             .starts_with("Case directory") &&
         !definition.get_option_no_throw("CASEDIR");
}

/// Returns an error for the word `word`, which does not name a verb that can be
/// applied to a test.
static llvm::Error refuseVerb(const std::string &word,
                              const CommandLine &line) {
  std::vector<std::string> names;
  for (const std::string &name : line.names())
    if (worksOnTest(*line.find(name)))
      names.push_back(name);
  std::string all = "use " + llvm::join(names, ", ");
  // If the word is a verb, it is not misspelled. So no similar verb is
  // suggested.
  return llvm::make_error<UsageError>(
      "`" + word + "` does not work on a test; " +
      (line.find(word)
           ? all
           : describeNear(word, {names.begin(), names.end()}, all)));
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
    if (!verb || !worksOnTest(*verb))
      return refuseVerb(words.front(), line);
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
  tell("note: " + test.name +
       " requires a fixture, which is not set up here; "
       "if it needs its files, run `ctest --test-dir " +
       quoteForShell(llvm::StringRef(suite.folder())) + " -R " +
       quoteForShell(llvm::StringRef(selectionOf(setUp))) +
       "` before; servers of a fixture can't be reached");
}

static bool isGiven(const CLI::Option &option) { return option.count() != 0; }

/// Returns true if the user has given an option of the verb that belongs to the
/// group with the title `title`.
static bool hasGiven(const CLI::App &verb, llvm::StringRef title) {
  return llvm::any_of(verb.get_options(), [&](const CLI::Option *option) {
    return option->get_group() == title && isGiven(*option);
  });
}

/// Returns the questions about a failing test that the verb can answer, the
/// most precise one first. A question says what a run must reproduce. If the
/// user has given a predicate, it takes the place of all questions, and the
/// result is a single empty one.
static std::vector<TestQuestion> questionsFor(const Request &request,
                                              const CLI::App &verb,
                                              const FailingTest &failing) {
  if (hasGiven(verb, group::predicate))
    return {{}};
  std::vector<TestQuestion> questions =
      questionsAbout(failing.result, failing.verdict, failing.failure());
  // `compare` needs a question about the output, not about values of variables.
  // So it gets the last of `questions`, which is always about the output.
  if (request.verb == "compare")
    return {questions.back()};
  return questions;
}

/// Finds out what the test should have printed, and passes that on to the verb
/// as its expected output. Does nothing if the verb takes no expected output,
/// if the user has given one, if the test has crashed, or if the right output
/// is not known.
llvm::Error CTestCommand::addExpectedOutput(
    const TestedSuite &suite, const SuiteTest &test, const FailingTest &failing,
    const CLI::App &verb, std::vector<std::string> &words) const {
  if (!verb.get_option_no_throw("--expect-stdout") ||
      hasGiven(verb, group::question) || hasCrashed(failing.result))
    return llvm::Error::success();
  std::optional<std::string> expected;
  if (failing.report)
    expected = passingOutput(failing.result.standardOutput, *failing.report);
  // If the expected output is not known, the verb gets none. A verb that needs
  // it then reports an error.
  if (!expected)
    return llvm::Error::success();
  llvm::Expected<std::string> path =
      suite.writeFile(test, "expected", *expected);
  if (!path)
    return path.takeError();
  tell("expecting what " + frameworkName(failing.report->framework).str() +
       " prints if the test case passes");
  words.insert(words.end(), {"--expect-stdout", *path});
  return llvm::Error::success();
}

/// Finds the other tests that run the same program and pass. Writes them to a
/// file, and adds the option --passing with this file to `words`, which are the
/// words of the verb's command line.
llvm::Error
CTestCommand::addPassingRuns(const TestedSuite &suite, const SuiteTest &test,
                             const FailingTest &failing, const TestRuns &runs,
                             std::vector<std::string> &words) const {
  llvm::Expected<std::vector<std::string>> lines = runs.passing(failing);
  if (!lines)
    return lines.takeError();
  if (lines->empty())
    return llvm::Error::success();
  llvm::Expected<std::string> path =
      suite.writeFile(test, "passing", llvm::join(*lines, "\n") + "\n");
  if (!path)
    return path.takeError();
  tell(counted(lines->size(), "other test") + " with the same program " +
       (lines->size() == 1 ? "passes" : "pass") + " and must go on to do so");
  words.insert(words.end(), {"--passing", *path});
  return llvm::Error::success();
}

/// Returns those options of `ctest` that the verb needs, too: the engine, the
/// sandbox, the case directory and how progress is shown. An option that the
/// verb does not have is left out, since it matters for the recording only.
std::vector<std::string> CTestCommand::placeWords(const CLI::App &verb) const {
  std::vector<std::string> words = {"-o", caseOptions.caseDirectory()};
  for (const char *name : {"--engine", "--source-map", "--unconfined", "--rw",
                           "--run-limit", "--no-signals"}) {
    const CLI::Option *option = options->get_option(name);
    if (!isGiven(*option) || !verb.get_option_no_throw(name))
      continue;
    if (option->get_expected_max() == 0) {
      words.push_back(name);
      continue;
    }
    for (const std::string &value : option->results())
      words.insert(words.end(), {name, value});
  }
  // The parser has replaced the argument of `--progress` by the number of an
  // enumerator. So the word is made from the number.
  if (isGiven(*options->get_option("--progress")) &&
      verb.get_option_no_throw("--progress"))
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
  // The options of the verb are parsed before the test is run, so that the user
  // learns of mistakes at once.
  CommandLine trial;
  std::vector<std::string> command = {"pinstripe", request->verb};
  llvm::append_range(command,
                     placeWords(trial.find(request->verb)->definition()));
  llvm::append_range(command, request->words);
  if (std::optional<ExitStatus> ended = trial.parse(command))
    return *ended;
  const CLI::App &verb = trial.chosen()->definition();

  noteFixtures(*suite, test);
  Stopwatch stopwatch;
  StatusLine status(terminal, stopwatch);
  RecordOptions options = caseOptions.recordOptions(interrupted);
  status.attach(options);
  const TestRuns runs(*suite, test, caseOptions,
                      this->options->count("--timeout") != 0, options);
  llvm::Expected<FailingTest> failing = runs.fail(testCase);
  status.clear();
  if (!failing)
    return failing.takeError();
  tell(test.name + ": " + failing->verdict.reason +
       (failing->failure() && !failing->failure()->text.empty()
            ? "; failed: " + failing->failure()->text
            : ""));
  llvm::Expected<TestQuestion> question =
      runs.record(*failing, questionsFor(*request, verb, *failing));
  status.clear();
  if (!question)
    return question.takeError();
  if (!question->sentence.empty())
    tell(question->sentence);
  if (request->verb == "record") {
    tell("recorded in " + caseOptions.caseDirectory());
    return ExitStatus::Done;
  }
  // The verb `slice` has no option --watch. So the places that the predicate
  // watches become the criterion, from which the slice is computed.
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
            addPassingRuns(*suite, test, *failing, runs, command))
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
