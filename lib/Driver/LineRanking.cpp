//===- LineRanking.cpp - Which lines to read first ------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineRanking.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cmath>

using namespace pinstripe;

/// How much the first places of a list outweigh the later ones.
static constexpr double smoothing = 3;
/// Of the decisions that mend the output, how much the order counts in which
/// `switch` names them, and how much what other lines of the output say.
static constexpr double weightOfSwitch = 0.75, weightOfSwitchInSlice = 0.25;
/// To leave out a statement proves less than to take the other way at a
/// decision, and many a value can be replaced by a better one; a critical slice
/// is long.
static constexpr double weightOfOmission = 0.6;
static constexpr double weightOfReplacement = 0.4;
static constexpr double weightOfSlice = 0.5;

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

/// Where a line stands in a list, smaller ones first.
using Key = std::tuple<double, double, double, uint64_t>;
/// By line.
using Scores = std::vector<double>;

} // namespace

/// The scores of one list by the place of each line in it; lines that are alike
/// share the middle one. None for lines that `keyOf` has no key for.
static Scores
scoresOf(llvm::ArrayRef<LineEvidence> lines, double weight,
         llvm::function_ref<std::optional<Key>(const LineEvidence &)> keyOf) {
  std::vector<std::pair<Key, size_t>> places;
  for (size_t i = 0; i != lines.size(); ++i)
    if (std::optional<Key> key = keyOf(lines[i]))
      places.emplace_back(*key, i);
  llvm::sort(places);
  Scores scores(lines.size());
  for (size_t i = 0; i != places.size();) {
    size_t end = i;
    while (end != places.size() && places[end].first == places[i].first)
      ++end;
    double middle = (i + 1 + end) / 2.0;
    for (; i != end; ++i)
      scores[places[i].second] = weight / (smoothing + middle);
  }
  return scores;
}

/// Of the lines with that evidence, those with the better effect first.
static Scores scoresOf(
    llvm::ArrayRef<LineEvidence> lines, double weight,
    std::optional<ChangeEvidence> LineEvidence::*evidence,
    llvm::function_ref<std::pair<double, double>(const LineEvidence &)> order) {
  Scores scores = scoresOf(
      lines, weight, [&](const LineEvidence &line) -> std::optional<Key> {
        if (!(line.*evidence))
          return std::nullopt;
        auto [first, second] = order(line);
        return Key{-weightOf((line.*evidence)->effect), first, second, 0};
      });
  for (size_t i = 0; i != lines.size(); ++i)
    if (lines[i].*evidence)
      scores[i] *= weightOf((lines[i].*evidence)->effect);
  return scores;
}

/// In the order of the experiment.
static Scores byRank(llvm::ArrayRef<LineEvidence> lines, double weight,
                     std::optional<ChangeEvidence> LineEvidence::*evidence) {
  return scoresOf(lines, weight, evidence, [&](const LineEvidence &line) {
    return std::pair<double, double>((line.*evidence)->rank, 0);
  });
}

/// Those first that right lines don't share, and near ones.
static Scores bySlices(llvm::ArrayRef<LineEvidence> lines, double weight,
                       std::optional<ChangeEvidence> LineEvidence::*evidence) {
  return scoresOf(lines, weight, evidence, [](const LineEvidence &line) {
    return std::pair<double, double>(-ochiai(line), line.distance);
  });
}

static Scores ofCriticalSlice(llvm::ArrayRef<LineEvidence> lines) {
  return scoresOf(lines, weightOfSlice, [](const LineEvidence &line) {
    return line.kept != 0 ? std::optional<Key>(
                                {-ochiai(line), line.distance, 0, line.kept})
                          : std::nullopt;
  });
}

void pinstripe::rankLines(std::vector<LineEvidence> &lines) {
  Scores switched = byRank(lines, weightOfSwitch, &LineEvidence::switched);
  Scores near = bySlices(lines, weightOfSwitchInSlice, &LineEvidence::switched);
  Scores omitted = byRank(lines, weightOfOmission, &LineEvidence::omitted);
  Scores replaced =
      bySlices(lines, weightOfReplacement, &LineEvidence::replaced);
  Scores kept = ofCriticalSlice(lines);
  // A statement that is left out leaves another value, too.
  for (size_t i = 0; i != lines.size(); ++i)
    lines[i].score =
        switched[i] + near[i] + std::max(omitted[i], replaced[i]) + kept[i];
  llvm::sort(lines, [](const LineEvidence &a, const LineEvidence &b) {
    return std::tuple(-a.score, -ochiai(a), a.distance, a.line) <
           std::tuple(-b.score, -ochiai(b), b.distance, b.line);
  });
}
