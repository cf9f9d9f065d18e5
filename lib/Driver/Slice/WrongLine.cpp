// Compares an output with the expected one, to find the first wrong line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Slice/WrongLine.h"
#include "pinstripe/Case/OutputDifference.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace pinstripe;

namespace {

/// A difference between the printed and the expected text: the printed lines
/// from `begin` to `end` - 1 should have been other lines.
struct LineDifference {
  size_t begin = 0, end = 0;
  /// The lines that were expected instead.
  llvm::ArrayRef<llvm::StringRef> expected;
};

} // namespace

static LineDifference differenceOf(llvm::ArrayRef<llvm::StringRef> printed,
                                   llvm::ArrayRef<llvm::StringRef> expected) {
  size_t common = std::min(printed.size(), expected.size());
  size_t begin = 0;
  while (begin != common && printed[begin] == expected[begin])
    ++begin;
  size_t after = 0;
  while (after != common - begin &&
         printed.drop_back(after).back() == expected.drop_back(after).back())
    ++after;
  return {begin, printed.size() - after,
          expected.drop_front(begin).drop_back(after)};
}

static bool isBlank(llvm::StringRef line) { return line.trim().empty(); }

std::optional<WrongLine> pinstripe::findWrongLine(llvm::StringRef printed,
                                                  llvm::StringRef expected) {
  std::vector<llvm::StringRef> lines = splitLines(printed);
  std::vector<llvm::StringRef> wanted = splitLines(expected);
  LineDifference difference = differenceOf(lines, wanted);
  if (difference.begin == lines.size())
    return std::nullopt;
  llvm::StringMap<size_t> due;
  for (llvm::StringRef line : difference.expected)
    ++due[line];
  auto isUnexpected = [&](size_t i) { return due.lookup(lines[i]) == 0; };
  for (bool mayBeBlank : {false, true})
    for (size_t i = difference.begin; i != difference.end; ++i)
      if (isUnexpected(i) && isBlank(lines[i]) == mayBeBlank)
        return WrongLine{i, lines[i], true};
  for (size_t i = difference.begin; i != lines.size(); ++i)
    if (!isBlank(lines[i]))
      return WrongLine{i, lines[i], false};
  return std::nullopt;
}

/// Returns the expected line to show beside the wrong line, which is the line
/// `number` of the output. If `difference` has as many expected as printed
/// lines, returns the expected line at the same place. Otherwise returns the
/// first expected line that was not printed.
static std::optional<std::string>
counterpartOf(size_t number, const LineDifference &difference,
              llvm::ArrayRef<llvm::StringRef> printed) {
  if (difference.end - difference.begin == difference.expected.size())
    return difference.expected[number - difference.begin].str();
  auto block =
      printed.slice(difference.begin, difference.end - difference.begin);
  for (llvm::StringRef line : difference.expected)
    if (!llvm::is_contained(block, line))
      return line.str();
  return std::nullopt;
}

std::optional<WrongOutput> pinstripe::describeWrong(llvm::StringRef printed,
                                                    llvm::StringRef expected) {
  if (printed == expected)
    return std::nullopt;
  std::vector<llvm::StringRef> lines = splitLines(printed);
  std::vector<llvm::StringRef> wanted = splitLines(expected);
  LineDifference difference = differenceOf(lines, wanted);
  std::optional<WrongLine> wrong = findWrongLine(printed, expected);
  if (!wrong) {
    WrongOutput end{difference.begin + 1};
    if (!difference.expected.empty())
      end.expected = difference.expected.front().str();
    return end;
  }
  WrongOutput result{wrong->number + 1, wrong->text.str(), std::nullopt,
                     !wrong->isUnexpected};
  if (wrong->isUnexpected)
    result.expected = counterpartOf(wrong->number, difference, lines);
  else if (!difference.expected.empty())
    result.expected = difference.expected.front().str();
  return result;
}

OutputRange pinstripe::wrongPart(llvm::StringRef printed,
                                 const std::optional<std::string> &expected) {
  OutputRange whole{0, printed.size()};
  if (!expected)
    return whole;
  llvm::StringRef wanted = *expected;
  size_t shorter = std::min(printed.size(), wanted.size());
  size_t before = 0, after = 0;
  while (before != shorter && printed[before] == wanted[before])
    ++before;
  while (after != shorter - before && printed[printed.size() - 1 - after] ==
                                          wanted[wanted.size() - 1 - after])
    ++after;
  OutputRange part{before, printed.size() - after};
  return part.begin == part.end ? whole : part;
}

std::vector<size_t> pinstripe::rightLines(llvm::StringRef printed,
                                          llvm::StringRef expected) {
  std::vector<llvm::StringRef> lines = splitLines(printed);
  std::vector<llvm::StringRef> wanted = splitLines(expected);
  LineDifference difference = differenceOf(lines, wanted);
  std::vector<size_t> right;
  for (size_t i = 0; i != lines.size(); ++i)
    if ((i < difference.begin || i >= difference.end) && !isBlank(lines[i]))
      right.push_back(i);
  return right;
}

std::string pinstripe::expressionFor(llvm::StringRef line) {
  std::string expression = "^";
  for (char c : line) {
    if (llvm::StringRef("\\^$.[]|()*+?{}").contains(c))
      expression += '\\';
    expression += c;
  }
  return expression + "$";
}
