// Tells whether and how much a change has made the output of a run better.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/OutputEffect.h"
#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

OutputEffect::OutputEffect(std::optional<std::string> theExpected,
                           const RunResult &theRecorded)
    : hasExpectedOutput(theExpected.has_value()),
      expected(std::move(theExpected).value_or("")),
      recorded(withBufferedOutput(theRecorded)),
      expectedLines(splitLines(expected)),
      recordedLines(splitLines(recorded.standardOutput)) {
  size_t both = std::min(expectedLines.size(), recordedLines.size());
  while (firstWrong != both &&
         expectedLines[firstWrong] == recordedLines[firstWrong])
    ++firstWrong;
  recordedPrefix = commonPrefix(recorded.standardOutput);
}

size_t OutputEffect::commonPrefix(llvm::StringRef text) const {
  size_t both = std::min(text.size(), expected.size());
  auto [inText, inExpected] =
      std::mismatch(text.begin(), text.begin() + both, expected.begin());
  return inText - text.begin();
}

bool OutputEffect::isPartlyExpected(
    llvm::ArrayRef<llvm::StringRef> lines) const {
  // If the wrong output is the expected output with further lines after it, a
  // changed run is better only if it prints exactly the expected lines.
  if (firstWrong == expectedLines.size())
    return lines == llvm::ArrayRef(expectedLines);
  size_t right = firstWrong + 1;
  return lines.size() >= right &&
         lines.take_front(right) ==
             llvm::ArrayRef(expectedLines).take_front(right);
}

bool OutputEffect::isGone(llvm::ArrayRef<llvm::StringRef> lines) const {
  if (firstWrong == recordedLines.size())
    return false;
  llvm::StringRef wrong = recordedLines[firstWrong];
  return llvm::count(lines, wrong) < llvm::count(recordedLines, wrong);
}

bool OutputEffect::isAsExpected() const {
  return !hasCrashed(recorded) &&
         (!hasExpectedOutput || recorded.standardOutput == expected);
}

Effect OutputEffect::of(const RunResult &result) const {
  if (std::holds_alternative<TimedOut>(result.ending) ||
      std::holds_alternative<LimitReached>(result.ending))
    return Effect::Hang;
  return hasExpectedOutput ? ofOutput(result) : onCrash(result);
}

Effect OutputEffect::onCrash(const RunResult &result) const {
  if (isSameCrash(recorded, result))
    return Effect::Same;
  if (!result.exited() || hasCrashed(result))
    return Effect::Crash;
  // A run that executes far fewer statements than the recorded run is weak
  // evidence: it may have skipped work and ended before the place of the crash.
  // A change that mends the program lets it continue after this place.
  constexpr double leastPart = 0.9;
  if (result.eventsExecuted < leastPart * recorded.eventsExecuted)
    return Effect::NoCrashShorter;
  return llvm::StringRef(result.standardOutput)
                 .starts_with(recorded.standardOutput)
             ? Effect::NoCrash
             : Effect::NoCrashOtherOutput;
}

Effect OutputEffect::ofOutput(const RunResult &result) const {
  llvm::StringRef text = result.standardOutput;
  bool isSameEnding =
      describeEnding(result.ending) == describeEnding(recorded.ending);
  if (isSameEnding && text == recorded.standardOutput)
    return Effect::Same;
  if (result.exited() && text == expected)
    return Effect::ExpectedOutput;
  std::vector<llvm::StringRef> lines = splitLines(text);
  // A run may print the right line in place of the first wrong line, and then
  // crash. Such a crash does not make the effect of the change worse. If the
  // recorded run has printed what is expected, and then crashed, there is no
  // first wrong line.
  if (recorded.standardOutput != expected && isPartlyExpected(lines))
    return Effect::Partly;
  if (!result.exited() && !isSameEnding)
    return Effect::Crash;
  if (commonPrefix(text) > recordedPrefix)
    return Effect::Prefix;
  return isGone(lines) ? Effect::Gone : Effect::Other;
}
