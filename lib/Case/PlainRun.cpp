// Runs a program once as it is, without an engine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PlainRun.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Support/Subprocess.h"

using namespace pinstripe;

static SubprocessSpec subprocessFor(const LaunchSpec &launch,
                                    const PlainRunSettings &settings) {
  SubprocessSpec spec;
  spec.program = launch.program;
  spec.argument0 = launch.argument0;
  spec.arguments = launch.arguments;
  spec.environment = launch.environment;
  spec.standardInput = settings.standardInput;
  spec.standardOutput = settings.scratchDirectory + "/plain.stdout";
  spec.standardError = settings.scratchDirectory + "/plain.stderr";
  spec.workingDirectory = launch.workingDirectory;
  if (launch.sandbox)
    spec.sandbox = &launch.sandbox->entry();
  spec.fixedAddresses = settings.fixedAddresses;
  spec.wallLimitSeconds = launch.wallLimitSeconds;
  spec.outputLimitBytes = launch.outputLimitBytes;
  spec.fileLimitBytes = largestFile(launch);
  spec.interrupted = settings.interrupted;
  return spec;
}

/// Returns how the run ended. If the run was stopped because it exceeded a
/// limit, `excess` says which limit.
static Ending endingOf(const SubprocessResult &result,
                       const std::optional<Ending> &excess) {
  switch (result.ending) {
  case SubprocessResult::Ending::Exited:
  case SubprocessResult::Ending::Interrupted:
    break;
  case SubprocessResult::Ending::Signalled:
    return Crashed{result.signal, 0};
  case SubprocessResult::Ending::TimedOut:
    return TimedOut{};
  case SubprocessResult::Ending::OutputLimit:
    return LimitReached{LimitReached::Kind::Output};
  case SubprocessResult::Ending::FileLimit:
    return LimitReached{LimitReached::Kind::FileSize};
  case SubprocessResult::Ending::Stopped:
    return excess.value_or(TimedOut{});
  }
  return Exited{result.status};
}

RunResult pinstripe::resultOf(SubprocessResult ended,
                              const std::optional<Ending> &excess) {
  RunResult result;
  result.ending = endingOf(ended, excess);
  result.standardOutput = std::move(ended.standardOutput);
  result.standardError = std::move(ended.standardError);
  result.seconds = ended.seconds;
  result.processorSeconds = ended.processorSeconds;
  return result;
}

llvm::Expected<RunResult>
pinstripe::makePlainRun(const LaunchSpec &launch,
                        const PlainRunSettings &settings) {
  if (settings.prepare)
    if (llvm::Error error = settings.prepare())
      return error;
  if (launch.sandbox)
    launch.sandbox->nameNextProcess(Sandbox::NextProcess::Run);
  SubprocessSpec spec = subprocessFor(launch, settings);
  LimitMonitor monitor(launch);
  std::optional<Ending> excess;
  if (settings.keepsAllLimits)
    spec.mustEnd = [&](pid_t process) {
      // The limit on the number of processes does not count Pinstripe's own
      // processes. In a sandbox, there can be one: the supervisor, which
      // watches the program.
      excess = monitor.excess(process, /*tracer=*/0, /*ownProcesses=*/1);
      return excess.has_value();
    };
  llvm::Expected<SubprocessResult> ended = runToEnd(spec);
  if (!ended)
    return ended.takeError();
  // In a sandbox, Pinstripe's supervisor (the process that watches the program)
  // can't end all processes that the program has left running, since they do
  // not become its children. So the sandbox ends them.
  if (launch.sandbox)
    if (llvm::Error error = launch.sandbox->endAll())
      return error;
  if (ended->ending == SubprocessResult::Ending::Interrupted)
    return llvm::make_error<InterruptedError>();
  RunResult result = resultOf(std::move(*ended), excess);
  if (llvm::Error error = collectFiles(launch, result))
    return error;
  return result;
}
