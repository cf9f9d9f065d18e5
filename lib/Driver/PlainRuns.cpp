//===- PlainRuns.cpp - Is the program deterministic? ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/PlainRuns.h"
#include "OutputDifference.h"
#include "pinstripe/Driver/InterruptedError.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

/// The plain runs of one program.
class PlainRuns {
public:
  PlainRuns(const LaunchSpec &launch, const PlainRunOptions &options)
      : launch(launch), options(options) {}
  llvm::Expected<PlainObservation> observe();

private:
  llvm::Expected<RunResult> run(bool fixedAddresses);
  llvm::Expected<RunResult> toRunResult(SubprocessResult result) const;
  void readWatchedFiles(RunResult &result) const;
  SubprocessSpec subprocess(bool fixedAddresses) const;

  const LaunchSpec &launch;
  const PlainRunOptions &options;
};

} // namespace

SubprocessSpec PlainRuns::subprocess(bool fixedAddresses) const {
  SubprocessSpec spec;
  spec.program = launch.program;
  spec.argument0 = launch.argument0;
  spec.arguments = launch.arguments;
  spec.environment = launch.environment;
  spec.standardInput = launch.standardInput;
  spec.standardOutput = options.scratchDirectory + "/plain.stdout";
  spec.standardError = options.scratchDirectory + "/plain.stderr";
  spec.workingDirectory = launch.workingDirectory;
  spec.fixedAddresses = fixedAddresses;
  spec.wallLimitSeconds = launch.wallLimitSeconds;
  spec.outputLimitBytes = launch.outputLimitBytes;
  spec.interrupted = options.interrupted;
  return spec;
}

void PlainRuns::readWatchedFiles(RunResult &result) const {
  for (const std::string &path : launch.watchedFiles) {
    llvm::SmallString<256> whole(launch.workingDirectory);
    llvm::sys::path::append(whole, path);
    auto buffer = llvm::MemoryBuffer::getFile(whole);
    result.files[path] =
        buffer ? std::optional<std::string>((*buffer)->getBuffer().str())
               : std::nullopt;
  }
}

llvm::Expected<RunResult>
PlainRuns::toRunResult(SubprocessResult result) const {
  RunResult converted;
  std::string limit;
  llvm::raw_string_ostream(limit)
      << llvm::format("%g s", launch.wallLimitSeconds);
  switch (result.ending) {
  case SubprocessResult::Ending::Exited:
    converted.ending = Exited{result.status};
    break;
  case SubprocessResult::Ending::Signalled:
    converted.ending = Crashed{result.signal, 0};
    break;
  case SubprocessResult::Ending::TimedOut:
    return llvm::make_error<TargetError>(
        launch.argument0 + ": does not end within " + limit +
        "; give it the input that it waits for with --stdin, or more time "
        "with --timeout");
  case SubprocessResult::Ending::OutputLimit:
    return llvm::make_error<TargetError>(
        launch.argument0 + ": prints without end, more than " +
        std::to_string(launch.outputLimitBytes >> 20) +
        " MiB; choose a run that prints less");
  case SubprocessResult::Ending::Interrupted:
    return llvm::make_error<InterruptedError>(
        "interrupted before there was a result");
  }
  converted.standardOutput = std::move(result.standardOutput);
  converted.standardError = std::move(result.standardError);
  converted.seconds = result.seconds;
  readWatchedFiles(converted);
  return converted;
}

llvm::Expected<RunResult> PlainRuns::run(bool fixedAddresses) {
  if (options.prepareRun)
    if (llvm::Error error = options.prepareRun())
      return error;
  llvm::Expected<SubprocessResult> result =
      runToEnd(subprocess(fixedAddresses));
  if (!result)
    return result.takeError();
  return toRunResult(std::move(*result));
}

static std::string ordinal(unsigned number) {
  return "run " + std::to_string(number);
}

llvm::Expected<PlainObservation> PlainRuns::observe() {
  llvm::Expected<RunResult> first = run(/*fixedAddresses=*/true);
  if (!first)
    return first.takeError();
  for (unsigned number = 2; number <= options.repeat; ++number) {
    llvm::Expected<RunResult> again = run(/*fixedAddresses=*/true);
    if (!again)
      return again.takeError();
    auto difference =
        firstDifference({*first, ordinal(1)}, {*again, ordinal(number)});
    if (difference)
      return llvm::make_error<ReproductionError>(
          launch.argument0 +
          ": not deterministic: two runs with the same input differ\n" +
          *difference +
          "\nlikely causes are the time, random numbers, process ids and "
          "files that a run changes; fix them by arguments, a seed or --env");
  }
  PlainObservation observation;
  llvm::Expected<RunResult> randomised = run(/*fixedAddresses=*/false);
  if (!randomised)
    return randomised.takeError();
  observation.addressDifference =
      firstDifference({*first, "fixed addresses"},
                      {*randomised, "random addresses"})
          .value_or("");
  observation.result = std::move(*first);
  return observation;
}

llvm::Expected<PlainObservation>
pinstripe::observePlainRuns(const LaunchSpec &launch,
                            const PlainRunOptions &options) {
  return PlainRuns(launch, options).observe();
}
