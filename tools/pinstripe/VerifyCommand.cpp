// The verb `verify`: runs a result again, and without each of its parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "pinstripe/Driver/Reduce/ReduceVerb.h"
#include "pinstripe/Driver/Reduce/StoredResult.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

class VerifyCommand : public CaseCommand {
public:
  explicit VerifyCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<OpenCase> openResult(const RecordOptions &record) const;
  llvm::Expected<ReductionRequest> requestFor(const OpenedCase &opened) const;
  llvm::Expected<ExitStatus> verify(OpenedCase &opened) const;
  llvm::Error judge(const ReductionSummary &summary,
                    const EventSet &claimed) const;
};

} // namespace

static VerbDescription describeVerify() {
  return {"verify",
          "Confirms that a result is 1-minimal: executes it again, and without "
          "each of its parts",
          {"[OPTIONS] [CASEDIR]"},
          {"pinstripe verify --engine lldb"}};
}

VerifyCommand::VerifyCommand(CLI::App &tool)
    : CaseCommand(tool, describeVerify(), CaseOptions::Scope::Result) {
  addLanes("Partial executions");
}

/// Opens the case, with the predicate that its stored result was found with.
llvm::Expected<OpenCase>
VerifyCommand::openResult(const RecordOptions &record) const {
  auto directory = CaseDirectory::openForReading(record.caseDirectory);
  if (!directory)
    return directory.takeError();
  llvm::Expected<std::optional<BestResult>> best = directory->readBest();
  if (!best)
    return best.takeError();
  // If the case has no result, `readResult` will report that.
  return openCase(best->value_or(BestResult()).predicate, record);
}

llvm::Expected<ReductionRequest>
VerifyCommand::requestFor(const OpenedCase &opened) const {
  const RecordedCase &recorded = opened.recorded;
  auto stored = readResult(recorded.directory, recorded.table, recorded.trace);
  if (!stored)
    return stored.takeError();
  ReductionRequest result(recorded);
  result.flow = stored->best.flow;
  result.unrecordedCalls = stored->best.unrecordedCalls;
  result.preferences.granularity = stored->best.certificate.granularity;
  result.result = std::move(*stored);
  result.lanes = laneOptions(opened.record);
  return result;
}

/// Lists the first few of `events`, as in "sum.c:12 #3 `sum = sum + a`".
static std::string listEvents(const ReductionSummary &summary,
                              const EventSet &events) {
  InstanceTable instances(summary.table, summary.trace);
  std::string text;
  unsigned shown = 0;
  for (EventIndex index : events) {
    constexpr unsigned maxEvents = 10;
    if (++shown > maxEvents)
      return text + "\n  and " + std::to_string(events.count() - maxEvents) +
             " more";
    const StatementUnit &unit = summary.table.unit(instances.unitOf(index));
    text += "\n  " + placeOf(summary.table, unit.range) + " #" +
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
        "; the program or the predicate is not deterministic");
  EventSet needless = claimed;
  needless -= summary.kept;
  if (needless.none())
    return llvm::Error::success();
  return llvm::make_error<ReproductionError>(
      name + ": not 1-minimal: the output also comes out without " +
      counted(needless.count(), "instance") + " of the result" +
      listEvents(summary, needless) +
      "\nrun `pinstripe reduce` to reduce it further, or `pinstripe reduce "
      "--fresh` if it was certified");
}

static llvm::Error sweep(ReduceVerb &verb, const Stopwatch &stopwatch) {
  ConsoleProgress progress(stopwatch);
  return verb.run(singleRemovals, progress);
}

llvm::Expected<ExitStatus> VerifyCommand::verify(OpenedCase &opened) const {
  llvm::Expected<ReductionRequest> request = requestFor(opened);
  if (!request)
    return request.takeError();
  EventSet claimed = request->result->events;
  auto verb = ReduceVerb::create(opened, std::move(*request));
  if (!verb)
    return verb.takeError();
  if (llvm::Error error = sweep(**verb, opened.stopwatch))
    return error;
  ReductionSummary summary = (*verb)->summary();
  // The result is executed again at the end of a reduction, which may have been
  // interrupted before.
  if (summary.interrupted || !summary.repeated) {
    llvm::errs() << "interrupted: nothing is verified\n";
    return ExitStatus::Interrupted;
  }
  if (llvm::Error error = judge(summary, claimed))
    return error;
  uint64_t runs = summary.repeated->runs + 1;
  size_t elements = (*verb)->elements();
  llvm::outs() << "verified: the output comes out with "
               << counted(claimed.count(), "instance") << ", in " << runs
               << " of " << counted(runs, "run")
               << ", and not without any one of "
               << (elements == claimed.count()
                       ? "them"
                       : "the " +
                             counted(elements,
                                     granularityName(
                                         summary.certificate.granularity)) +
                             " that may be skipped alone")
               << ": " << certificateName(summary.certificate) << ", "
               << counted(summary.tests.distinct, "test") << ", "
               << describeSeconds(opened.stopwatch.seconds()) << '\n';
  return ExitStatus::Done;
}

llvm::Expected<ExitStatus> VerifyCommand::run(const CommandWords &words) {
  if (!words.empty())
    return llvm::make_error<UsageError>(
        "verify checks an existing result and takes no program; `pinstripe "
        "reduce -- " +
        words.front() + "` makes one");
  return withCase(
      [&](const RecordOptions &record) { return openResult(record); },
      [&](OpenedCase &opened) { return verify(opened); });
}

std::unique_ptr<Command> pinstripe::createVerifyCommand(CLI::App &tool) {
  return std::make_unique<VerifyCommand>(tool);
}
