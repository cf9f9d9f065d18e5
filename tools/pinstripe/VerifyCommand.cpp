// The verb `verify`: checks by further runs that a stored result is right, and
// that it needs each of its parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "pinstripe/Driver/Reduce/ReduceVerb.h"
#include "pinstripe/Driver/Reduce/StoredResult.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

class VerifyCommand : public CaseCommand {
public:
  explicit VerifyCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<ReductionRequest> requestFor(const OpenedCase &opened) const;
  llvm::Expected<ExitStatus> verify(OpenedCase &opened) const;
  llvm::Error judge(const VerificationSummary &summary) const;
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
  addJSON();
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

/// Returns a list of at most ten of `events`, each in the form "sum.c:12 #3
/// `sum = sum + a`".
static std::string listEvents(const VerificationSummary &summary,
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

/// Returns an error unless the runs have confirmed the result: it always
/// reproduces the output, and no part of it can be left out.
llvm::Error VerifyCommand::judge(const VerificationSummary &summary) const {
  const std::string &name = summary.theCase.program;
  if (summary.repeated.differ())
    return llvm::make_error<ReproductionError>(
        name + ": the result reproduced the output in only " +
        llvm::Twine(summary.repeated.reproduced) + " of " +
        counted(summary.repeated.runs, "run") +
        "; the program or the predicate is not deterministic");
  if (summary.needless.none())
    return llvm::Error::success();
  return llvm::make_error<ReproductionError>(
      name + ": not 1-minimal: the output also comes out without " +
      counted(summary.needless.count(), "instance") + " of the result" +
      listEvents(summary, summary.needless) +
      "\nrun `pinstripe reduce` to reduce it further, or `pinstripe reduce "
      "--fresh` if it was certified");
}

/// Returns a text that says why some events of the result were not left out one
/// by one, such as "2 are pinned, 4 go with others". A pinned event is never
/// left out. An event that goes with others can be left out only together with
/// them.
static std::string describeOthers(const VerificationSummary &summary) {
  llvm::SmallVector<std::string> parts;
  auto add = [&](uint64_t count, llvm::StringRef one, llvm::StringRef many) {
    if (count != 0)
      parts.push_back(std::to_string(count) + " " +
                      (count == 1 ? one : many).str());
  };
  add(summary.pinned, "is pinned", "are pinned");
  add(summary.userPinned, "is kept on request", "are kept on request");
  add(summary.glued(), "goes with another", "go with others");
  return llvm::join(parts, ", ");
}

static void writeText(const VerificationSummary &summary,
                      llvm::raw_ostream &stream) {
  uint64_t runs = summary.repeated.runs + 1;
  Granularity granularity = summary.certificate.granularity;
  bool isEach = summary.elements == summary.claimed.count();
  stream << "verified: the output comes out with "
         << counted(summary.claimed.count(), "instance") << ", in " << runs
         << " of " << counted(runs, "run") << ", and not without any one of ";
  if (isEach)
    stream << "them";
  else
    stream << "the " << counted(summary.elements, granularityName(granularity))
           << " that may be skipped alone";
  if (!isEach && granularity == Granularity::Instance)
    stream << " (" << describeOthers(summary) << ")";
  stream << ": " << certificateName(summary.certificate) << ", "
         << counted(summary.tests, "test") << ", "
         << describeSeconds(summary.totalSeconds) << '\n';
}

static VerificationSummary summarise(const ReductionSummary &found,
                                     const EventSet &claimed,
                                     uint64_t elements) {
  VerificationSummary summary{found, claimed, claimed};
  summary.needless -= found.kept;
  summary.repeated = *found.repeated;
  summary.elements = elements;
  summary.certificate = found.certificate;
  summary.tests = found.tests.distinct;
  for (EventIndex event : claimed) {
    bool isUserPinned = found.isUserPinned(event);
    const UnitTable &table = found.table;
    summary.userPinned += isUserPinned;
    summary.pinned +=
        !isUserPinned && table.unitOf(found.trace.entryOf(event)).isPinned();
  }
  return summary;
}

static llvm::Error sweep(ReduceVerb &verb, StatusLine &status,
                         const Stopwatch &stopwatch) {
  ConsoleProgress progress(status, stopwatch);
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
  if (llvm::Error error = sweep(**verb, opened.status, opened.stopwatch))
    return error;
  ReductionSummary found = (*verb)->summary();
  if (!found.failure.empty())
    return llvm::make_error<EngineError>(found.failure);
  // The last step of the verification executes the whole result again. Nothing
  // is verified if the user has interrupted the verification before this step.
  if (found.interrupted || !found.repeated) {
    messages() << "interrupted: nothing is verified\n";
    return ExitStatus::Interrupted;
  }
  VerificationSummary summary = summarise(found, claimed, (*verb)->elements());
  summary.version = PINSTRIPE_VERSION;
  summary.totalSeconds = opened.stopwatch.seconds();
  llvm::Error error = judge(summary);
  llvm::Error written = write(
      [&](llvm::raw_ostream &stream) {
        if (summary.isConfirmed())
          writeText(summary, stream);
      },
      [&](llvm::raw_ostream &stream) {
        writeVerificationJSON(summary, stream);
      });
  if (error || written)
    return llvm::joinErrors(std::move(error), std::move(written));
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
