// Tells whether two runs differ in something that a predicate looks at.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SeenDifference.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Predicate/MatchedOutput.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"

using namespace pinstripe;

/// Returns the parts of the output that match a regular expression, one on each
/// line.
static llvm::Expected<std::string> matchedLines(const std::string &expression,
                                                llvm::StringRef output) {
  auto matches = findMatches(expression, output);
  if (!matches)
    return matches.takeError();
  std::string lines;
  for (const OutputMatch &match : *matches)
    lines += (output.slice(match.begin, match.end) + "\n").str();
  return lines;
}

/// Compares two outputs, but only the parts that match an expression of
/// `--keep`. Returns a text about their first difference; empty if these parts
/// are equal.
static llvm::Expected<std::string>
differenceOfMatches(const std::string &expression, const NamedResult &left,
                    const NamedResult &right) {
  RunResult matched[2];
  for (auto [result, whole] : {std::pair(&matched[0], &left.result),
                               std::pair(&matched[1], &right.result)})
    if (llvm::Error error = matchedLines(expression, whole->standardOutput)
                                .moveInto(result->standardOutput))
      return error;
  auto difference =
      firstDifference({matched[0], left.name}, {matched[1], right.name});
  if (!difference)
    return "";
  return "what --keep " + quoteForShell(llvm::StringRef(expression)) +
         " matches in " + *difference;
}

/// Describes the difference that a predicate sees. If the parts that match a
/// `--keep` differ, describes where they differ. Otherwise, describes where the
/// runs first differ.
static llvm::Expected<std::string> describeSeen(const PredicateSpec &spec,
                                                const NamedResult &left,
                                                const NamedResult &right,
                                                const std::string &firstOfAll) {
  for (const std::string &expression : spec.keep) {
    auto text = differenceOfMatches(expression, left, right);
    if (!text || !text->empty())
      return text;
  }
  return firstOfAll;
}

llvm::Error pinstripe::checkEndedAlike(llvm::StringRef program,
                                       const NamedResult &left,
                                       const NamedResult &right) {
  bool isFromOutside = mayBeFromOutside(left.result.ending) ||
                       mayBeFromOutside(right.result.ending);
  if (!isFromOutside || isSameEnding(left.result.ending, right.result.ending))
    return llvm::Error::success();
  auto describe = [](const NamedResult &each) {
    return describeEnding(each.result.ending) + " (" + each.name.str() + ")";
  };
  return llvm::make_error<ReproductionError>(
      program + ": ended by others: two runs with the same input end with " +
      describe(left) + " and " + describe(right) +
      "; see who ends it, or whether there is enough memory");
}

llvm::Expected<std::optional<RunDifference>>
pinstripe::compareRuns(const NamedResult &left, const NamedResult &right,
                       const std::optional<JudgeSettings> &settings) {
  std::optional<std::string> difference = firstDifference(left, right);
  if (!difference)
    return std::nullopt;
  if (!settings)
    return RunDifference{*difference, /*isSeen=*/true};
  PredicateSpec spec = settings->predicate;
  spec.watches.clear();
  bool looksAtValuesOnly = spec.isEmpty() && !settings->predicate.isEmpty();
  if (looksAtValuesOnly)
    return RunDifference{*difference, /*isSeen=*/false};
  auto predicate = createPredicate(
      spec, left.result, settings->scratchDirectory, settings->interrupted);
  if (!predicate)
    return predicate.takeError();
  llvm::Expected<Outcome> outcome =
      judge(**predicate, left.result, right.result);
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Fail)
    return RunDifference{*difference, /*isSeen=*/false};
  auto text = describeSeen(spec, left, right, *difference);
  if (!text)
    return text.takeError();
  return RunDifference{std::move(*text), /*isSeen=*/true};
}
