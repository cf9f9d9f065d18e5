// Finds the first difference between the results of two runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace pinstripe;

std::vector<llvm::StringRef> pinstripe::splitLines(llvm::StringRef text) {
  std::vector<llvm::StringRef> lines;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    lines.push_back(line);
    text = rest;
  }
  return lines;
}

namespace {

/// A position in a text: the line, and the column in this line.
struct LineAt {
  llvm::StringRef line;
  /// The number of characters between the line's beginning and the position.
  size_t column = 0;
};

} // namespace

static LineAt lineAt(llvm::StringRef text, size_t offset) {
  // A line end belongs to the line that it ends. So the end of the previous
  // line is looked for only to the left of `offset`, even if there is a line
  // end at `offset` itself.
  size_t start = text.take_front(offset).rfind('\n');
  start = start == llvm::StringRef::npos ? 0 : start + 1;
  return {text.drop_front(start).split('\n').first, offset - start};
}

/// The number of characters of a line that a message shows.
static constexpr size_t excerptWidth = 100;

/// Returns how many characters an excerpt of a line leaves out at the line's
/// beginning. The excerpt must show the character at `column`. Returns 0 if
/// this character is near the beginning.
static size_t cutBefore(size_t column) {
  constexpr size_t before = 40;
  return column + before < excerptWidth ? 0 : column - before;
}

/// Returns the characters around `offset` in its line, in backticks.
static std::string excerptAt(llvm::StringRef text, size_t offset) {
  if (offset >= text.size())
    return "(end of output)";
  auto [line, column] = lineAt(text, offset);
  size_t cut = characterBoundary(line, cutBefore(column));
  std::string lead = cut == 0 ? "" : "…";
  return "`" + lead + fitted(printable(line.drop_front(cut)), excerptWidth) +
         "`";
}

std::optional<std::string>
pinstripe::firstDifference(const NamedResult &left, const NamedResult &right) {
  const RunResult &a = left.result, &b = right.result;
  auto describe = [&](const std::string &what, const std::string &ofLeft,
                      const std::string &ofRight) {
    return what + ":\n  " + left.name.str() + ": " + ofLeft + "\n  " +
           right.name.str() + ": " + ofRight;
  };
  auto differenceIn =
      [&](const std::string &what, llvm::StringRef ofLeft,
          llvm::StringRef ofRight) -> std::optional<std::string> {
    if (ofLeft == ofRight)
      return std::nullopt;
    size_t offset = std::mismatch(ofLeft.begin(), ofLeft.end(), ofRight.begin(),
                                  ofRight.end())
                        .first -
                    ofLeft.begin();
    size_t line = ofLeft.take_front(offset).count('\n') + 1;
    std::string place = what + " differs in line " + std::to_string(line);
    size_t column = lineAt(ofLeft, offset).column;
    if (cutBefore(column) != 0)
      place += ", column " + std::to_string(column + 1);
    return describe(place, excerptAt(ofLeft, offset),
                    excerptAt(ofRight, offset));
  };
  if (auto difference =
          differenceIn("stdout", a.standardOutput, b.standardOutput))
    return difference;
  if (auto difference =
          differenceIn("stderr", a.standardError, b.standardError))
    return difference;
  if (!isSameEnding(a.ending, b.ending))
    return describe("the end differs", describeEnding(a.ending),
                    describeEnding(b.ending));
  for (const auto &[path, content] : a.files) {
    auto other = b.files.find(path);
    std::optional<std::string> otherContent =
        other == b.files.end() ? std::nullopt : other->second;
    if (content.has_value() != otherContent.has_value())
      return path + " was written by " +
             (content ? left.name : right.name).str() + " only";
    if (content)
      if (auto difference = differenceIn(path, *content, *otherContent))
        return difference;
  }
  return std::nullopt;
}

RunResult pinstripe::withBufferedOutput(RunResult result) {
  result.standardOutput += std::exchange(result.bufferedOutput, "");
  return result;
}

static std::string masked(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    size_t place = text.find("0x");
    result += text.take_front(place);
    text = text.drop_front(std::min(place, text.size()));
    if (text.consume_front("0x")) {
      text = text.drop_while(llvm::isHexDigit);
      result += "0x...";
    }
  }
  return result;
}

RunResult pinstripe::withoutAddresses(RunResult result) {
  result.standardOutput = masked(result.standardOutput);
  result.standardError = masked(result.standardError);
  for (auto &[path, content] : result.files)
    if (content)
      content = masked(*content);
  return result;
}
