// Describes how the output of a run differs from the output of the recorded
// run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Predicate/Difference.h"
#include "Predicates.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Predicate/MatchedOutput.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

/// Returns a text in backquotes, made printable and cut to 48 columns.
static std::string quoted(llvm::StringRef text) {
  return "`" + excerptOfLine(text, 48) + "`";
}

/// Describes the first difference between two lists of texts, such as lines or
/// matches.
static std::string firstDifference(llvm::ArrayRef<llvm::StringRef> expected,
                                   llvm::ArrayRef<llvm::StringRef> seen) {
  for (size_t i = 0; i != std::max(expected.size(), seen.size()); ++i) {
    if (i == seen.size())
      return quoted(expected[i]) + " is missing";
    if (i == expected.size())
      return quoted(seen[i]) + " comes out, too";
    if (expected[i] == seen[i])
      continue;
    // If the next expected text is seen at `i`, then the text that was expected
    // at `i` is missing.
    bool isMissing = i + 1 < expected.size() && expected[i + 1] == seen[i];
    return isMissing ? quoted(expected[i]) + " is missing"
                     : quoted(seen[i]) + " in place of " + quoted(expected[i]);
  }
  return "";
}

static std::vector<llvm::StringRef> linesOf(llvm::StringRef text) {
  std::vector<llvm::StringRef> lines;
  for (llvm::StringRef line : llvm::split(text, '\n'))
    lines.push_back(line);
  return lines;
}

static std::vector<llvm::StringRef> matchesOf(const std::string &expression,
                                              llvm::StringRef output) {
  std::vector<llvm::StringRef> texts;
  llvm::Expected<std::vector<OutputMatch>> matches =
      findMatches(expression, output);
  if (!matches) {
    // The search for matches can't fail here, since invalid regular expressions
    // are refused before the first run.
    llvm::consumeError(matches.takeError());
    return texts;
  }
  for (const OutputMatch &match : *matches)
    texts.push_back(output.slice(match.begin, match.end));
  return texts;
}

/// Describes the first observed file whose content is not the recorded one, as
/// in "out.txt: ...".
static std::string fileDifference(const PredicateSpec &spec,
                                  const RunResult &recorded,
                                  const RunResult &result) {
  auto contentIn = [](const RunResult &run, const std::string &path) {
    auto found = run.files.find(path);
    return found == run.files.end() ? std::nullopt : found->second;
  };
  for (const std::string &path : spec.sameFiles) {
    std::optional<std::string> expected = contentIn(recorded, path);
    std::optional<std::string> seen = contentIn(result, path);
    if (expected == seen)
      continue;
    if (!expected || !seen)
      return path + (seen ? " is written, too" : " is not written");
    return path + ": " + firstDifference(linesOf(*expected), linesOf(*seen));
  }
  return "";
}

static std::string valueDifference(const PredicateSpec &spec,
                                   const RunResult &recorded,
                                   const RunResult &result) {
  for (size_t i = 0; i != spec.watches.size(); ++i) {
    auto bytesIn = [i](const RunResult &run) {
      return i < run.values.size() ? run.values[i].bytes : std::nullopt;
    };
    if (bytesIn(recorded) != bytesIn(result))
      return spec.watches[i] +
             (bytesIn(result) ? " has another value" : " has no value");
  }
  return "";
}

std::string pinstripe::describeDifference(const PredicateSpec &spec,
                                          const RunResult &recorded,
                                          const RunResult &result) {
  bool hasToEndAlike =
      spec.sameExit ||
      (spec.sameCrash && hasCrashed(recorded) && !hasCrashed(result));
  if (hasToEndAlike && !isSameEnding(recorded.ending, result.ending))
    return describeEnding(result.ending) + " in place of " +
           describeEnding(recorded.ending);
  if (spec.sameStdout || spec.isEmpty())
    if (recorded.standardOutput != result.standardOutput)
      return firstDifference(linesOf(recorded.standardOutput),
                             linesOf(result.standardOutput));
  if (spec.sameStderr && recorded.standardError != result.standardError)
    return "stderr: " + firstDifference(linesOf(recorded.standardError),
                                        linesOf(result.standardError));
  std::string text = fileDifference(spec, recorded, result);
  if (text.empty())
    text = valueDifference(spec, recorded, result);
  for (const std::string &expression : spec.keep)
    if (text.empty())
      text = firstDifference(matchesOf(expression, recorded.standardOutput),
                             matchesOf(expression, result.standardOutput));
  return text;
}
