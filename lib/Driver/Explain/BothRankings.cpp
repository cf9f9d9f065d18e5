// Ranks suspect lines by the evidence from two failing runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/BothRankings.h"
#include "Locate/LineGroups.h"
#include "Locate/LineRanking.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <tuple>

using namespace pinstripe;

/// The exponent for a line's score in the larger run. The new score of a line
/// is the product of its scores in both runs, each raised to a power. The
/// exponent is more than a half, since a change rarely makes the longer output
/// of the larger run right by chance.
static constexpr double weightOfLarger = 2.0 / 3;

/// The score of a line without any evidence, as a share of the smallest score
/// of a line with evidence.
static constexpr double shareWithoutEvidence = 1.0 / 3;

/// Returns true if a change with the effect `effect` makes all of the output
/// right, or more of it than in the recorded run, or prevents the crash.
static bool improves(Effect effect) {
  return effect <= Effect::NoCrashOtherOutput;
}

std::set<SourceLine>
pinstripe::changedLines(llvm::ArrayRef<LineEvidence> lines) {
  std::set<SourceLine> changed;
  for (const LineEvidence &line : lines) {
    bool isChanged = line.mutated && improves(line.mutated->best.effect);
    for (const auto *change : {&line.switched, &line.omitted, &line.replaced})
      isChanged |= *change && improves((*change)->effect);
    if (isChanged)
      changed.insert(line.line);
  }
  return changed;
}

/// Returns the score that a line without any evidence gets: a share of the
/// smallest score of a line with evidence. Returns 0 if no line has evidence.
static double scoreWithoutEvidence(llvm::ArrayRef<LineEvidence> lines) {
  double smallest = 0;
  for (const LineEvidence &line : lines)
    if (line.score > 0 && (smallest == 0 || line.score < smallest))
      smallest = line.score;
  return smallest * shareWithoutEvidence;
}

/// Calls `take` for each source line that is in both lists. The first argument
/// is the evidence about the line in `lines`, and the second is the evidence in
/// `others`.
static void forCommonLines(
    std::vector<LineEvidence> &lines, llvm::ArrayRef<LineEvidence> others,
    llvm::function_ref<void(LineEvidence &, const LineEvidence &)> take) {
  std::map<SourceLine, const LineEvidence *> known;
  for (const LineEvidence &other : others)
    known[other.line] = &other;
  for (LineEvidence &line : lines)
    if (auto found = known.find(line.line); found != known.end())
      take(line, *found->second);
}

void pinstripe::rankByBoth(std::vector<LineEvidence> &smaller,
                           std::vector<LineEvidence> larger) {
  // If a mutation or a reduction has a result for one run only, the result
  // counts for both runs.
  std::vector<LineEvidence> known = smaller;
  auto fill = [](LineEvidence &line, const LineEvidence &other) {
    if (!line.mutated)
      line.mutated = other.mutated;
    if (!line.kept)
      line.kept = other.kept;
  };
  forCommonLines(known, larger, fill);
  forCommonLines(larger, smaller, fill);
  rankLines(known);
  rankLines(larger);
  double leastOfLarger = scoreWithoutEvidence(larger);
  double leastOfSmaller = scoreWithoutEvidence(known);
  if (leastOfLarger == 0)
    return;
  // Without any evidence from the smaller run, its lines are all alike.
  if (leastOfSmaller == 0)
    leastOfSmaller = 1;
  forCommonLines(smaller, known,
                 [](LineEvidence &line, const LineEvidence &other) {
                   line.score = other.score;
                 });
  std::map<SourceLine, double> scores;
  for (const LineEvidence &line : larger)
    scores[line.line] = line.score;
  double sum = 0;
  for (LineEvidence &line : smaller) {
    double other = scores[line.line];
    if (line.score > 0 || other > 0)
      line.score =
          std::pow(std::max(line.score, leastOfSmaller), 1 - weightOfLarger) *
          std::pow(std::max(other, leastOfLarger), weightOfLarger);
    sum += line.score;
  }
  for (LineEvidence &line : smaller)
    line.score /= sum;
  llvm::sort(smaller, [](const LineEvidence &a, const LineEvidence &b) {
    return std::tuple(-a.score, a.entry, a.line) <
           std::tuple(-b.score, b.entry, b.line);
  });
  groupLines(smaller);
}
