// Ranks the lines of the source by the evidence of all searches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Locate/LineRanking.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cmath>

using namespace pinstripe;

// The weights were tuned together on the defects of samples/ and on seeded
// defects, by the rank of the defective line.

/// A line at place n of a list scores weight / (smoothing + n): the larger
/// `smoothing` is, the less the first places outweigh the later ones.
static constexpr double smoothing = 3;
/// The weight of a switched decision that corrects the output, which is the
/// best evidence there is, by its place in the list of `switch`.
static constexpr double weightOfSwitch = 0.75;
/// The further weight of such a decision by its place in slices: decisions on
/// which few right lines of the output depend come first.
static constexpr double weightOfSwitchInSlice = 0.25;
/// The weight of an omitted statement. It proves less than a switched decision,
/// since the statement's value is missing, too.
static constexpr double weightOfOmission = 0.6;
/// The weight of a replaced value. It proves least of all changes: many values
/// can be replaced by one that happens to print the right text.
static constexpr double weightOfReplacement = 0.4;
/// The weight of a line in the critical slice. The slice is long, so this is
/// weaker evidence than a change that corrects the output.
static constexpr double weightOfSlice = 0.5;
/// The factor for a change that makes a part of the wrong output right,
/// compared with a change that makes all of it right.
static constexpr double weightOfPart = 0.7;
/// The factor for a change that makes only more of the beginning right: it may
/// just have ended the run before the wrong line.
static constexpr double weightOfPrefix = 0.4;

static double weightOf(Effect effect) {
  switch (effect) {
  case Effect::ExpectedOutput:
    return 1;
  case Effect::Partly:
    return weightOfPart;
  case Effect::Prefix:
    return weightOfPrefix;
  default:
    return 0;
  }
}

/// The weight of a dependence on a decision or an address, compared with one on
/// a value.
static constexpr double weightOfDecision = 0.5;

/// Returns the Ochiai coefficient: the fewer right lines share the dependences
/// of the wrong line, the larger it is.
static double ochiai(const LineEvidence &line) {
  double wrong = line.wrongValues != 0    ? 1
                 : line.wrongOutputs != 0 ? weightOfDecision
                                          : 0;
  return wrong == 0 ? 0 : wrong / std::sqrt(wrong + line.rightOutputs);
}

namespace {

/// The sort key of a line in a list; smaller keys come first.
using Key = std::tuple<double, double, double, uint64_t>;
/// The score of each line, by its index.
using Scores = std::vector<double>;

} // namespace

/// Returns scores by the place of each line in one list, sorted by key. Lines
/// with equal keys share the middle place. Lines without a key get no score.
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

/// Returns scores for lines with the given kind of evidence. Better effects
/// come first, then smaller values of `order`.
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

/// Returns scores in the order in which the experiment ranks the lines.
static Scores byRank(llvm::ArrayRef<LineEvidence> lines, double weight,
                     std::optional<ChangeEvidence> LineEvidence::*evidence) {
  return scoresOf(lines, weight, evidence, [&](const LineEvidence &line) {
    return std::pair<double, double>((line.*evidence)->rank, 0);
  });
}

/// Returns scores that put lines first on which few right lines depend, and of
/// these the ones nearest to the wrong line.
static Scores bySlices(llvm::ArrayRef<LineEvidence> lines, double weight,
                       std::optional<ChangeEvidence> LineEvidence::*evidence) {
  return scoresOf(lines, weight, evidence, [](const LineEvidence &line) {
    return std::pair<double, double>(-ochiai(line), line.distance);
  });
}

static Scores byCriticalSlice(llvm::ArrayRef<LineEvidence> lines) {
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
  Scores kept = byCriticalSlice(lines);
  // An omitted statement leaves another value, too, so omission and replacement
  // count as one kind of evidence.
  for (size_t i = 0; i != lines.size(); ++i)
    lines[i].score =
        switched[i] + near[i] + std::max(omitted[i], replaced[i]) + kept[i];
  llvm::sort(lines, [](const LineEvidence &a, const LineEvidence &b) {
    return std::tuple(-a.score, -ochiai(a), a.distance, a.line) <
           std::tuple(-b.score, -ochiai(b), b.distance, b.line);
  });
}
