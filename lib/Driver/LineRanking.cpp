//===- LineRanking.cpp - Which lines to read first ------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineRanking.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace pinstripe;

/// How much the first places of a list outweigh the later ones.
static constexpr double smoothing = 3;
/// To leave out a statement proves less than to take the other way at a
/// decision; a critical slice is long.
static constexpr double weightOfOmission = 0.6;
static constexpr double weightOfSlice = 0.5;
static constexpr double weightOfReplacement = 0.6;

static double weightOf(Effect effect) {
  switch (effect) {
  case Effect::ExpectedOutput:
    return 1;
  case Effect::Partly:
    return 0.7;
  case Effect::Prefix:
    return 0.4;
  default:
    return 0;
  }
}

static double scoreOf(const std::optional<ChangeEvidence> &change) {
  if (!change)
    return 0;
  return weightOf(change->effect) / (smoothing + change->rank);
}

/// A decision or an address is a weaker bond than a value.
static constexpr double weightOfDecision = 0.5;

/// The larger, the fewer right lines depend on what a wrong one depends on.
static double ochiai(const LineEvidence &line) {
  double wrong = line.wrongValues != 0    ? 1
                 : line.wrongOutputs != 0 ? weightOfDecision
                                          : 0;
  return wrong == 0 ? 0 : wrong / std::sqrt(wrong + line.rightOutputs);
}

namespace {

/// Lines of one list and their scores there at the first place.
class RankedList {
public:
  using Key = std::tuple<double, double, uint64_t, uint64_t>;

  void add(LineEvidence &line, double weight, const Key &key) {
    entries.push_back({&line, weight, key});
  }
  /// Those that are alike share a place.
  void addScores();

private:
  struct Entry {
    LineEvidence *line;
    double weight;
    Key key;
  };
  std::vector<Entry> entries;
};

} // namespace

void RankedList::addScores() {
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tuple(a.key, a.line->line) < std::tuple(b.key, b.line->line);
  });
  for (size_t i = 0; i != entries.size();) {
    size_t end = i;
    while (end != entries.size() && entries[end].key == entries[i].key)
      ++end;
    double rank = (i + 1 + end) / 2.0; // of those alike, the middle
    for (; i != end; ++i)
      entries[i].line->score += entries[i].weight / (smoothing + rank);
  }
}

/// Of the critical slice.
static void addSlice(std::vector<LineEvidence> &lines) {
  RankedList list;
  for (LineEvidence &line : lines)
    if (line.kept != 0)
      list.add(line, weightOfSlice,
               {0, -ochiai(line), line.distance, line.kept});
  list.addScores();
}

/// Most values on the way to the output can be replaced by a better one; those
/// that others do not share, and the last ones, say most.
static void addReplacements(std::vector<LineEvidence> &lines) {
  RankedList list;
  for (LineEvidence &line : lines)
    if (line.replaced)
      list.add(
          line, weightOfReplacement * weightOf(line.replaced->effect),
          {-weightOf(line.replaced->effect), -ochiai(line), line.distance, 0});
  list.addScores();
}

void pinstripe::rankLines(std::vector<LineEvidence> &lines) {
  for (LineEvidence &line : lines)
    line.score =
        scoreOf(line.switched) + weightOfOmission * scoreOf(line.omitted);
  addSlice(lines);
  addReplacements(lines);
  llvm::sort(lines, [](const LineEvidence &a, const LineEvidence &b) {
    return std::tuple(-a.score, -ochiai(a), a.distance, a.line) <
           std::tuple(-b.score, -ochiai(b), b.distance, b.line);
  });
}
