// Makes many runs of a program without an engine; needs no debug information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ServedRuns.h"
#include "PlainRun.h"
#include "RepeatedRun.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Support/AtomicFile.h"
#include <cerrno>
#include <unistd.h>

using namespace pinstripe;

llvm::Error pinstripe::prepareRun(RunPlace &place,
                                  llvm::ArrayRef<ProvidedFile> files) {
  if (place.prepare)
    if (llvm::Error error = place.prepare())
      return error;
  for (const ProvidedFile &file : files) {
    if (place.sandbox) {
      if (llvm::Error error =
              place.sandbox->provideFile(file.path, file.content))
        return error;
    } else if (file.content) {
      if (llvm::Error error = writeFileAtomically(file.path, *file.content,
                                                  Durability::ProcessKill))
        return error;
    } else if (::unlink(file.path.c_str()) != 0 && errno != ENOENT) {
      return cannotWrite(file.path, errno);
    }
  }
  return llvm::Error::success();
}

llvm::Expected<RunResult>
ServedRuns::makeOnce(const LaunchSpec &stated, llvm::StringRef input,
                     llvm::ArrayRef<ProvidedFile> files,
                     const std::atomic<bool> &stop) {
  LaunchSpec launch = place.launchHere(stated);
  SubprocessSpec spec;
  spec.program = launch.program;
  spec.argument0 = launch.argument0;
  spec.arguments = launch.arguments;
  spec.environment = launch.environment;
  spec.workingDirectory = launch.visitedDirectory();
  spec.sandbox = place.sandbox ? &place.sandbox->entry() : nullptr;
  spec.wallLimitSeconds = launch.wallLimitSeconds;
  spec.outputLimitBytes = launch.outputLimitBytes;
  spec.fileLimitBytes = largestFile(launch);
  spec.interrupted = &stop;
  if (llvm::Error error = prepareRun(place, files))
    return error;
  if (!server)
    if (llvm::Error error = PlainServer::start(spec).moveInto(server))
      return error;
  LimitMonitor monitor(launch);
  std::optional<Ending> excess;
  spec.mustEnd = [&](pid_t process) {
    constexpr unsigned ownProcesses = 1; // the server
    excess = monitor.excess(process, server->processId(), ownProcesses);
    return excess.has_value();
  };
  if (place.sandbox)
    place.sandbox->nameNextProcessIfAsked(Sandbox::NextProcess::Run);
  llvm::Expected<SubprocessResult> ended = server->run(spec, input);
  if (!ended)
    return ended.takeError();
  if (ended->ending == SubprocessResult::Ending::Interrupted)
    return llvm::make_error<InterruptedError>();
  if (place.sandbox && !server->hasLeftovers())
    place.sandbox->noteNothingShared();
  RunResult result = resultOf(std::move(*ended), excess);
  if (auto limit = exceededFileLimit(launch))
    result.ending = LimitReached{*limit};
  if (llvm::Error error = collectFiles(launch, result))
    return error;
  return result;
}

llvm::Expected<RunResult> ServedRuns::make(const LaunchSpec &launch,
                                           llvm::StringRef input,
                                           llvm::ArrayRef<ProvidedFile> files,
                                           const std::atomic<bool> &stop) {
  return repeatUntilConvincing([&] {
    llvm::Expected<RunResult> attempt = makeOnce(launch, input, files, stop);
    // After an error, the state of the server (the process that starts the
    // program) is unknown. So the next run gets a new server.
    if (!attempt)
      server.reset();
    return attempt;
  });
}
