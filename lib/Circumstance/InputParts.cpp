// Splits an input into parts, such as lines, and compares two inputs by parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/InputParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace pinstripe;

llvm::StringRef pinstripe::partsName(PartKind kind) {
  switch (kind) {
  case PartKind::Lines:
    return "lines";
  case PartKind::Tokens:
    return "tokens";
  case PartKind::Characters:
    return "characters";
  case PartKind::Blocks:
    return "blocks";
  case PartKind::Bytes:
    return "bytes";
  }
  llvm_unreachable("not a kind of parts");
}

static const llvm::UTF8 *unitsOf(llvm::StringRef text) {
  return reinterpret_cast<const llvm::UTF8 *>(text.data());
}

/// Returns how many bytes the character at the beginning of `text` has. A byte
/// that begins no character of UTF-8 counts as one character.
static size_t characterSize(llvm::StringRef text) {
  const llvm::UTF8 *begin = unitsOf(text);
  unsigned size = llvm::getNumBytesForUTF8(*begin);
  return size <= text.size() && llvm::isLegalUTF8Sequence(begin, begin + size)
             ? size
             : 1;
}

bool pinstripe::isText(llvm::StringRef input) {
  const llvm::UTF8 *begin = unitsOf(input);
  return !input.contains('\0') &&
         llvm::isLegalUTF8String(&begin, begin + input.size());
}

static bool isWord(char c) {
  // All bytes of a character outside of ASCII count as parts of a word.
  return llvm::isAlnum(c) || c == '_' || (c & 0x80) != 0;
}

static size_t tokenSize(llvm::StringRef text) {
  size_t size = text.size();
  if (isWord(text[0]))
    size = text.find_if_not(isWord);
  else if (llvm::isSpace(text[0]))
    // A token of white space ends at the latest after a newline. So each token
    // lies in one line.
    size = std::min(text.find_if_not(llvm::isSpace), text.find('\n'));
  else
    return 1;
  return std::clamp<size_t>(size, 1, text.size());
}

static size_t partSize(llvm::StringRef text, PartKind kind) {
  constexpr size_t blockSize = 64;
  switch (kind) {
  case PartKind::Lines: {
    size_t end = text.find('\n');
    return end == llvm::StringRef::npos ? text.size() : end + 1;
  }
  case PartKind::Tokens:
    return tokenSize(text);
  case PartKind::Characters:
    return characterSize(text);
  case PartKind::Blocks:
    return std::min(blockSize, text.size());
  case PartKind::Bytes:
    return 1;
  }
  llvm_unreachable("not a kind of parts");
}

std::vector<uint32_t> pinstripe::partBounds(llvm::StringRef input,
                                            PartKind kind) {
  std::vector<uint32_t> bounds = {0};
  for (size_t begin = 0; begin < input.size();) {
    begin += partSize(input.drop_front(begin), kind);
    bounds.push_back(static_cast<uint32_t>(begin));
  }
  return bounds;
}

// Comparison

namespace {

/// Compares two inputs by the algorithm of Myers, "An O(ND) Difference
/// Algorithm and Its Variations" (1986). A path is a list of edits that turns a
/// beginning of the passing input into a beginning of the failing input. The
/// diagonal of the path is the number of parts in the first of these
/// beginnings, minus the number of parts in the second.
class PartComparison {
public:
  PartComparison(const SplitInput &passing, const SplitInput &failing);
  std::vector<PartRun> runs();

private:
  /// States how far paths (lists of edits) with a given number of edits get.
  /// For each diagonal of Myers's algorithm, has the number of parts of the
  /// passing input that the furthest path on this diagonal covers.
  class Reach {
  public:
    explicit Reach(ptrdiff_t edits)
        : edits(edits), counts(static_cast<size_t>(2 * edits + 3)) {}
    ptrdiff_t &at(ptrdiff_t diagonal) {
      return counts[static_cast<size_t>(diagonal + edits + 1)];
    }

  private:
    ptrdiff_t edits;
    std::vector<ptrdiff_t> counts;
  };

  bool isSame(ptrdiff_t x, ptrdiff_t y) const {
    size_t i = prefix + static_cast<size_t>(x),
           j = prefix + static_cast<size_t>(y);
    return passing.parts(i, i + 1) == failing.parts(j, j + 1);
  }
  bool comesFromInsertion(Reach &before, ptrdiff_t edits,
                          ptrdiff_t diagonal) const {
    return diagonal == -edits ||
           (diagonal != edits &&
            before.at(diagonal - 1) < before.at(diagonal + 1));
  }
  bool search();
  void traceBack();
  void add(PartRun::Kind kind, size_t begin, size_t end);

  const SplitInput &passing, &failing;
  /// The numbers of parts that both inputs have in common: `prefix` at their
  /// beginning, `suffix` at their end.
  size_t prefix = 0, suffix = 0;
  /// How many parts each input has between the parts that both have in common
  /// at the beginning and at the end: `deleted` in the passing input,
  /// `inserted` in the failing one.
  ptrdiff_t deleted = 0, inserted = 0;
  /// Element n states how far the paths (lists of edits) with n edits get.
  std::vector<Reach> reached;
  std::vector<PartRun> found;
};

} // namespace

PartComparison::PartComparison(const SplitInput &passing,
                               const SplitInput &failing)
    : passing(passing), failing(failing) {
  size_t most = std::min(passing.size(), failing.size());
  while (prefix < most &&
         passing.parts(prefix, prefix + 1) == failing.parts(prefix, prefix + 1))
    ++prefix;
  auto isSameAtEnd = [&](size_t distance) {
    size_t i = passing.size() - distance, j = failing.size() - distance;
    return passing.parts(i - 1, i) == failing.parts(j - 1, j);
  };
  while (suffix < most - prefix && isSameAtEnd(suffix))
    ++suffix;
  deleted = static_cast<ptrdiff_t>(passing.size() - prefix - suffix);
  inserted = static_cast<ptrdiff_t>(failing.size() - prefix - suffix);
}

/// Looks for the shortest list of edits that turns the passing input into the
/// failing one. Returns false if the list has too many edits.
bool PartComparison::search() {
  constexpr ptrdiff_t maxEdits = 2000;
  Reach before(0);
  for (ptrdiff_t edits = 0; edits <= maxEdits; ++edits) {
    Reach reach(edits);
    for (ptrdiff_t diagonal = -edits; diagonal <= edits; diagonal += 2) {
      ptrdiff_t x = 0;
      if (edits > 0)
        x = comesFromInsertion(before, edits, diagonal)
                ? before.at(diagonal + 1)
                : before.at(diagonal - 1) + 1;
      ptrdiff_t y = x - diagonal;
      while (x < deleted && y < inserted && isSame(x, y))
        ++x, ++y;
      reach.at(diagonal) = x;
      if (x >= deleted && y >= inserted) {
        reached.push_back(std::move(reach));
        return true;
      }
    }
    before = reach;
    reached.push_back(std::move(reach));
  }
  return false;
}

void PartComparison::add(PartRun::Kind kind, size_t begin, size_t end) {
  if (begin == end)
    return;
  // The ranges of parts are found from the end of the inputs to the beginning,
  // one part at a time. If the last range found is of the same kind and begins
  // where the new part ends, the part is added to this range.
  if (!found.empty() && found.back().kind == kind && found.back().begin == end)
    found.back().begin = begin;
  else
    found.push_back({kind, begin, end});
}

/// Finds the ranges of parts by following the shortest list of edits from its
/// end to its beginning.
void PartComparison::traceBack() {
  ptrdiff_t x = deleted, y = inserted;
  auto addPart = [&](PartRun::Kind kind, ptrdiff_t index) {
    size_t begin = prefix + static_cast<size_t>(index);
    add(kind, begin, begin + 1);
  };
  auto addCommonDownTo = [&](ptrdiff_t least, ptrdiff_t leastFailing) {
    while (x > least && y > leastFailing) {
      --x;
      addPart(PartRun::Kind::Common, --y);
    }
  };
  for (auto edits = static_cast<ptrdiff_t>(reached.size()) - 1; edits > 0;
       --edits) {
    Reach &before = reached[static_cast<size_t>(edits) - 1];
    ptrdiff_t diagonal = x - y;
    bool isInsertion = comesFromInsertion(before, edits, diagonal);
    ptrdiff_t former = isInsertion ? diagonal + 1 : diagonal - 1;
    ptrdiff_t formerX = before.at(former);
    ptrdiff_t formerY = formerX - former;
    addCommonDownTo(formerX + !isInsertion, formerY + isInsertion);
    if (isInsertion)
      addPart(PartRun::Kind::OnlyFailing, formerY);
    else
      addPart(PartRun::Kind::OnlyPassing, formerX);
    x = formerX;
    y = formerY;
  }
  addCommonDownTo(0, 0);
}

std::vector<PartRun> PartComparison::runs() {
  add(PartRun::Kind::Common, failing.size() - suffix, failing.size());
  // If only one input has parts between the common beginning and the common
  // end, no search is needed: all of these parts are different.
  bool isOneSided = deleted == 0 || inserted == 0;
  if (!isOneSided && search()) {
    traceBack();
  } else {
    add(PartRun::Kind::OnlyFailing, prefix, failing.size() - suffix);
    add(PartRun::Kind::OnlyPassing, prefix, passing.size() - suffix);
  }
  add(PartRun::Kind::Common, 0, prefix);
  std::reverse(found.begin(), found.end());
  return std::move(found);
}

std::vector<PartRun> pinstripe::compareParts(const SplitInput &passing,
                                             const SplitInput &failing) {
  return PartComparison(passing, failing).runs();
}
