// Runs a program that a user controls, and ends it when it reaches a limit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LimitedProgram.h"
#include "PlainRun.h"
#include "pinstripe/Case/ActionRuns.h"
#include "pinstripe/Execution/RunOutput.h"
#include "llvm/ADT/STLExtras.h"
#include <sys/wait.h>

using namespace pinstripe;
using End = SubprocessResult::Ending;

void pinstripe::addUnlessThere(std::vector<std::string> &environment,
                               const std::string &name,
                               const std::string &value) {
  bool isThere = llvm::any_of(environment, [&](llvm::StringRef each) {
    return each.starts_with(name + "=");
  });
  if (!isThere)
    environment.push_back(name + "=" + value);
}

LaunchSpec pinstripe::withoutTimeLimits(LaunchSpec launch) {
  launch.wallLimitSeconds = 0;
  launch.processorLimitSeconds = 0;
  return launch;
}

llvm::Expected<std::unique_ptr<LimitedProgram>>
LimitedProgram::start(LaunchSpec launch, std::vector<std::string> environment,
                      const ChildStreams &streams, const RunPlace &place,
                      const std::atomic<bool> &stop) {
  // A program that waits for its user sleeps most of the time, so a long sleep
  // is not a sign of a hang.
  launch.idleLimitSeconds = 0;
  launch = place.launchHere(std::move(launch));
  SubprocessSpec spec;
  spec.program = launch.program;
  spec.argument0 = launch.argument0;
  spec.arguments = launch.arguments;
  llvm::sort(environment);
  spec.environment = std::move(environment);
  spec.workingDirectory = launch.visitedDirectory();
  spec.sandbox = place.sandbox ? &place.sandbox->entry() : nullptr;
  spec.fileLimitBytes = largestFile(launch);
  if (place.sandbox)
    place.sandbox->nameNextProcess(Sandbox::NextProcess::Run);
  auto program = SupervisedProgram::start(spec, streams);
  if (!program)
    return program.takeError();
  return std::unique_ptr<LimitedProgram>(
      new LimitedProgram(std::move(*program), std::move(launch), stop));
}

bool LimitedProgram::isOver(uint64_t writtenBytes, unsigned ownProcesses) {
  if (hasEnded || forced != End::Exited)
    return true;
  if (program.waitFor(0)) {
    hasEnded = true;
    return true;
  }
  if (stop.load())
    forced = End::Interrupted;
  else if (writtenBytes > launch.outputLimitBytes)
    forced = End::OutputLimit;
  else if (launch.wallLimitSeconds > 0 &&
           stopwatch.seconds() >= launch.wallLimitSeconds)
    forced = End::TimedOut;
  // The limits on memory, processor time and the like are checked only every
  // 0.05 seconds, since such a check takes longer than most actions.
  constexpr double checkSeconds = 0.05;
  if (forced == End::Exited && stopwatch.seconds() >= nextLimitCheck) {
    nextLimitCheck = stopwatch.seconds() + checkSeconds;
    excess = monitor.excess(program.processId(), /*tracer=*/0, ownProcesses);
    if (excess)
      forced = End::Stopped;
  }
  return forced != End::Exited;
}

void LimitedProgram::end() {
  isWaiting = !hasEnded && forced == End::Exited;
  if (!hasEnded)
    program.requestEnd();
  status = program.takeStatus();
}

llvm::Expected<RunResult> LimitedProgram::result(const RunPlace &place,
                                                 SeenOutput output) {
  SubprocessResult ended;
  ended.seconds = stopwatch.seconds();
  ended.processorSeconds = program.processorSeconds();
  ended.ending = forced;
  if (forced == End::Exited && WIFSIGNALED(status) && !isWaiting) {
    ended.ending = End::Signalled;
    ended.signal = WTERMSIG(status);
  } else {
    ended.status = isWaiting ? waitingStatus : WEXITSTATUS(status);
  }
  // In a sandbox, Pinstripe's supervisor (the process that watches the program)
  // can't end all processes that the program has left running, since they do
  // not become its children. So the sandbox ends them.
  if (place.sandbox)
    if (llvm::Error error = place.sandbox->endAll())
      return error;
  if (forced == End::Interrupted)
    return llvm::make_error<InterruptedError>();
  ended.standardOutput = std::move(output.screen);
  ended.standardError = std::move(output.written);
  RunResult result = resultOf(std::move(ended), excess);
  if (auto limit = exceededFileLimit(launch))
    result.ending = LimitReached{*limit};
  if (llvm::Error error = collectFiles(launch, result))
    return error;
  return result;
}
