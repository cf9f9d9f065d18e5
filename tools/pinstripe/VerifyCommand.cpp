//===- VerifyCommand.cpp - pinstripe verify -------------------------------===//
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
#include "pinstripe/Driver/ReductionSession.h"
#include "pinstripe/Driver/StoredResult.h"
#include "pinstripe/Report/InstanceTable.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

class VerifyCommand : public Command {
public:
  explicit VerifyCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<std::unique_ptr<RecordedCase>> openCase(RecordOptions &record);
  llvm::Expected<SessionOptions> sessionOptions(const RecordedCase &recorded);
  llvm::Error judge(const ReductionSummary &summary,
                    const EventSet &claimed) const;

  RecordOptions place;
  unsigned lanes = 0; ///< 0: auto
};

} // namespace

VerifyCommand::VerifyCommand(CLI::App &app)
    : Command(app.add_subcommand(
          "verify", "Executes the result in a case directory again, and "
                    "without each of its elements, to see that it is "
                    "1-minimal: `pinstripe verify [OPTIONS] [CASEDIR]`")) {
  options
      ->add_option("-o,CASEDIR", place.caseDirectory,
                   "The case directory [.pinstripe]")
      ->option_text("CASEDIR");
  options
      ->add_option("--engine", place.engine,
                   "What runs the program: auto, native or lldb [auto]")
      ->check(CLI::IsMember(engineNames()))
      ->option_text("NAME");
  options
      ->add_option("-j,--jobs", lanes,
                   "Partial executions at once: a number, or auto [auto]")
      ->transform(autoOrUpTo(LaneOptions::most))
      ->option_text("N");
  addContainmentOptions(*options, place.containment);
  options->footer("Example:\n  pinstripe verify --engine lldb");
}

/// As it was when the result was found.
llvm::Expected<std::unique_ptr<RecordedCase>>
VerifyCommand::openCase(RecordOptions &record) {
  auto directory = CaseDirectory::openForReading(place.caseDirectory);
  if (!directory)
    return directory.takeError();
  llvm::Expected<std::optional<BestResult>> best = directory->readBest();
  if (!best)
    return best.takeError();
  // That there is none is said by `readResult`.
  BestResult found = best->value_or(BestResult());
  auto recorded = RecordedCase::open(found.predicate, record);
  if (recorded) {
    (*recorded)->launch.unrecordedCalls = found.unrecordedCalls;
    (*recorded)->launch.flow = found.flow;
  }
  return recorded;
}

llvm::Expected<SessionOptions>
VerifyCommand::sessionOptions(const RecordedCase &recorded) {
  auto stored = readResult(recorded.directory, recorded.table, recorded.trace);
  if (!stored)
    return stored.takeError();
  SessionOptions result;
  result.preferences.granularity = findGranularity(stored->best.granularity);
  if (!result.preferences.granularity)
    return llvm::make_error<TraceFormatError>(
        recorded.directory.bestFile() + ": no such granularity: " +
        stored->best.granularity + "; run `pinstripe reduce` again");
  result.result = std::move(*stored);
  result.lanes.lanes.reset();
  if (lanes != 0)
    result.lanes.lanes = lanes;
  return result;
}

/// "sum.c:12 #3 `sum = sum + a`", of the first few.
static std::string listEvents(const ReductionSummary &summary,
                              const EventSet &events) {
  InstanceTable instances(summary.table, summary.trace);
  std::string text;
  unsigned shown = 0;
  for (unsigned i : events.set_bits()) {
    constexpr unsigned most = 10;
    if (++shown > most)
      return text + "\n  and " + std::to_string(events.count() - most) +
             " more";
    EventIndex index{i};
    const StatementUnit &unit = summary.table.unit(instances.unitOf(index));
    text += "\n  " + summary.table.displayPath(unit.range.file) + ":" +
            std::to_string(unit.range.line) + " #" +
            std::to_string(instances.instanceOf(index)) + " `" + unit.text +
            "`";
  }
  return text;
}

llvm::Error VerifyCommand::judge(const ReductionSummary &summary,
                                 const EventSet &claimed) const {
  const std::string &name = summary.theCase.program;
  if (summary.isFlaky())
    return llvm::make_error<ReproductionError>(
        name + ": the result reproduced the output in only " +
        llvm::Twine(summary.repeated->reproduced) + " of " +
        counted(summary.repeated->runs, "run") +
        "; program or predicate are not deterministic");
  EventSet needless = claimed;
  needless.reset(summary.kept);
  if (needless.none())
    return llvm::Error::success();
  return llvm::make_error<ReproductionError>(
      name + ": not 1-minimal: the output comes out without " +
      counted(needless.count(), "instance") + " of the result, too" +
      listEvents(summary, needless) +
      "\nrun `pinstripe reduce` to go on with it, or `pinstripe reduce "
      "--fresh` "
      "if it was certified");
}

static llvm::Error sweep(ReductionSession &session,
                         const Stopwatch &stopwatch) {
  ConsoleProgress progress(stopwatch);
  return session.run(singleRemovals, progress);
}

llvm::Expected<ExitStatus> VerifyCommand::run(const CommandWords &words) {
  if (!words.empty())
    return llvm::make_error<UsageError>(
        "verify looks at a result that is there and takes no program; "
        "`pinstripe reduce -- " +
        words.front() + "` makes one");
  Stopwatch stopwatch;
  const std::atomic<bool> &interrupted = watchForInterrupts();
  StatusLine status;
  RecordOptions record = place;
  record.interrupted = &interrupted;
  record.say = [](llvm::StringRef text) { llvm::errs() << text << '\n'; };
  status.attach(record);
  auto recorded = openCase(record);
  status.clear();
  if (!recorded)
    return recorded.takeError();
  llvm::Expected<SessionOptions> settings = sessionOptions(**recorded);
  if (!settings)
    return settings.takeError();
  EventSet claimed = settings->result->events;
  auto session =
      ReductionSession::create(**recorded, interrupted, std::move(*settings));
  if (!session)
    return session.takeError();
  if (llvm::Error error = sweep(**session, stopwatch))
    return error;
  ReductionSummary summary = (*session)->summary();
  // The result is repeated last; that may have been interrupted, too.
  if (summary.interrupted || !summary.repeated) {
    llvm::errs() << "interrupted: nothing is verified\n";
    return ExitStatus::Interrupted;
  }
  if (llvm::Error error = judge(summary, claimed))
    return error;
  llvm::outs() << "verified: " << counted(claimed.count(), "instance")
               << " reproduce the output, in " << summary.repeated->runs + 1
               << " of " << counted(summary.repeated->runs + 1, "run")
               << ", and do not without any one of "
               << counted((*session)->elements(), summary.granularity) << ": "
               << summary.minimality << ", "
               << counted(summary.tests.distinct, "test") << ", "
               << describeSeconds(stopwatch.seconds()) << '\n';
  return ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createVerifyCommand(CLI::App &app) {
  return std::make_unique<VerifyCommand>(app);
}
