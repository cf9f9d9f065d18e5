// The verb `reduce`: reduces a run to the statements that its output needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "Choices.h"
#include "pinstripe/Driver/Reduce/ObserverChain.h"
#include "pinstripe/Driver/Reduce/ReduceVerb.h"
#include "pinstripe/Driver/Slice/UninitialisedUses.h"
#include "pinstripe/Driver/Values/RecordedValues.h"
#include "pinstripe/Report/TraceViewReporter.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace pinstripe;

namespace {

class ReduceCommand : public CaseCommand {
public:
  explicit ReduceCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addFlow();
  void addGranularity();
  void addAlgorithm();
  void addSearchFlags();
  void addPreferences();
  void addBudget();
  void addOutput();
  ReductionRequest requestFor(const OpenedCase &opened) const;
  llvm::Expected<ExitStatus> reduce(OpenedCase &opened);
  void announce(const ReduceVerb &verb, size_t events) const;
  llvm::Error search(ReduceVerb &verb, size_t events, StatusLine &status) const;
  llvm::Error writeResult(const ReductionSummary &summary,
                          const RecordedCase &recorded) const;

  static constexpr int autoGranularity = -1;

  UnrecordedCalls unrecorded = UnrecordedCalls::Diverge;
  /// The flow that the user has chosen with `--flow`; nullopt for the flow of
  /// the recorded case. The flow says what decides where control goes in a
  /// test: the recording, or the conditions of the program.
  std::optional<Flow> flow;
  int granularity = autoGranularity;
  Preferences preferences;
  std::string algorithm = allAlgorithms().front().name.str();
  bool startFromSlice = true;
  bool fixpoint = false;
  bool fresh = false;
  ReductionBudget budget;
  bool traceView = false;
  bool noValues = false;
};

} // namespace

static VerbDescription describeReduce() {
  return {"reduce",
          "Reduces a run to the statements that its output needs",
          {"[OPTIONS] -- PROGRAM [ARGUMENTS]", "[OPTIONS]"},
          {"pinstripe reduce --stdin in.txt --keep 'sum = .*' -- ./sample",
           "pinstripe reduce --same-exit -- ./prog --its --options"}};
}

ReduceCommand::ReduceCommand(CLI::App &tool)
    : CaseCommand(tool, describeReduce(), CaseOptions::Scope::RunAndPredicate) {
  addFlow();
  addGranularity();
  addAlgorithm();
  addSearchFlags();
  addPreferences();
  addBudget();
  addOutput();
}

void ReduceCommand::addFlow() {
  const std::map<std::string, Flow> flows = {{"trace", Flow::Trace},
                                             {"guarded", Flow::Guarded}};
  options
      ->add_option("--flow", flow,
                   "What decides where control goes: trace: the recording, "
                   "whatever conditions say; the result explains how the "
                   "output was computed. guarded: the conditions of the "
                   "result, each as in the recording; the result also explains "
                   "why it was computed [trace, or the flow of the case]")
      ->transform(oneOf(flows))
      ->option_text("trace|guarded")
      ->group(group::search);
}

void ReduceCommand::addGranularity() {
  const std::map<std::string, int> granularities = {
      {"auto", autoGranularity},
      {"event", static_cast<int>(Granularity::Instance)},
      {"instance", static_cast<int>(Granularity::Instance)},
      {"statement", static_cast<int>(Granularity::Statement)},
      {"iteration", static_cast<int>(Granularity::Iteration)},
      {"invocation", static_cast<int>(Granularity::Invocation)}};
  options
      ->add_option("--granularity", granularity,
                   "What is executed or skipped as a whole: event (one "
                   "instance of a statement), statement (all its instances), "
                   "iteration (the body of one iteration of a loop, with its "
                   "calls; events outside of loops), invocation (all that one "
                   "call executed itself) or auto: events; in runs of more "
                   "than 2^18 events statements first, then events if that "
                   "takes minutes only [auto]")
      ->transform(oneOf(granularities))
      ->option_text("WHAT")
      ->group(group::search);
}

void ReduceCommand::addAlgorithm() {
  std::vector<std::string> names;
  std::string sentences;
  for (const Algorithm &each : allAlgorithms()) {
    names.push_back(each.name.str());
    sentences += (sentences.empty() ? "" : "; ") + each.name.str() + ": " +
                 each.sentence.str();
  }
  options
      ->add_option("--algorithm", algorithm,
                   "How the search proceeds. " + sentences + " [halving]")
      ->check(CLI::IsMember(names))
      ->option_text("NAME")
      ->group(group::search);
  const std::map<std::string, bool> starts = {{"slice", true}, {"run", false}};
  options
      ->add_option("--start-from", startFromSlice,
                   "Where the search begins: slice: with the dynamic slice of "
                   "the output, if one test shows that it reproduces the "
                   "output; in guarded flow, if it does not, with the slice "
                   "and all that its execution needs (only runs of at most "
                   "2^18 events, with LLDB 2^16); run: with all that was "
                   "executed [slice]")
      ->transform(oneOf(starts))
      ->option_text("slice|run")
      ->group(group::search);
}

void ReduceCommand::addSearchFlags() {
  const std::map<std::string, UnrecordedCalls> unrecordedPolicies = {
      {"diverge", UnrecordedCalls::Diverge},
      {"skip", UnrecordedCalls::Skip},
      {"run", UnrecordedCalls::Run}};
  options
      ->add_option("--unrecorded", unrecorded,
                   "What happens at a call that the recorded run did not make "
                   "there, such as one more call of a comparison by `qsort`: "
                   "diverge (the test is unresolved), skip (it returns at "
                   "once) or run (it is executed) [diverge]")
      ->transform(oneOf(unrecordedPolicies))
      ->option_text("diverge|skip|run")
      ->group(group::search);
  addLanes("Partial executions");
  options
      ->add_flag("--fixpoint", fixpoint,
                 "After the algorithm, repeat it in reverse order and from the "
                 "beginning until nothing more can be skipped: finds more "
                 "events that can only be skipped together")
      ->group(group::search);
  options
      ->add_flag("--fresh", fresh,
                 "Make all tests again, instead of resuming with those that "
                 "earlier reductions of the case have stored")
      ->group(group::search);
}

void ReduceCommand::addPreferences() {
  options
      ->add_option("--keep-event", preferences.keptEvents,
                   "Always execute these events and the calls that lead to "
                   "them: numbers as in `pinstripe show`, all events of a "
                   "line, or its k-th instance; may be repeated")
      ->allow_extra_args(false)
      ->option_text("N,...|FILE:LINE[#k]")
      ->group(group::alwaysRun);
  options
      ->add_option("--only", preferences.only,
                   "Try to skip statements of this file or function only; all "
                   "others run as recorded; may be repeated")
      ->allow_extra_args(false)
      ->option_text("FILE|FUNCTION")
      ->group(group::alwaysRun);
  options
      ->add_option("--skip", preferences.skipped,
                   "Leave this file or function alone: its statements run as "
                   "recorded; may be repeated")
      ->allow_extra_args(false)
      ->option_text("FILE|FUNCTION")
      ->group(group::alwaysRun);
}

void ReduceCommand::addBudget() {
  options
      ->add_option("--max-tests", budget.tests,
                   "Stop after this many tests. The best result so far is "
                   "written, and another `pinstripe reduce` resumes there")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group(group::budget);
  addMaxTime();
  options
      ->add_option("--stop-at", budget.size,
                   "Stop when at most this many instances are left (or "
                   "statements, where these are skipped as a whole)")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group(group::budget);
}

void ReduceCommand::addOutput() {
  addJSON();
  addReport();
  addSARIF();
  addAnnotations();
  addListedEvents("How many statement instances of the result the JSON lists "
                  "one by one, in 350 bytes each");
  options
      ->add_flag("--no-values", noValues,
                 "Leave out the values that the statements of the result read "
                 "and wrote; saves one more execution of the whole run")
      ->group(group::output);
  options
      ->add_flag("--trace-view", traceView,
                 "Print a row for each test, with a dot for each executed "
                 "event, as in figure 5 of Cleve and Zeller (2000)")
      ->group(group::output);
}

ReductionRequest ReduceCommand::requestFor(const OpenedCase &opened) const {
  ReductionRequest result(opened.recorded);
  result.unrecordedCalls = unrecorded;
  result.flow = flow.value_or(result.flow);
  result.preferences = preferences;
  if (granularity != autoGranularity)
    result.preferences.granularity = static_cast<Granularity>(granularity);
  result.lanes = laneOptions(opened.record);
  result.budget = budget;
  result.fixpoint = fixpoint;
  result.startFromSlice = startFromSlice;
  result.fresh = fresh;
  return result;
}

/// Tells the user how many tests of an earlier reduction are stored and need
/// not be made again. If the run has too many events to try each of them at
/// first, also tells the user that whole statements are tried first.
void ReduceCommand::announce(const ReduceVerb &verb, size_t events) const {
  if (size_t stored = verb.storedTests())
    messages() << "note: resuming with " << counted(stored, "stored test")
               << '\n';
  if (granularity == autoGranularity &&
      verb.granularity() == Granularity::Statement)
    messages() << "note: " << counted(events, "instance")
               << " are too many to try one by one; statements are tried "
                  "first, each with all its instances\n";
}

llvm::Error ReduceCommand::search(ReduceVerb &verb, size_t events,
                                  StatusLine &status) const {
  llvm::Expected<Algorithm> chosen = findAlgorithm(algorithm);
  if (!chosen)
    return chosen.takeError();
  Stopwatch stopwatch;
  ConsoleProgress progress(status, stopwatch);
  TraceViewReporter view(
      events,
      [&verb](const Configuration &configuration) {
        return verb.eventsOfRun(configuration);
      },
      styleFor(STDOUT_FILENO), results());
  ObserverChain observers;
  if (traceView)
    observers.add(view);
  // The rows of `--trace-view` show how far the reduction is. So the progress
  // line is left out if both would appear on a terminal.
  bool viewOnTerminal = traceView && isTerminal(STDOUT_FILENO);
  bool lineOnTerminal =
      status.form() == ProgressForm::Text && isTerminal(STDERR_FILENO);
  if (!(lineOnTerminal && viewOnTerminal))
    observers.add(progress);
  if (llvm::Error error = verb.run(*chosen, observers))
    return error;
  if (traceView)
    view.finish(verb.summary().kept);
  return llvm::Error::success();
}

/// Writes the result of the reduction for the user, as text or JSON or both,
/// and always as JSON into the case directory.
llvm::Error ReduceCommand::writeResult(const ReductionSummary &summary,
                                       const RecordedCase &recorded) const {
  auto writeJSON = [&](llvm::raw_ostream &stream) {
    writeReductionJSON(summary, listedEvents, stream);
  };
  auto writeText = [&](llvm::raw_ostream &stream) {
    writeReduction(summary, styleFor(STDOUT_FILENO), stream);
  };
  llvm::Error stored =
      writeOutputFile(recorded.directory.resultFile(), writeJSON);
  return llvm::joinErrors(std::move(stored), write(writeText, writeJSON));
}

/// Returns how many seconds before its deadline a reduction must end. The verb
/// needs the time to find the values that the statements of the result read and
/// wrote. For that, it executes the whole run once more.
static double secondsForValues(const RunnableCase &runnable) {
  return std::min(2 * runnable.recorded.recordSeconds,
                  0.1 * runnable.deadline.secondsLeft());
}

llvm::Expected<ExitStatus> ReduceCommand::reduce(OpenedCase &opened) {
  const RecordedCase &recorded = opened.recorded;
  RunnableCase timed = opened;
  if (!noValues)
    timed.deadline = opened.deadline.before(secondsForValues(opened));
  auto verb = ReduceVerb::create(timed, requestFor(opened));
  if (!verb)
    return verb.takeError();
  std::optional<UninitialisedMemory> uninitialised;
  if (llvm::Error error =
          findUninitialised(timed, opened.record.say, opened.record.progress)
              .moveInto(uninitialised))
    return error;
  announce(**verb, recorded.trace.size());
  if (llvm::Error error = search(**verb, recorded.trace.size(), opened.status))
    return error;
  ReductionSummary summary = (*verb)->summary();
  summary.version = PINSTRIPE_VERSION;
  summary.uninitialised = std::move(uninitialised);
  if (!noValues && !summary.interrupted && summary.failure.empty() &&
      !opened.deadline.hasPassed())
    summary.values = readRecordedValues(opened, summary.kept);
  summary.totalSeconds = opened.stopwatch.seconds();
  if (llvm::Error error = writeResult(summary, recorded))
    return error;
  if (llvm::Error error = keepResult(opened, [&](llvm::raw_ostream &stream) {
        writeReductionJSON(summary, storedEvents, stream);
      }))
    return error;
  annotate(summary);
  if (!summary.failure.empty())
    return llvm::make_error<EngineError>(summary.failure);
  return summary.interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

llvm::Expected<ExitStatus> ReduceCommand::run(const CommandWords &words) {
  if (flow)
    caseOptions.stateFlow(*flow);
  return withCase(words, [&](OpenedCase &opened) { return reduce(opened); });
}

std::unique_ptr<Command> pinstripe::createReduceCommand(CLI::App &tool) {
  return std::make_unique<ReduceCommand>(tool);
}
