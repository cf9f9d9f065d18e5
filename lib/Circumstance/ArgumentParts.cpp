// Splits the arguments of a program into groups, single arguments and parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ArgumentParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace pinstripe;

static bool isNumber(llvm::StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char each) {
    return llvm::isDigit(each) || each == '.';
  });
}

bool pinstripe::looksLikeOption(llvm::StringRef argument) {
  return argument.size() > 1 && argument.front() == '-' && argument != "--" &&
         !isNumber(argument.drop_front());
}

std::vector<size_t>
pinstripe::groupBounds(llvm::ArrayRef<std::string> arguments) {
  std::vector<size_t> bounds;
  bool areOperands = false;
  size_t next = 0;
  while (next < arguments.size()) {
    bounds.push_back(next);
    llvm::StringRef argument = arguments[next++];
    areOperands |= argument == "--";
    if (areOperands || !looksLikeOption(argument) || argument.contains('='))
      continue;
    if (next < arguments.size() && arguments[next] != "--" &&
        !looksLikeOption(arguments[next]))
      ++next;
  }
  bounds.push_back(arguments.size());
  return bounds;
}

bool pinstripe::mayBeCluster(llvm::StringRef argument) {
  return argument.consume_front("-") && argument.size() >= 2 &&
         llvm::all_of(argument, llvm::isAlpha);
}

std::vector<std::string> pinstripe::optionsOfCluster(llvm::StringRef cluster) {
  std::vector<std::string> options;
  for (char letter : cluster.drop_front())
    options.push_back({'-', letter});
  return options;
}

static std::vector<std::string> splitAt(llvm::StringRef text, char separator) {
  llvm::SmallVector<llvm::StringRef> split;
  text.split(split, separator);
  return {split.begin(), split.end()};
}

ArgumentParts pinstripe::partsOf(llvm::StringRef argument,
                                 const std::set<std::string> &clusters) {
  ArgumentParts parts;
  parts.separator = ",";
  if (clusters.contains(argument.str())) {
    parts.opener = "-";
    parts.separator = "";
    for (char letter : argument.drop_front())
      parts.items.push_back(std::string(1, letter));
    return parts;
  }
  if (!looksLikeOption(argument)) {
    if (argument.contains(','))
      parts.items = splitAt(argument, ',');
    else
      parts.head = argument.str();
    return parts;
  }
  size_t end = argument.find_first_of("=,");
  parts.head = argument.take_front(end).str();
  if (end != llvm::StringRef::npos) {
    parts.opener = argument.substr(end, 1).str();
    parts.items = splitAt(argument.drop_front(end + 1), ',');
  }
  return parts;
}

namespace {

/// Finds out which texts of two sequences correspond to each other, from the
/// beginning of the sequences to their end.
class Aligner {
public:
  Aligner(llvm::ArrayRef<AlignedText> passing,
          llvm::ArrayRef<AlignedText> failing)
      : passing(passing), failing(failing) {}

  std::vector<AlignedPair> align();

private:
  bool areEqual(size_t p, size_t f) const {
    return passing[p].text == failing[f].text;
  }
  void take(size_t untilPassing, size_t untilFailing);
  void alignGap(size_t endPassing, size_t endFailing);
  void alignMiddle(size_t endPassing, size_t endFailing);

  llvm::ArrayRef<AlignedText> passing, failing;
  size_t nextPassing = 0, nextFailing = 0;
  std::vector<AlignedPair> pairs;
};

} // namespace

/// Adds the next texts of both sequences to the result, as texts that have no
/// counterpart in the other sequence. Stops before the indices `untilPassing`
/// and `untilFailing`.
void Aligner::take(size_t untilPassing, size_t untilFailing) {
  while (nextPassing < untilPassing)
    pairs.push_back({nextPassing++, std::nullopt});
  while (nextFailing < untilFailing)
    pairs.push_back({std::nullopt, nextFailing++});
}

/// Aligns two ranges of texts by their keys. A text of one range corresponds to
/// the next text of the other range that has the same key (see AlignedText).
void Aligner::alignGap(size_t endPassing, size_t endFailing) {
  for (size_t p = nextPassing; p < endPassing; ++p)
    for (size_t f = nextFailing; f < endFailing; ++f)
      if (passing[p].key == failing[f].key) {
        take(p, f);
        pairs.push_back({nextPassing++, nextFailing++});
        break;
      }
  take(endPassing, endFailing);
}

/// Aligns two ranges of texts by a longest common subsequence.
void Aligner::alignMiddle(size_t endPassing, size_t endFailing) {
  size_t rows = endPassing - nextPassing, columns = endFailing - nextFailing;
  // The table `common` has a number for each pair of texts. If it would be too
  // large, it is not made, and equal texts are not looked for. Texts are then
  // aligned only by their keys.
  constexpr size_t maxTable = 16u << 20;
  if (rows == 0 || columns == 0 || rows > maxTable / columns)
    return alignGap(endPassing, endFailing);
  std::vector<uint32_t> common((rows + 1) * (columns + 1), 0);
  auto at = [&](size_t p, size_t f) -> uint32_t & {
    return common[p * (columns + 1) + f];
  };
  size_t beginPassing = nextPassing, beginFailing = nextFailing;
  for (size_t p = rows; p-- > 0;)
    for (size_t f = columns; f-- > 0;)
      at(p, f) = areEqual(beginPassing + p, beginFailing + f)
                     ? at(p + 1, f + 1) + 1
                     : std::max(at(p + 1, f), at(p, f + 1));
  size_t p = 0, f = 0;
  while (p < rows && f < columns) {
    if (areEqual(beginPassing + p, beginFailing + f)) {
      alignGap(beginPassing + p++, beginFailing + f++);
      pairs.push_back({nextPassing++, nextFailing++});
    } else if (at(p + 1, f) >= at(p, f + 1)) {
      ++p;
    } else {
      ++f;
    }
  }
  alignGap(endPassing, endFailing);
}

std::vector<AlignedPair> Aligner::align() {
  size_t endPassing = passing.size(), endFailing = failing.size();
  while (nextPassing < endPassing && nextFailing < endFailing &&
         areEqual(nextPassing, nextFailing))
    pairs.push_back({nextPassing++, nextFailing++});
  while (endPassing > nextPassing && endFailing > nextFailing &&
         areEqual(endPassing - 1, endFailing - 1)) {
    --endPassing;
    --endFailing;
  }
  alignMiddle(endPassing, endFailing);
  while (nextPassing < passing.size())
    pairs.push_back({nextPassing++, nextFailing++});
  return std::move(pairs);
}

std::vector<AlignedPair> pinstripe::align(llvm::ArrayRef<AlignedText> passing,
                                          llvm::ArrayRef<AlignedText> failing) {
  return Aligner(passing, failing).align();
}
