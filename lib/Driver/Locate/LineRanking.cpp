// Ranks the lines of the source by what all searches have found out about them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Locate/LineRanking.h"
#include "pinstripe/Driver/Mutate/Suspicion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>

using namespace pinstripe;

// The numbers in this file say how much each kind of evidence counts. They were
// tuned together, so that lines known to be defective get a high rank. These
// lines are in samples/, and in programs into which defects were put on
// purpose.

/// Each kind of evidence makes a list of source lines. A line at place n of a
/// list gets a score of weight / (smoothing + n). The larger `smoothing` is,
/// the less the first places outweigh the later ones.
static constexpr double smoothing = 3;
/// The weight of lines in which a switched decision makes the output right.
/// Their score depends on their place in the list that `pinstripe switch`
/// prints. There is no better evidence.
static constexpr double weightOfSwitch = 0.75;
/// A second weight of lines in which a switched decision makes the output
/// right, for their place in another list. That list begins with decisions on
/// which the wrong line of output depends, but few right lines depend.
static constexpr double weightOfSwitchInSlice = 0.25;
/// The weight of lines in which omitting a statement makes the output right. An
/// omission proves less than a switched decision, since it also takes away the
/// value that the statement would have computed.
static constexpr double weightOfOmission = 0.6;
/// The weight of lines in which replacing a value makes the output right. A
/// replacement proves less than any other change, since many values can be
/// replaced by one that happens to print the right text.
static constexpr double weightOfReplacement = 0.4;
/// The weight of lines in which a mutation, a small change of the source, makes
/// the output right. Their score depends on their place in the list that
/// `pinstripe mutate` prints.
static constexpr double weightOfMutation = 1.5;
/// The weight of lines in the critical slice, which has the statements that a
/// reduction has kept. That slice is long, so it is weaker evidence than a
/// change that makes the output right.
static constexpr double weightOfSlice = 0.5;
/// A score that is added for a line if a change in the line makes all of the
/// output right. It is larger than the sum of all weighted scores, which only
/// show that the line is involved.
static constexpr double scoreOfMending = 1;
/// A score that is added for a line that uses uninitialised memory on which the
/// output depends. It is larger than the score of all other evidence together,
/// since such a use is an error in any case. Up to 1 is added to it, so that
/// earlier uses score higher.
static constexpr double scoreOfUninitialised = 2;
/// A change that makes all of the output right counts in full. If it makes only
/// the first wrong line right, its score is multiplied by this factor.
static constexpr double weightOfPart = 0.7;
/// If the output of a changed run is right up to a later place than in the
/// recorded run, but not to the end, the score of the change is multiplied by
/// this factor. The factor is small, since such a change may just have ended
/// the run before the wrong line.
static constexpr double weightOfPrefix = 0.4;

/// If a change keeps the run from crashing but makes it much shorter, its score
/// is multiplied by this factor. Most such changes just end the program early.
static constexpr double weightOfShorter = 0.1;

static double weightOf(Effect effect) {
  switch (effect) {
  case Effect::ExpectedOutput:
  case Effect::NoCrash:
    return 1;
  case Effect::Partly:
    return weightOfPart;
  case Effect::Prefix:
  case Effect::NoCrashOtherOutput:
    return weightOfPrefix;
  case Effect::NoCrashShorter:
    return weightOfShorter;
  default:
    return 0;
  }
}

/// Returns the Ochiai coefficient of a line of source. It is large if the wrong
/// line of output depends on the line of source, but few right lines do, and
/// few passing runs have executed it.
static double ochiai(const LineEvidence &line) {
  double wrong = line.wrongValues != 0    ? 1
                 : line.wrongOutputs != 0 ? weightOfDecision
                                          : 0;
  return line.failingShare *
         ochiaiCoefficient(wrong, line.rightOutputs + line.passingRuns);
}

namespace {

/// The key by which source lines are sorted; lines with smaller keys come
/// first.
using Key = std::tuple<double, double, double, uint64_t>;
/// The scores of all source lines, by index of the line.
using Scores = std::vector<double>;

} // namespace

/// Sorts the source lines by their keys and returns a score for each line by
/// its place in that order. Lines with equal keys share the score of the middle
/// one of their places. Lines without a key get the score 0.
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

/// Returns a score for each source line by the effect of the best change of one
/// kind in that line. Lines with better effects score higher. Of two lines with
/// equal effects, the one with the smaller `order` scores higher. Lines without
/// such a change get the score 0.
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

/// Returns a score for each source line by its place in the list of one kind of
/// experiment, such as the omission of statements.
static Scores byRank(llvm::ArrayRef<LineEvidence> lines, double weight,
                     std::optional<ChangeEvidence> LineEvidence::*evidence) {
  return scoresOf(lines, weight, evidence, [&](const LineEvidence &line) {
    return std::pair<double, double>((line.*evidence)->rank, 0);
  });
}

/// Returns a score for each source line by the effect of its best change. Of
/// lines with equal effects, those on which few right lines of the output
/// depend come first. If lines are still equal, those nearest to the wrong line
/// in the graph of dependences come first.
static Scores bySlices(llvm::ArrayRef<LineEvidence> lines, double weight,
                       std::optional<ChangeEvidence> LineEvidence::*evidence) {
  return scoresOf(lines, weight, evidence, [](const LineEvidence &line) {
    return std::pair<double, double>(-ochiai(line), line.distance);
  });
}

/// Returns a score for each source line by its rank among all mutated lines.
static Scores byMutation(llvm::ArrayRef<LineEvidence> lines) {
  Scores scores = scoresOf(lines, weightOfMutation,
                           [](const LineEvidence &line) -> std::optional<Key> {
                             if (!line.mutated)
                               return std::nullopt;
                             return Key{-weightOf(line.mutated->best.effect),
                                        static_cast<double>(line.mutated->rank),
                                        -ochiai(line), line.distance};
                           });
  for (size_t i = 0; i != lines.size(); ++i)
    if (lines[i].mutated)
      scores[i] *= weightOf(lines[i].mutated->best.effect);
  return scores;
}

/// Returns true if a change of the line made all of the output right.
static bool mends(const LineEvidence &line) {
  if (line.mutated && line.mutated->best.effect == Effect::ExpectedOutput)
    return true;
  return llvm::any_of(std::array{&line.switched, &line.omitted, &line.replaced},
                      [](const std::optional<ChangeEvidence> *change) {
                        return *change &&
                               (*change)->effect == Effect::ExpectedOutput;
                      });
}

static double uninitialisedScore(const LineEvidence &line) {
  return line.uninitialised.empty()
             ? 0
             : scoreOfUninitialised + 1.0 / (1 + line.uninitialised.front());
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
  Scores mutated = byMutation(lines);
  Scores kept = byCriticalSlice(lines);
  // Omission of a statement and replacement of a value count as one kind of
  // evidence, since after either of them a variable has another value. So only
  // the better of the two scores is added.
  for (size_t i = 0; i != lines.size(); ++i)
    lines[i].score = switched[i] + near[i] + std::max(omitted[i], replaced[i]) +
                     mutated[i] + kept[i] +
                     (mends(lines[i]) ? scoreOfMending : 0) +
                     uninitialisedScore(lines[i]);
  llvm::sort(lines, [](const LineEvidence &a, const LineEvidence &b) {
    return std::tuple(-a.score, -ochiai(a), a.distance, a.line) <
           std::tuple(-b.score, -ochiai(b), b.distance, b.line);
  });
}
