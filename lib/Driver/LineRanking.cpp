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

/// Of the critical slice; lines that are alike share a place.
static void addSlice(std::vector<LineEvidence> &lines) {
  std::vector<LineEvidence *> slice;
  for (LineEvidence &line : lines)
    if (line.kept != 0)
      slice.push_back(&line);
  auto key = [](const LineEvidence *line) {
    return std::tuple(-ochiai(*line), line->distance, line->kept);
  };
  llvm::sort(slice, [&](const auto *a, const auto *b) {
    return std::tuple(key(a), a->line) < std::tuple(key(b), b->line);
  });
  for (size_t i = 0; i != slice.size();) {
    size_t end = i;
    while (end != slice.size() && key(slice[end]) == key(slice[i]))
      ++end;
    double rank = (i + 1 + end) / 2.0; // of those alike, the middle
    for (; i != end; ++i)
      slice[i]->score += weightOfSlice / (smoothing + rank);
  }
}

void pinstripe::rankLines(std::vector<LineEvidence> &lines) {
  for (LineEvidence &line : lines)
    line.score =
        scoreOf(line.switched) + weightOfOmission * scoreOf(line.omitted);
  addSlice(lines);
  llvm::sort(lines, [](const LineEvidence &a, const LineEvidence &b) {
    return std::tuple(-a.score, -ochiai(a), a.distance, a.line) <
           std::tuple(-b.score, -ochiai(b), b.distance, b.line);
  });
}
