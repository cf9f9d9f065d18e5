// Replays a call with other arguments, and judges the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/CallTester.h"
#include "pinstripe/Case/RunCanceller.h"
#include "pinstripe/Circumstance/ReferenceTester.h"
#include "pinstripe/Circumstance/StoredOutcomes.h"
#include "pinstripe/Driver/Reduce/StoredTests.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;

/// Makes an empty folder for the files that a predicate writes, inside the
/// scratch directory of the case. `name` is the folder's name.
static llvm::Expected<std::string> makeFolder(const CaseDirectory &directory,
                                              llvm::StringRef name) {
  std::string path = directory.scratchDirectory() + "/" + name.str();
  if (llvm::Error error = removeTree(path))
    return error;
  if (std::error_code code = llvm::sys::fs::create_directories(path))
    return cannotWrite(path, code.value());
  return path;
}

llvm::Expected<std::unique_ptr<RunTester>>
CallTester::create(const ReplayedCall &call, CaseRunner &runner,
                   const LaunchSpec &launch, llvm::StringRef name,
                   const std::atomic<bool> &stop) {
  std::unique_ptr<CallTester> tester(new CallTester(call, runner, launch));
  if (!call.expected) {
    auto folder = makeFolder(call.recorded.directory, name);
    if (!folder)
      return folder.takeError();
    if (llvm::Error error =
            createPredicate(call.predicate, call.failing, *folder, &stop)
                .moveInto(tester->predicate))
      return error;
  }
  if (LiveFlowEngine *live = runner.engine().liveFlow())
    live->focusLive({}, call.event);
  return std::unique_ptr<RunTester>(std::move(tester));
}

llvm::Expected<std::unique_ptr<RunTester>>
CallTester::create(const ReplayedCall &call, Lane lane, llvm::StringRef name,
                   const std::atomic<bool> &stop) {
  auto tester = create(call, *lane.runner, lane.launch, name, stop);
  if (tester)
    static_cast<CallTester &>(**tester).ownRunner = std::move(lane.runner);
  return tester;
}

llvm::Expected<TestedRun> CallTester::test(const Materials &materials,
                                           const std::atomic<bool> &givenUp) {
  LiveChange change;
  change.kind = LiveChange::Kind::Overwrite;
  change.entry = call.recorded.trace.entryOf(call.event);
  change.event = call.event;
  change.ranges = call.arguments.overwritten(*materials.callValues);
  llvm::Expected<FinishedRun> run = [&] {
    RunCanceller canceller(runner.engine(), &givenUp);
    return runner.executeLive(launch, {change}, &givenUp);
  }();
  if (!run)
    return run.takeError();
  // The run was cancelled, so its outcome is not used.
  if (givenUp.load())
    return TestedRun();
  llvm::Expected<TestedRun> tested = judge(run->result);
  if (tested)
    tested->seconds = run->seconds;
  return tested;
}

llvm::Expected<TestedRun> CallTester::judge(const RunResult &result) const {
  if (call.expected) {
    TestedRun tested =
        compareRuns(result, call.expected->run, call.expected->difference);
    if (tested.outcome != Outcome::Fail)
      if (llvm::Error error = runner.checkRoom())
        return error;
    return tested;
  }
  auto outcome = runner.judge(*predicate, call.failing, result);
  if (!outcome)
    return outcome.takeError();
  return testedRun(*outcome, result);
}

/// Returns a text with everything on which the outcome of a test depends, apart
/// from the values of the arguments.
static llvm::Expected<std::string>
describeConditions(const ReplayedCall &call, const CaseRunner &runner,
                   const LaunchSpec &launch) {
  const RecordedCase &recorded = call.recorded;
  llvm::Expected<std::string> identity = recorded.directory.recordingIdentity();
  if (!identity)
    return identity;
  std::string text =
      "call\n" + *identity + "\n" +
      conditionsOf(recorded, runner, launch, call.predicate).serialise() +
      (recorded.isConfined() ? "\nconfined" : "\nunconfined");
  for (const std::string &path : recorded.sandbox.writablePaths)
    text += "\n" + path;
  if (call.expected)
    text += "\nexpected " + call.expected->difference + " " +
            llvm::toHex(call.expected->run.standardOutput);
  text += "\nevent " + llvm::utostr(static_cast<size_t>(call.event));
  // The text includes the addresses of the arguments, since these decide which
  // memory a run overwrites. So an outcome is used again only for the same
  // addresses.
  for (const CallPart &part : call.arguments.parts)
    text += "\n" + part.name + " " + llvm::utostr(part.place) + " " +
            llvm::utostr(part.endPlace) + " " + llvm::toHex(part.bytes) +
            (part.isLength ? " length" : "");
  return text;
}

llvm::Expected<std::unique_ptr<OutcomeMemory>>
pinstripe::openStoredCalls(const ReplayedCall &call, const CaseRunner &runner,
                           const LaunchSpec &launch, bool isFresh,
                           const std::function<void(llvm::StringRef)> &say) {
  std::string path = StoredOutcomes::fileIn(call.recorded.directory.path());
  auto conditions = describeConditions(call, runner, launch);
  if (!conditions)
    return conditions.takeError();
  auto open = [&] { return StoredOutcomes::open(path, *conditions, isFresh); };
  auto opened = open();
  if (opened.errorIsA<TraceFormatError>()) {
    std::string reason = llvm::toString(opened.takeError());
    if (say)
      say("warning: " + reason + "; all calls are replayed again");
    if (llvm::Error error = StoredOutcomes::remove(path))
      return error;
    opened = open();
  }
  if (!opened)
    return opened.takeError();
  if (say && (*opened)->stored() != 0)
    say("note: resuming with " + std::to_string((*opened)->stored()) +
        " stored tests");
  return std::unique_ptr<OutcomeMemory>(std::move(*opened));
}
