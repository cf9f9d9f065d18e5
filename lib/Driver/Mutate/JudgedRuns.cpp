// Judges runs of a mutated program with other arguments or input than the
// recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/JudgedRuns.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Driver/Mutate/MutateVerb.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

/// A mutant (the program with one mutation) that runs this many times as long
/// as the recorded run counts as hanging. Mutants hang so often that this limit
/// is lower than for other changed runs.
static constexpr double hangFactor = 10;
static constexpr double shortestLimitSeconds = 0.01;

void pinstripe::limitProcessor(LaunchSpec &launch, const RunResult &whole,
                               const LimitOptions &stated) {
  if (stated.processorSeconds)
    return;
  double processor = whole.processorSeconds.value_or(whole.seconds);
  launch.processorLimitSeconds =
      std::min(launch.processorLimitSeconds,
               std::max(shortestLimitSeconds, hangFactor * processor));
}

bool pinstripe::isSameRun(const RunResult &left, const RunResult &right) {
  const auto *crash = std::get_if<Crashed>(&left.ending);
  const auto *other = std::get_if<Crashed>(&right.ending);
  bool isSameEnd = crash && other ? crash->signal == other->signal
                                  : isSameEnding(left.ending, right.ending);
  return isSameEnd && left.standardOutput == right.standardOutput &&
         left.standardError == right.standardError;
}

/// Returns how many bytes two texts have in common, from the beginning.
static size_t commonBytes(llvm::StringRef left, llvm::StringRef right) {
  size_t most = std::min(left.size(), right.size()), common = 0;
  while (common != most && left[common] == right[common])
    ++common;
  return common;
}

bool pinstripe::isRight(const RunResult &result, const JudgedRun &run) {
  if (!run.expected)
    return isSameRun(result, run.present);
  if (result.exited() && result.standardOutput == *run.expected)
    return true;
  return run.mayBeMendedInPart &&
         commonBytes(result.standardOutput, *run.expected) >
             commonBytes(run.present.standardOutput, *run.expected);
}

llvm::Expected<std::vector<JudgedRun>>
pinstripe::judgeOtherRuns(const RunnableCase &runnable,
                          llvm::ArrayRef<OtherRun> passing,
                          llvm::ArrayRef<OtherRun> failing) {
  const auto &[recorded, runner, stop, deadline] = runnable;
  std::vector<JudgedRun> judged;
  auto judge = [&, &recorded = recorded, &runner = runner,
                &stop = stop](const OtherRun &run) -> llvm::Error {
    LaunchSpec start = run.launch(partialLaunch(recorded, runner));
    start.processorLimitSeconds = start.idleLimitSeconds = 0;
    start.wallLimitSeconds =
        recorded.limits.seconds.value_or(recorded.launch.wallLimitSeconds);
    start.eventLimit = 0;
    llvm::Expected<FinishedRun> made = runner.executeLive(start, {}, &stop);
    if (!made)
      return made.takeError();
    if (stop.load())
      return llvm::Error::success();
    RunResult &result = made->result;
    std::string name = start.argument0 + " " + run.text;
    if (!run.expected && !result.exited())
      return llvm::make_error<UsageError>(
          name + ": this run does not pass: " + describeEnding(result.ending));
    if (run.expected && result.exited() &&
        result.standardOutput == *run.expected)
      return llvm::make_error<UsageError>(
          name + ": this run does not fail, it prints what is expected");
    limitRuns(start, recorded.trace, result, recorded.limits);
    start.eventLimit = recorded.limits.events.value_or(
        static_cast<uint64_t>(hangFactor) * result.eventsExecuted + 1000);
    limitProcessor(start, result, recorded.limits);
    judged.push_back(
        {std::move(start), std::move(result), run.expected, run.isMade});
    return llvm::Error::success();
  };
  // Passing runs come first, since they refute most wrong mutations. If a
  // passing run refutes a mutation, the other runs need not be made.
  for (llvm::ArrayRef<OtherRun> runs : {passing, failing})
    for (const OtherRun &run : runs)
      if (llvm::Error error = judge(run))
        return error;
  return judged;
}

llvm::Error pinstripe::checkOtherRuns(const RunnableCase &runnable,
                                      llvm::ArrayRef<OtherRun> passing,
                                      llvm::ArrayRef<OtherRun> failing) {
  return judgeOtherRuns(runnable, passing, failing).takeError();
}
