// Runs the program untraced, several times, to see whether it is deterministic.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/PlainRuns.h"
#include "PlainRun.h"
#include "RepeatedRun.h"
#include "SeenDifference.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Execution/LimitMonitor.h"
#include "pinstripe/Predicate/PredicateError.h"
#include "pinstripe/Support/AnonymousFile.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>

using namespace pinstripe;

namespace {

/// Makes the plain runs of one program and compares them. A plain run is a run
/// without an engine.
class PlainRuns {
public:
  PlainRuns(const LaunchSpec &launch, const PlainRunOptions &options)
      : launch(launch), options(options) {}
  llvm::Expected<PlainObservation> observe();

private:
  llvm::Expected<RunResult> runOnce(bool fixedAddresses);
  llvm::Expected<RunResult> run(bool fixedAddresses, const RunResult *first);
  llvm::Error compareAgain(const NamedResult &first, const NamedResult &again,
                           PlainObservation &observation) const;
  llvm::Error refuseEndless(const RunResult &result) const;

  const LaunchSpec &launch;
  const PlainRunOptions &options;
  /// A copy of the input, from which the runs read. A program might open its
  /// input for writing, but must not change the file in the case.
  std::optional<AnonymousFile> input;
};

} // namespace

/// Returns an error if the run was ended because it reached a limit.
llvm::Error PlainRuns::refuseEndless(const RunResult &result) const {
  if (std::holds_alternative<TimedOut>(result.ending)) {
    std::string limit;
    llvm::raw_string_ostream(limit)
        << llvm::format("%g s", launch.wallLimitSeconds);
    return llvm::make_error<TargetError>(
        launch.argument0 + ": does not end within " + limit +
        (result.wasBusy()
             ? " and is busy, so it may run without end; a run must end: "
               "choose a smaller input, let the program stop after some "
               "rounds, or give it more time with --timeout"
             : "; give it the input that it waits for with --stdin, or more "
               "time with --timeout"));
  }
  const auto *limit = std::get_if<LimitReached>(&result.ending);
  if (!limit)
    return llvm::Error::success();
  if (limit->kind == LimitReached::Kind::Output)
    return llvm::make_error<TargetError>(
        launch.argument0 + ": prints without end, more than " +
        describeBytes(launch.outputLimitBytes) +
        "; choose a run that prints less, or allow more with --run-limit "
        "output=");
  return llvm::make_error<TargetError>(
      launch.argument0 + ": writes a file of more than " +
      describeBytes(largestFile(launch)) +
      "; choose a run that writes less, or allow more with --run-limit "
      "file-size=");
}

llvm::Expected<RunResult> PlainRuns::runOnce(bool fixedAddresses) {
  PlainRunSettings settings;
  settings.standardInput = input ? input->path() : "";
  settings.scratchDirectory = options.scratchDirectory;
  settings.prepare = options.prepareRun;
  settings.fixedAddresses = fixedAddresses;
  settings.interrupted = options.interrupted;
  llvm::Expected<RunResult> result = makePlainRun(launch, settings);
  if (!result)
    return result;
  if (llvm::Error error = refuseEndless(*result))
    return error;
  return result;
}

/// Makes a run. If a signal that another process may have sent has ended the
/// run, repeats it until it ends like the first run, or until the program
/// itself counts as the cause of the signal. `first` is the result of the first
/// run; null if this run is the first.
llvm::Expected<RunResult> PlainRuns::run(bool fixedAddresses,
                                         const RunResult *first) {
  RepeatedRun runs;
  for (;;) {
    llvm::Expected<RunResult> result =
        repeatFailures([&] { return runOnce(fixedAddresses); });
    if (!result)
      return result.takeError();
    bool isAsFirst = first && isSameEnding(first->ending, result->ending);
    if (isAsFirst || runs.addAndIsConvincing(*result))
      return result;
    if (options.say)
      options.say("note: " + launch.argument0 +
                  ": a run ended as others end a program (" +
                  describeEnding(result->ending) + "); it is run again");
  }
}

static std::string ordinal(unsigned number) {
  return "run " + std::to_string(number);
}

/// Compares a later run with the first one. Returns an error if a predicate (a
/// rule which says what must be the same in all runs) tells the two apart. If
/// no predicate notices the difference, describes it in `observation`.
llvm::Error PlainRuns::compareAgain(const NamedResult &first,
                                    const NamedResult &again,
                                    PlainObservation &observation) const {
  if (llvm::Error error = checkEndedAlike(launch.argument0, first, again))
    return error;
  std::optional<JudgeSettings> judging;
  if (options.predicate)
    judging = {*options.predicate, options.scratchDirectory,
               options.interrupted};
  auto difference = compareRuns(first, again, judging);
  if (!difference)
    return difference.takeError();
  if (!*difference)
    return llvm::Error::success();
  if ((*difference)->isSeen)
    return llvm::make_error<PredicateError<ReproductionError>>(
        launch.argument0 +
            ": not deterministic: two runs with the same input differ\n" +
            (*difference)->text +
            "\nlikely causes are the time, random numbers, process ids and "
            "files that a run changes; fix them by arguments, a seed or --env; "
            "the order of threads is fixed by --schedule 0",
        std::vector<std::string>{"--keep", "--same-exit", "--check"});
  if (observation.unseenDifference.empty())
    observation.unseenDifference = std::move((*difference)->text);
  return llvm::Error::success();
}

llvm::Expected<PlainObservation> PlainRuns::observe() {
  if (!launch.standardInput.empty()) {
    if (llvm::Error error =
            AnonymousFile::sealedCopy("pinstripe-stdin", launch.standardInput)
                .moveInto(input))
      return error;
  }
  PlainObservation observation;
  llvm::Expected<RunResult> first = run(/*fixedAddresses=*/true, nullptr);
  if (!first)
    return first.takeError();
  if (isSameEnding(first->ending, Crashed{SIGSTOP}))
    return llvm::make_error<TargetError>(
        launch.argument0 + ": does not end: " + describeEnding(first->ending) +
        "; choose a run in which it does not stop itself");
  observation.result = std::move(*first);
  // If the user has asked for an order of threads, one run is enough. Runs
  // without an engine do not follow this order, so they may differ and are not
  // compared.
  if (launch.schedule)
    return observation;
  for (unsigned number = 2; number <= options.repeat; ++number) {
    llvm::Expected<RunResult> again =
        run(/*fixedAddresses=*/true, &observation.result);
    if (!again)
      return again.takeError();
    if (llvm::Error error =
            compareAgain({observation.result, ordinal(1)},
                         {*again, ordinal(number)}, observation))
      return error;
  }
  llvm::Expected<RunResult> randomised =
      run(/*fixedAddresses=*/false, &observation.result);
  if (!randomised)
    return randomised.takeError();
  // If a run with random addresses differs from one with fixed addresses, the
  // program may depend on addresses. But if runs with fixed addresses differ,
  // too, the difference may have another reason, so it is not reported.
  if (observation.unseenDifference.empty())
    observation.addressDifference =
        firstDifference({observation.result, "fixed addresses"},
                        {*randomised, "random addresses"})
            .value_or("");
  return observation;
}

llvm::Expected<PlainObservation>
pinstripe::observePlainRuns(const LaunchSpec &launch,
                            const PlainRunOptions &options) {
  return PlainRuns(launch, options).observe();
}
