// Finds the first difference of two observations.
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

/// Returns the line at `offset`, as far as a message can show it.
static std::string lineAt(llvm::StringRef text, size_t offset) {
  if (offset >= text.size())
    return "(end of output)";
  // rfind searches before the position that it is given.
  size_t start = text.take_front(offset).rfind('\n');
  start = start == llvm::StringRef::npos ? 0 : start + 1;
  llvm::StringRef line = text.drop_front(start).split('\n').first;
  return "`" + fitted(printable(line), 100) + "`";
}

static std::optional<std::string> differenceIn(const std::string &what,
                                               llvm::StringRef left,
                                               llvm::StringRef leftName,
                                               llvm::StringRef right,
                                               llvm::StringRef rightName) {
  if (left == right)
    return std::nullopt;
  size_t offset =
      std::mismatch(left.begin(), left.end(), right.begin(), right.end())
          .first -
      left.begin();
  size_t line = left.take_front(offset).count('\n') + 1;
  return what + " differs in line " + std::to_string(line) + ":\n  " +
         leftName.str() + ": " + lineAt(left, offset) + "\n  " +
         rightName.str() + ": " + lineAt(right, offset);
}

std::optional<std::string>
pinstripe::firstDifference(const NamedResult &left, const NamedResult &right) {
  const RunResult &a = left.result, &b = right.result;
  if (auto difference = differenceIn("stdout", a.standardOutput, left.name,
                                     b.standardOutput, right.name))
    return difference;
  if (auto difference = differenceIn("stderr", a.standardError, left.name,
                                     b.standardError, right.name))
    return difference;
  if (!isSameEnding(a.ending, b.ending))
    return "the end differs:\n  " + left.name.str() + ": " +
           describeEnding(a.ending) + "\n  " + right.name.str() + ": " +
           describeEnding(b.ending);
  for (const auto &[path, content] : a.files) {
    auto other = b.files.find(path);
    std::optional<std::string> otherContent =
        other == b.files.end() ? std::nullopt : other->second;
    if (content.has_value() != otherContent.has_value())
      return path + " was written by " +
             (content ? left.name : right.name).str() + " only";
    if (content)
      if (auto difference = differenceIn(path, *content, left.name,
                                         *otherContent, right.name))
        return difference;
  }
  return std::nullopt;
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
