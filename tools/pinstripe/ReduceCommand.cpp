//===- ReduceCommand.cpp - pinstripe reduce -------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseOptions.h"
#include "Choices.h"
#include "Command.h"
#include "Console.h"
#include "pinstripe/Driver/ObserverChain.h"
#include "pinstripe/Driver/RecordedValues.h"
#include "pinstripe/Driver/ReductionSession.h"
#include "pinstripe/Report/JSONReporter.h"
#include "pinstripe/Report/TerminalReporter.h"
#include "pinstripe/Report/TraceViewReporter.h"
#include "pinstripe/Support/Interrupt.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <unistd.h>

using namespace pinstripe;

namespace {

class ReduceCommand : public Command {
public:
  explicit ReduceCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addReductionOptions();
  void addWishes();
  void addBudgetOptions();
  void addOutputOptions();
  SessionOptions sessionOptions(const RecordOptions &record) const;
  llvm::Error reduce(ReductionSession &session, size_t events) const;
  llvm::Error report(const ReductionSummary &summary,
                     const RecordedCase &recorded) const;

  CaseOptions caseOptions;
  static constexpr int autoGranularity = -1;

  UnrecordedCalls unrecorded = UnrecordedCalls::Diverge;
  std::optional<Flow> flow; ///< none: the case's
  int granularity = autoGranularity;
  Preferences preferences;
  std::string algorithm = allAlgorithms().front().name.str();
  unsigned lanes = 0; ///< 0: auto
  bool startFromSlice = true;
  bool fixpoint = false;
  bool fresh = false;
  ReductionBudget budget;
  std::string json;
  uint64_t jsonEvents = defaultListedEvents;
  bool traceView = false;
  bool noValues = false;
};

} // namespace

ReduceCommand::ReduceCommand(CLI::App &app)
    : Command(app.add_subcommand(
          "reduce", "Records a run and reduces it to the statement instances "
                    "that its output needs: `pinstripe reduce [OPTIONS] -- "
                    "PROGRAM [ARGUMENTS]`")),
      caseOptions(*options) {
  addReductionOptions();
  addWishes();
  addBudgetOptions();
  addOutputOptions();
  options->footer("Example:\n  pinstripe reduce --stdin in.txt --keep "
                  "'sum = .*' -- ./sample\n  pinstripe reduce --same-exit -- "
                  "./prog --its --options");
}

void ReduceCommand::addReductionOptions() {
  std::vector<std::string> names;
  std::string sentences;
  for (const Algorithm &each : allAlgorithms()) {
    names.push_back(each.name.str());
    sentences += (sentences.empty() ? "" : "; ") + each.name.str() + ": " +
                 each.sentence.str();
  }
  const std::map<std::string, UnrecordedCalls> unrecordedPolicies = {
      {"diverge", UnrecordedCalls::Diverge},
      {"skip", UnrecordedCalls::Skip},
      {"run", UnrecordedCalls::Run}};
  const std::map<std::string, int> granularities = {
      {"auto", autoGranularity},
      {"event", static_cast<int>(Granularity::Instance)},
      {"instance", static_cast<int>(Granularity::Instance)},
      {"statement", static_cast<int>(Granularity::Statement)},
      {"iteration", static_cast<int>(Granularity::Iteration)},
      {"invocation", static_cast<int>(Granularity::Invocation)}};
  options->add_option("--algorithm", algorithm, sentences)
      ->check(CLI::IsMember(names))
      ->option_text("NAME")
      ->group("Reduction");
  options
      ->add_option("--granularity", granularity,
                   "What goes in or out as one: event (an instance of a "
                   "statement), statement (all its events), iteration (the "
                   "body of an iteration, with its calls; an event where no "
                   "loop is), invocation (all that a call executed itself), or "
                   "auto: events, and where there are more than 2^18 "
                   "statements first, then events if that ends in minutes. The "
                   "result is 1-minimal by what is asked for [auto]")
      ->transform(oneOf(granularities))
      ->option_text("WHAT")
      ->group("Reduction");
  const std::map<std::string, Flow> flows = {{"trace", Flow::Trace},
                                             {"guarded", Flow::Guarded}};
  options
      ->add_option(
          "--flow", flow,
          "Who decides where control goes: trace (the recording, "
          "whatever conditions say: explains how the output was "
          "computed) or guarded (the conditions that are kept, each as "
          "in the recording, and what is skipped leaves nothing "
          "behind: also holds why it was computed) [trace, or that of "
          "the case]")
      ->transform(oneOf(flows))
      ->option_text("FLOW")
      ->group("Reduction");
  options
      ->add_option("--unrecorded", unrecorded,
                   "What a call does that the recording does not have "
                   "there: diverge, skip or run [diverge]")
      ->transform(oneOf(unrecordedPolicies))
      ->option_text("POLICY")
      ->group("Reduction");
  options
      ->add_option("-j,--jobs", lanes,
                   "Partial executions at once: a number, or auto: as many "
                   "as there are processors, if that saves time [auto]. The "
                   "result does not depend on it")
      ->transform(autoOrUpTo(LaneOptions::most))
      ->option_text("N")
      ->group("Reduction");
  const std::map<std::string, bool> starts = {{"slice", true}, {"run", false}};
  options
      ->add_option("--start-from", startFromSlice,
                   "Where the search begins: slice (the dynamic slice of the "
                   "output, if it reproduces it, which takes one test) or run "
                   "(all that was executed) [slice]")
      ->transform(oneOf(starts))
      ->option_text("WHAT")
      ->group("Reduction");
  options
      ->add_flag("--fixpoint", fixpoint,
                 "Go on after the algorithm, with the elements in reverse "
                 "order and from the beginning, until nothing more goes: "
                 "finds more of what only goes together")
      ->group("Reduction");
  options
      ->add_flag("--fresh", fresh,
                 "Make all tests again, instead of going on with those that "
                 "former reductions of the case have left")
      ->group("Reduction");
}

/// What ends a reduction that is good enough, or takes too long.
void ReduceCommand::addBudgetOptions() {
  options
      ->add_option("--max-tests", budget.tests,
                   "End after so many tests; the best result so far is "
                   "written, and another `pinstripe reduce` goes on from there")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group("Reduction");
  options
      ->add_option("--max-time", budget.seconds,
                   "End after so long, the reading of the case included")
      ->option_text("SECONDS")
      ->check(aboveZero())
      ->group("Reduction");
  options
      ->add_option("--stop-at", budget.size,
                   "End when no more than so many instances (statements, "
                   "where these go as one) are left")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group("Reduction");
}

void ReduceCommand::addOutputOptions() {
  options
      ->add_flag("--trace-view", traceView,
                 "Print a row of dots per test, as Figure 5 of the paper")
      ->group("Reduction");
  options->add_option("--json", json, "Write JSON to this file (-: stdout)")
      ->option_text("FILE")
      ->group("Files");
  options
      ->add_option("--json-events", jsonEvents,
                   "How many kept instances the JSON lists one by one: a "
                   "number, or all, at 350 bytes each [" +
                       std::to_string(defaultListedEvents) + "]")
      ->transform(allOrNumber())
      ->option_text("N")
      ->group("Files");
  options
      ->add_flag("--no-values", noValues,
                 "Do without the values that the kept instances read and "
                 "wrote in the recorded run")
      ->group("Files");
}

SessionOptions
ReduceCommand::sessionOptions(const RecordOptions &record) const {
  SessionOptions result;
  result.preferences = preferences;
  if (granularity != autoGranularity)
    result.preferences.granularity = static_cast<Granularity>(granularity);
  result.lanes.lanes.reset();
  if (lanes != 0)
    result.lanes.lanes = lanes;
  result.lanes.say = record.say;
  result.budget = budget;
  result.fixpoint = fixpoint;
  result.startFromSlice = startFromSlice;
  result.fresh = fresh;
  return result;
}

/// What is left out of the reduction, and stays.
void ReduceCommand::addWishes() {
  options
      ->add_option("--keep-event", preferences.keptEvents,
                   "Events that are always executed, with the calls that lead "
                   "to them: numbers as `pinstripe show` has them, or all "
                   "events of a line, or its k-th instance; may be repeated, "
                   "as the next two")
      ->allow_extra_args(false)
      ->option_text("N,...|FILE:LINE[#k]")
      ->group("Reduction");
  options
      ->add_option("--only", preferences.only,
                   "Try to do without statements of this file or function "
                   "only; all else is executed as recorded")
      ->allow_extra_args(false)
      ->option_text("FILE|FUNCTION")
      ->group("Reduction");
  options
      ->add_option("--skip", preferences.skipped,
                   "Execute this file or function as recorded: don't try to do "
                   "without its statements")
      ->allow_extra_args(false)
      ->option_text("FILE|FUNCTION")
      ->group("Reduction");
}

llvm::Error ReduceCommand::reduce(ReductionSession &session,
                                  size_t events) const {
  llvm::Expected<Algorithm> chosen = findAlgorithm(algorithm);
  if (!chosen)
    return chosen.takeError();
  Stopwatch stopwatch;
  ConsoleProgress progress(stopwatch);
  TraceViewReporter view(
      events,
      [&session](const Configuration &configuration) {
        return session.eventsOfRun(configuration);
      },
      styleFor(STDOUT_FILENO), llvm::outs());
  ObserverChain observers;
  if (traceView)
    observers.add(view);
  // The rows of the trace view show the progress where both go to a terminal.
  bool viewOnTerminal = traceView && isTerminal(STDOUT_FILENO);
  if (!(isTerminal(STDERR_FILENO) && viewOnTerminal))
    observers.add(progress);
  if (llvm::Error error = session.run(*chosen, observers))
    return error;
  if (traceView)
    view.finish(session.summary().kept);
  return llvm::Error::success();
}

llvm::Error ReduceCommand::report(const ReductionSummary &summary,
                                  const RecordedCase &recorded) const {
  auto write = [&](llvm::raw_ostream &stream) {
    JSONReporter(jsonEvents).report(summary, stream);
  };
  if (json != "-")
    TerminalReporter(styleFor(STDOUT_FILENO)).report(summary, llvm::outs());
  if (llvm::Error error =
          writeOutputFile(recorded.directory.resultFile(), write))
    return error;
  return json.empty() ? llvm::Error::success() : writeOutputFile(json, write);
}

llvm::Expected<ExitStatus> ReduceCommand::run(const CommandWords &words) {
  Stopwatch stopwatch;
  if (llvm::Error error = checkOutputFile(json))
    return error;
  const std::atomic<bool> &interrupted = watchForInterrupts();
  if (flow)
    caseOptions.stateFlow(*flow);
  StatusLine status;
  RecordOptions record = caseOptions.recordOptions(interrupted);
  status.attach(record);
  llvm::Expected<std::unique_ptr<RecordedCase>> recorded =
      caseOptions.obtain(words, record);
  status.clear();
  if (!recorded)
    return recorded.takeError();
  (*recorded)->launch.unrecordedCalls = unrecorded;
  (*recorded)->launch.flow = flow.value_or((*recorded)->launch.flow);
  SessionOptions settings = sessionOptions(record);
  if (budget.seconds)
    settings.budget.seconds =
        searchSeconds(*budget.seconds, stopwatch.seconds());
  llvm::Expected<std::unique_ptr<ReductionSession>> session =
      ReductionSession::create(**recorded, interrupted, settings);
  if (!session)
    return session.takeError();
  if (size_t stored = (*session)->storedTests())
    llvm::errs() << "note: goes on with " << counted(stored, "test")
                 << " of a former reduction\n";
  if (granularity == autoGranularity &&
      (*session)->granularity() == Granularity::Statement)
    llvm::errs() << "note: " << counted((*recorded)->trace.size(), "instance")
                 << " are too many to go one by one; " << "statements go with "
                 << "all their instances first\n";
  if (llvm::Error error = reduce(**session, (*recorded)->trace.size()))
    return error;
  ReductionSummary summary = (*session)->summary();
  summary.version = PINSTRIPE_VERSION;
  if (!noValues && !summary.interrupted)
    summary.values = readRecordedValues(**recorded, summary.kept);
  summary.time.totalSeconds = stopwatch.seconds();
  if (llvm::Error error = report(summary, **recorded))
    return error;
  return summary.interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createReduceCommand(CLI::App &app) {
  return std::make_unique<ReduceCommand>(app);
}
