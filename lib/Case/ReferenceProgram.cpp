// Compares the program with a reference, a program that prints what is right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ReferenceProgram.h"
#include "PlainRun.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Support/AnonymousFile.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <set>

using namespace pinstripe;

/// Limits on the wall time, processor time and idle time of a run. Each limit
/// is a multiple of the time that the program or the reference takes for the
/// input of the recorded run, whichever is longer. But each limit is at least
/// the time given here in seconds.
static constexpr double limitFactor = 20;
static constexpr double shortestWall = 1, shortestProcessor = 0.2,
                        shortestIdle = 0.5;

static llvm::Error errorAbout(llvm::StringRef name, const llvm::Twine &reason) {
  return llvm::make_error<UsageError>("--reference " + name + ": " + reason);
}

/// Turns an error about the program under test into an error about the
/// reference.
static llvm::Error errorAbout(llvm::StringRef name, llvm::Error error) {
  return llvm::handleErrors(std::move(error),
                            [&](const TargetError &target) -> llvm::Error {
                              llvm::StringRef reason = target.message;
                              // The name of the reference is removed from the
                              // beginning of the old message, so that the new
                              // message does not have it twice.
                              reason.consume_front((name + ": ").str());
                              return errorAbout(name, llvm::Twine(reason));
                            });
}

llvm::Expected<std::string> ReferenceProgram::find(llvm::StringRef name) {
  if (name.empty())
    return llvm::make_error<UsageError>(
        "--reference: no program given; name one that prints what is right");
  llvm::Expected<std::string> path = findExecutable(name);
  if (!path)
    return errorAbout(name, path.takeError());
  return path;
}

ReferenceProgram::ReferenceProgram(const RunnableCase &runnable,
                                   llvm::StringRef name)
    : recorded(runnable.recorded), runner(runnable.runner), stop(runnable.stop),
      theName(name) {}

llvm::Error ReferenceProgram::refusal(const llvm::Twine &reason) const {
  return errorAbout(theName, reason);
}

/// Returns true if the program in the sandbox finds the same file at `path` as
/// the user does.
static bool isSeenIn(const Sandbox &sandbox, const std::string &path) {
  llvm::Expected<std::optional<std::string>> seen = sandbox.readFile(path);
  if (!seen) {
    llvm::consumeError(seen.takeError());
    return false;
  }
  llvm::Expected<std::string> present = readFile(path);
  if (!present) {
    llvm::consumeError(present.takeError());
    return false;
  }
  return *seen == *present;
}

/// Prepares the sandbox and the working directory for runs of the reference.
/// These runs need a sandbox of their own: at the end of such a run, all
/// processes in its sandbox are killed, and the engine still needs its
/// processes in the other sandbox.
llvm::Error ReferenceProgram::makePlace() {
  if (!recorded.isConfined()) {
    place = runner.place();
    return llvm::Error::success();
  }
  SandboxSpec spec = recorded.sandbox;
  if (llvm::Error error = confine(place, spec))
    return error;
  if (spec.initialDirectory.empty() || isSeenIn(*place.sandbox, thePath))
    return llvm::Error::success();
  // The sandbox shows the working directory as it was at the recording. If the
  // reference was built in the working directory later, the sandbox would lack
  // it. So the sandbox is made again, with the working directory as it is now.
  spec.initialDirectory.clear();
  return confine(place, spec);
}

llvm::Expected<RunResult>
ReferenceProgram::run(const std::string &program,
                      const LaunchSpec &launch) const {
  LaunchSpec start = launch;
  start.program = program;
  PlainRunSettings settings;
  settings.scratchDirectory = recorded.directory.scratchDirectory();
  settings.prepare = place.prepare;
  settings.keepsAllLimits = true;
  settings.interrupted = &stop;
  std::optional<AnonymousFile> input;
  if (!start.standardInput.empty()) {
    // The reference might open its input for writing, so it gets a copy of the
    // input.
    if (llvm::Error error =
            AnonymousFile::sealedCopy("pinstripe-stdin", start.standardInput)
                .moveInto(input))
      return error;
    settings.standardInput = input->path();
  }
  return makePlainRun(start, settings);
}

void ReferenceProgram::limitRuns(double seconds) {
  double most = recorded.launch.wallLimitSeconds;
  base.wallLimitSeconds =
      std::clamp(limitFactor * seconds, std::min(shortestWall, most), most);
  base.processorLimitSeconds =
      std::max(shortestProcessor, limitFactor * seconds);
  base.idleLimitSeconds = std::max(shortestIdle, limitFactor * seconds);
}

static std::string secondsAsText(double seconds) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g s", seconds);
  return text;
}

/// Runs the reference twice with the input of the recorded run. Returns an
/// error if it does not end by itself, or does not do the same both times.
llvm::Error ReferenceProgram::observe() {
  llvm::Expected<RunResult> first = run(thePath, base);
  if (!first)
    return errorAbout(theName, first.takeError());
  usual = std::move(*first);
  if (std::holds_alternative<TimedOut>(usual.ending))
    return refusal(
        "does not end within " + secondsAsText(base.wallLimitSeconds) +
        " with the input of the recorded run; give a program that takes the "
        "same arguments and input, or more time with --timeout");
  if (!usual.exited())
    return refusal(
        "does not end by itself with the input of the recorded run (" +
        describeEnding(usual.ending) +
        "), so it does not say what is right; give a program that does");
  llvm::Expected<RunResult> second = run(thePath, base);
  if (!second)
    return second.takeError();
  if (second->standardOutput != usual.standardOutput ||
      !isSameEnding(second->ending, usual.ending))
    return refusal("does not print the same each time, so its output does not "
                   "say what is right; give one that does");
  if (recorded.observation.exited() &&
      recorded.observation.standardOutput == usual.standardOutput)
    return refusal("prints just what " + recorded.launch.argument0 +
                   " prints with this input, so nothing is wrong; give a "
                   "program that prints what is right, or an input for which "
                   "they differ");
  llvm::Expected<RunResult> own = run(recorded.launch.program, base);
  if (!own)
    return own.takeError();
  limitRuns(std::max({usual.seconds, second->seconds, own->seconds}));
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<ReferenceProgram>>
ReferenceProgram::start(const RunnableCase &runnable, llvm::StringRef name) {
  std::unique_ptr<ReferenceProgram> reference(
      new ReferenceProgram(runnable, name));
  if (llvm::Error error = find(name).moveInto(reference->thePath))
    return error;
  if (llvm::Error error = reference->makePlace())
    return error;
  // The program and the reference are run without a pattern in uninitialised
  // memory. The runs without an engine at the recording had no such pattern
  // either.
  reference->base = reference->place.launchHere(
      withPoison(runnable.recorded.launch, Poison::Stale));
  reference->base.observedFiles.clear();
  if (llvm::Error error = reference->observe())
    return error;
  return reference;
}

bool ReferenceProgram::saysMore() const {
  return withBufferedOutput(recorded.observation).standardOutput !=
             usual.standardOutput &&
         recorded.observation.standardOutput != usual.standardOutput;
}

std::string ReferenceProgram::doubt() const {
  const RunResult &own = recorded.observation;
  const std::string &program = recorded.launch.argument0;
  const auto *theirs = std::get_if<Exited>(&usual.ending);
  const auto *ours = std::get_if<Exited>(&own.ending);
  if (usual.standardOutput.empty())
    return theName + " prints nothing with the input of the recorded run (" +
           describeEnding(usual.ending) +
           "); does it take the same arguments and input as " + program + "?";
  std::string statuses;
  if (theirs && ours && theirs->status != ours->status)
    statuses = " and ends with " + describeEnding(usual.ending) +
               " instead of " + describeEnding(own.ending);
  std::vector<llvm::StringRef> expected = splitLines(usual.standardOutput);
  std::set<llvm::StringRef> known(expected.begin(), expected.end());
  std::vector<llvm::StringRef> printed = splitLines(own.standardOutput);
  bool anyAlike =
      std::any_of(printed.begin(), printed.end(),
                  [&](llvm::StringRef line) { return known.count(line) != 0; });
  // A program that prints only one or two lines may print all of them wrong. So
  // if an output has at most two lines, the two programs need not have a line
  // in common.
  constexpr size_t fewLines = 2;
  if (anyAlike || printed.size() <= fewLines || expected.size() <= fewLines)
    return "";
  return theName + " prints no line that " + program + " prints" + statuses +
         "; does it take the same arguments and input?";
}

llvm::Expected<ComparedRun> ReferenceProgram::compare(const OtherRun &other) {
  LaunchSpec launch = other.launch(base);
  ComparedRun compared;
  if (llvm::Error error = run(thePath, launch).moveInto(compared.ofReference))
    return error;
  if (!compared.ofReference.exited() ||
      !isSameEnding(compared.ofReference.ending, usual.ending))
    return compared;
  if (llvm::Error error =
          run(recorded.launch.program, launch).moveInto(compared.ofProgram))
    return error;
  const RunResult &own = compared.ofProgram;
  bool isAlike = own.standardOutput == compared.ofReference.standardOutput;
  if (own.exited() && !isAlike)
    compared.agreement = Agreement::Different;
  else if (own.exited() && isSameEnding(own.ending, usual.ending))
    compared.agreement = Agreement::Same;
  else if (std::holds_alternative<Crashed>(own.ending))
    compared.agreement = Agreement::Different;
  return compared;
}
