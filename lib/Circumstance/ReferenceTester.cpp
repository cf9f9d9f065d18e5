// Judges runs of a program by comparing them with runs of a reference program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ReferenceTester.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace pinstripe;

/// Returns a word for the kind of text at the position `place` of an output: "a
/// number", for example.
static llvm::StringRef kindAt(llvm::StringRef text, size_t place) {
  if (place >= text.size())
    return "nothing";
  char c = text[place];
  if (llvm::isDigit(c) || c == '-' || c == '.')
    return "a number";
  if (c == '\n')
    return "the end of a line";
  return llvm::isSpace(c) ? "white space" : "a text";
}

static bool isOfNumber(char c) { return llvm::isDigit(c) || c == '.'; }

/// Returns true if `isOfToken` is true for the character before `place`, and in
/// one of the two texts also for the character at `place`. So the place is
/// inside a number or a word in this text.
static bool isInside(llvm::StringRef left, llvm::StringRef right, size_t place,
                     bool (*isOfToken)(char)) {
  auto isOne = [&](llvm::StringRef text, size_t at) {
    return at < text.size() && isOfToken(text[at]);
  };
  return place != 0 && isOne(left, place - 1) &&
         (isOne(left, place) || isOne(right, place));
}

/// Returns true if `longer` has just one line more than `shorter`, or the same
/// line after an additional one and more lines altogether. Both texts begin
/// with lines that differ.
static bool hasAdditionalLine(llvm::StringRef longer, llvm::StringRef shorter) {
  if (shorter.empty())
    return true;
  llvm::StringRef rest = longer.split('\n').second;
  return !rest.empty() && longer.count('\n') > shorter.count('\n') &&
         rest.split('\n').first == shorter.split('\n').first;
}

static std::string outputDifference(llvm::StringRef program,
                                    llvm::StringRef reference) {
  auto end = std::mismatch(program.begin(), program.end(), reference.begin(),
                           reference.end());
  auto place = static_cast<size_t>(end.first - program.begin());
  size_t line = program.take_front(place).rfind('\n') + 1;
  if (hasAdditionalLine(reference.drop_front(line), program.drop_front(line)))
    return "lacks a line";
  if (hasAdditionalLine(program.drop_front(line), reference.drop_front(line)))
    return "prints a line too many";
  for (auto *isOfToken : {isOfNumber, llvm::isAlpha})
    while (isInside(program, reference, place, isOfToken))
      --place;
  std::string own = kindAt(program, place).str();
  std::string right = kindAt(reference, place).str();
  return "prints " + own +
         (own == right ? " that differs" : " in place of " + right);
}

/// Describes a crash so that crashes at different places or for different
/// reasons have different descriptions.
static std::string crashKind(const RunResult &run) {
  std::string text = "crashes (" + describeEnding(run.ending) + ")";
  if (const auto *crashed = std::get_if<Crashed>(&run.ending))
    text += llvm::formatv(" at {0:x} of {1}, {2:x} {3}", crashed->address,
                          crashed->library, crashed->place,
                          faultName(crashed->fault));
  return text + ": " + crashMessage(run);
}

/// Returns true if both runs have ended by themselves with an error status.
static bool bothReportErrors(const RunResult &program,
                             const RunResult &reference) {
  auto reportsError = [](const RunResult &run) {
    const auto *exited = std::get_if<Exited>(&run.ending);
    return exited && exited->status != 0;
  };
  return reportsError(program) && reportsError(reference);
}

std::optional<std::string>
pinstripe::differenceKind(const RunResult &program,
                          const RunResult &reference) {
  const auto *right = std::get_if<Exited>(&reference.ending);
  if (!right)
    return std::nullopt;
  if (hasCrashed(program))
    return crashKind(program);
  const auto *own = std::get_if<Exited>(&program.ending);
  if (!own)
    return std::nullopt;
  // If the program and the reference end with different error statuses, both
  // refuse the input, and their outputs are not compared. If they end with the
  // same error status, it may be a part of their answer, as that of `diff` is.
  bool haveErrors = bothReportErrors(program, reference);
  if (haveErrors && right->status != own->status)
    return "";
  if (!haveErrors && right->status != own->status)
    return right->status != 0 ? "exits with status 0 in place of an error"
                              : "exits with an error in place of status 0";
  if (program.standardOutput == reference.standardOutput)
    return "";
  std::string difference =
      outputDifference(program.standardOutput, reference.standardOutput);
  return haveErrors ? llvm::formatv("ends with status {0} and {1}", own->status,
                                    difference)
                          .str()
                    : difference;
}

llvm::Expected<std::string> pinstripe::differenceFromExpected(
    const RunResult &failing, const RunResult &expected, llvm::StringRef file,
    llvm::StringRef program) {
  std::optional<std::string> kind = differenceKind(failing, expected);
  if (!kind)
    return llvm::make_error<ReproductionError>(
        program + ": does not end by itself (" +
        describeEnding(failing.ending) +
        "), so its output can't be compared with that of --expect-stdout " +
        file);
  if (kind->empty())
    return llvm::make_error<ReproductionError>(
        "--expect-stdout " + file + ": that is just what " + program +
        " prints, so nothing fails; give the output that it should print "
        "instead");
  return std::move(*kind);
}

TestedRun pinstripe::compareRuns(const RunResult &run, const RunResult &right,
                                 llvm::StringRef kind) {
  std::optional<std::string> found = differenceKind(run, right);
  if (!found)
    return testedRun(Outcome::Unresolved, run.exited() ? right : run);
  // When parts of an input are left out, program and reference mostly refuse
  // what is left. They may word their messages differently, which does not mean
  // that the program is wrong.
  Outcome outcome = *found == kind ? Outcome::Fail
                    : found->empty() || bothReportErrors(run, right)
                        ? Outcome::Pass
                        : Outcome::Unresolved;
  TestedRun tested = testedRun(outcome, run);
  if (outcome == Outcome::Unresolved)
    tested.cause = "other difference";
  return tested;
}

llvm::Expected<std::unique_ptr<RunTester>>
ReferenceTester::create(const ProgramSetting &setting, const RightRuns &right,
                        std::string kind, unsigned lane) {
  std::string name = "lane-" + std::to_string(lane);
  auto runs = ProgramRuns::create(setting, name);
  if (!runs)
    return runs.takeError();
  std::unique_ptr<ProgramRuns> referenceRuns;
  if (!right.program.empty()) {
    ProgramSetting other = setting;
    other.launch.program = right.program;
    if (llvm::Error error = ProgramRuns::create(other, name + "-reference")
                                .moveInto(referenceRuns))
      return error;
  }
  return std::unique_ptr<RunTester>(
      new ReferenceTester(std::move(*runs), std::move(referenceRuns),
                          right.expected, std::move(kind)));
}

llvm::Expected<TestedRun>
ReferenceTester::test(const Materials &materials,
                      const std::atomic<bool> &givenUp) {
  llvm::Expected<RunResult> own = runs->make(materials, givenUp);
  llvm::Expected<RunResult> right =
      !own            ? llvm::Expected<RunResult>(own.takeError())
      : referenceRuns ? referenceRuns->make(materials, givenUp)
                      : llvm::Expected<RunResult>(expected);
  if (right.errorIsA<InterruptedError>()) {
    llvm::consumeError(right.takeError());
    return TestedRun();
  }
  if (!right)
    return right.takeError();
  return compareRuns(*own, *right, kind);
}
