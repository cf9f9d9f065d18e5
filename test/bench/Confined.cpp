// Measures what a sandbox costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares partial executions in a sandbox with partial executions without one.
// The sandbox is restored before each run, as the tool does. Without a sandbox,
// nothing is restored.

#include "Measurements.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;
using namespace pinstripe::bench;

static const char *const writtenName = "written.txt";

/// Makes a sandbox like that of a case: it has a stored copy of the working
/// directory, and hides a folder.
static llvm::Expected<std::shared_ptr<Sandbox>>
makeSandbox(const std::string &workingDirectory, const std::string &scratch) {
  SandboxSpec spec;
  spec.workingDirectory = workingDirectory;
  spec.initialDirectory = scratch + "/case/initial";
  spec.hiddenFolders = {scratch + "/case"};
  if (std::error_code code =
          llvm::sys::fs::create_directories(spec.initialDirectory))
    return llvm::errorCodeToError(code);
  return Sandbox::create(spec);
}

/// Returns a contender whose time includes the restoration of the sandbox
/// before the run, which is a part of each test.
static Contender inSandbox(Contender unprepared,
                           std::shared_ptr<Sandbox> sandbox) {
  auto run = [unprepared, sandbox]() -> llvm::Expected<double> {
    double seconds = 0;
    if (llvm::Error error =
            timed(seconds, [&] { return sandbox->prepareRun(); }))
      return std::move(error);
    auto more = unprepared.run();
    return more ? *more + seconds : std::move(more);
  };
  return {run, unprepared.rounds, {}};
}

/// Returns a contender that first removes the files of earlier runs, as a
/// sandbox would. To overwrite a file takes longer than to create it.
static Contender inCleanFolder(Contender unprepared,
                               const std::string &written) {
  auto run = [unprepared, written]() -> llvm::Expected<double> {
    if (std::error_code code = llvm::sys::fs::remove(written))
      return llvm::errorCodeToError(code);
    return unprepared.run();
  };
  return {run, unprepared.rounds, {}};
}

llvm::Error Measurements::measureContainment() {
  LaunchSpec free = subject->launch(options.containment.events);
  LaunchSpec confined = free;
  auto sandbox = makeSandbox(free.workingDirectory, options.scratch);
  if (sandbox.errorIsA<ContainmentError>()) {
    llvm::errs() << "bench: " << subject->name << ", containment: left out, "
                 << "since " << llvm::toString(sandbox.takeError()) << "\n";
    return llvm::Error::success();
  }
  if (llvm::Error error = std::move(sandbox).moveInto(confined.sandbox))
    return error;
  if (llvm::Error error = compareContainment(free, confined, "nothing"))
    return error;
  for (LaunchSpec *launch : {&free, &confined})
    launch->arguments.push_back(writtenName);
  return compareContainment(free, confined, "a file");
}

/// Each contender has an engine of its own. A shared engine would have to start
/// the program again at every turn.
llvm::Error Measurements::compareContainment(const LaunchSpec &free,
                                             const LaunchSpec &confined,
                                             llvm::StringRef written) {
  auto other = createEngine(options.engine);
  if (!other)
    return other.takeError();
  auto recording = engine->record(free);
  if (!recording)
    return recording.takeError();
  auto run = [&](ExecutionEngine &by, const LaunchSpec &launch) {
    return partialExecution(by, launch, *recording, PlanKind::Full,
                            options.containment.rounds);
  };
  std::string file = free.workingDirectory + "/" + writtenName;
  Contender contenders[] = {
      inCleanFolder(run(*engine, free), file),
      inSandbox(run(**other, confined), confined.sandbox)};
  if (llvm::Error error = measureInTurns(contenders))
    return error;
  const Samples &without = contenders[0].samples, &with = contenders[1].samples;
  containmentTable.add({subject->name, powerOfTen(options.containment.events),
                        written.str(), milliseconds(without),
                        milliseconds(with), ratio(with, without),
                        rounded(1e3 * (with.median() - without.median()))});
  return llvm::Error::success();
}
