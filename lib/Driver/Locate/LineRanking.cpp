// Ranks the lines of the source by what all searches have found out about them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Locate/LineRanking.h"
#include "pinstripe/Driver/Mutate/Suspicion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cmath>
#include <map>

using namespace pinstripe;

namespace {

/// The known facts about a source line, as numbers. The larger a number, the
/// more it speaks for the line as the faulty one. Some numbers are about
/// changes of one kind, such as mutations. To compute such a number, the lines
/// are ranked by how good their changes are. The number is the logarithm of the
/// count of lines divided by the rank of the line. A good change counts little
/// if many lines have equally good changes, since their rank is then large.
struct Features {
  double mended = 0; ///< 1 if a change of the line makes the output right.
  /// 1 if a change of the line makes the first wrong line of the output right,
  /// or all of the output.
  double partlyMended = 0;
  /// Large if the line has a switched decision that makes the output right, and
  /// few other lines have one. 0 if the line has none.
  double switched = 0;
  /// Large if the line has an omission or a replaced value that makes the
  /// output right, and few other lines have one. 0 if the line has none.
  double replaced = 0;
  /// Large if the line has a mutation that makes the output right, and few
  /// other lines have one. 0 if the line has none.
  double mutated = 0;
  /// Large if a change of the line makes the output better or right, few other
  /// lines have so good a change, and few of the changes that were tried at the
  /// statement failed. If only one of many changes makes the output better,
  /// that may be a coincidence. 0 if no change of the line makes the output
  /// better.
  double improved = 0;
  /// `anySlice` is 1 if the wrong line of the output depends, or could depend,
  /// on this source line in any way. `dataSlice` is 1 if the wrong line was
  /// computed from values of this source line.
  double anySlice = 0, dataSlice = 0;
  /// 1 for the lines at which the slice of the wrong output starts, such as the
  /// line that printed it. For another line of the slice, the longer the chain
  /// of dependences from it to one of these lines, the smaller the number. 0
  /// for a line outside of the slice.
  double nearness = 0;
  /// 1 if no right line of the output depends on this source line. The more
  /// right lines depend on it, the smaller the number.
  double fewRight = 0;
  /// 1 if the line is in the critical slice, which has the events that a
  /// reduction could not remove.
  double kept = 0;
  double rarity = 0; ///< Large if the line was executed few times.
  /// Large if another line uses a value from this line, and the output becomes
  /// right if a decision is switched or a value is replaced in the other line.
  /// Omissions in the other line don't count.
  double feeds = 0;
  /// Large if this line may decide whether another line is executed, and a
  /// change of the other line makes the output right.
  double guards = 0;
  /// Large if the change of another line in the same function makes the output
  /// right.
  double function = 0;
};

/// How much a feature counts.
struct Weight {
  double Features::*feature;
  double weight;
};

} // namespace

// The weights of the features. If a feature of a line is larger by 1, the line
// is exp(weight) times as likely to be the faulty one. The weights were
// estimated by maximum likelihood on 2026-11-26 by test/bench/bugs/weigh.py.
// The data were 55 bugs of public programs in test/bench/bugs/history/seen,
// those with an executed faulty line. For this estimate, `improved` did not
// depend on how many changes failed, and was 0 for a line with a change that
// makes the output right.
static constexpr Weight model[] = {
    {&Features::anySlice, 0.21}, {&Features::dataSlice, 0.83},
    {&Features::nearness, 0.18}, {&Features::fewRight, 0.47},
    {&Features::kept, 1.00},     {&Features::rarity, 0.45},
    {&Features::feeds, 0.36},    {&Features::guards, 0.05},
    {&Features::function, 0.38},
};
/// The weights of the features that are about changes which make the output
/// right, and the weight of the feature that is also about other changes.
static constexpr Weight mendingModel[] = {
    {&Features::mended, 1.88},
    {&Features::switched, 0.50},
    {&Features::replaced, 0.08},
    {&Features::mutated, 0.36},
};
static constexpr double weightOfImproved = 0.58;
/// The least difference between what two changes of the same rank add to the
/// logarithm of the score if one makes the output right and the other one only
/// makes it better. It is not an estimate. It matters in large programs, where
/// `improved` can be large.
static constexpr double leastAdvantage = 0.5;
/// The weight, for a line with a change that makes the output right, of how
/// rare such lines are among those with a change that makes the first wrong
/// line of the output right. If they are rare, the output has more wrong lines
/// with the same cause, and only a change of the cause mends them all. It is
/// not an estimate. With the 18 bugs in test/bench/bugs/cases it moves no
/// faulty line, neither up nor down.
static constexpr double weightOfRareMend = 0.5;

/// The weight for a line that uses uninitialised memory on which the output
/// depends. It is the largest weight, since such a use is always an error. It
/// is not an estimate, as none of the 55 bugs from which the other weights were
/// estimated is of this kind.
static constexpr double weightOfUninitialised = 30;
/// The weight of what passing and failing runs tell about a line, which is the
/// logarithm of an Ochiai coefficient. The weight is not an estimate, since
/// there are no such runs for the 55 bugs from which the other weights were
/// estimated.
static constexpr double weightOfRuns = 1;

/// The weight of a line that was being executed when the run crashed. It is
/// divided by 1 + CrashEvidence::depth. It is not an estimate, since only one
/// of the 55 bugs from which the other weights were estimated is a crash. It
/// agrees with a study of Eclipse (Schroeter, Bettenburg and Premraj, "Do Stack
/// Traces Help Developers Fix Bugs?", MSR 2010): of the crashes that were
/// mended in a function of the stack trace, 40 % were mended in the function
/// that crashed, and 90 % in the innermost ten functions.
static constexpr double weightOfCrash = 3;

/// Classes of effects that changes can have on the output, the best effect
/// first. A prevented crash is in the same class as a right output.
enum class EffectClass : uint8_t { Mended, Partly, Improved, None };

static EffectClass classOf(Effect effect) {
  switch (effect) {
  case Effect::ExpectedOutput:
  case Effect::NoCrash:
    return EffectClass::Mended;
  case Effect::Partly:
    return EffectClass::Partly;
  case Effect::Prefix:
  case Effect::NoCrashOtherOutput:
    return EffectClass::Improved;
  default:
    return EffectClass::None;
  }
}

/// Returns the Ochiai coefficient of a source line. It is large if the wrong
/// line of output depends on the source line, and if few right lines of output
/// depend on it and few passing runs have executed it.
static double ochiai(const LineEvidence &line) {
  double wrong = line.wrongValues != 0    ? 1
                 : line.wrongOutputs != 0 ? weightOfDecision
                                          : 0;
  return line.failingShare *
         ochiaiCoefficient(wrong, line.rightOutputs + line.passingRuns);
}

namespace {

/// The best change of one kind (such as a mutation) in a source line: its
/// effect on the output, and its rank among the best changes of all lines.
struct BestChange {
  EffectClass effect = EffectClass::None;
  uint32_t rank = 0;
  /// How many changes were tried at the statement, and how many of them had
  /// this effect.
  uint32_t trials = 0, hits = 0;

  auto quality() const { return std::pair(effect, rank); }
  /// Returns the estimated probability that a change of the statement has this
  /// effect. One hit in one trial counts less than ten hits in ten trials.
  double share() const { return (hits + 0.5) / (trials + 1.5); }
};

/// Scores all lines of a run.
class LineScoring {
public:
  explicit LineScoring(std::vector<LineEvidence> &lines)
      : lines(lines), features(lines.size()) {}

  void score();

private:
  using ChangeOf = llvm::function_ref<BestChange(const LineEvidence &)>;

  void addChanges(double Features::*mended, ChangeOf changeOf);
  void addSlices();
  void addRelations();
  void addFunctions();
  bool hasEvidence(size_t line) const;

  std::vector<LineEvidence> &lines;
  std::vector<Features> features;
};

} // namespace

/// Sets, for all lines, the features that come from changes of one kind.
/// `mended` is the feature for changes that make the output right.
void LineScoring::addChanges(double Features::*mended, ChangeOf changeOf) {
  std::vector<std::pair<BestChange, size_t>> places;
  for (size_t i = 0; i != lines.size(); ++i)
    if (BestChange change = changeOf(lines[i]);
        change.effect != EffectClass::None)
      places.emplace_back(change, i);
  llvm::sort(places, [](const auto &a, const auto &b) {
    return std::pair(a.first.quality(), a.second) <
           std::pair(b.first.quality(), b.second);
  });
  for (size_t begin = 0; begin != places.size();) {
    // If several lines have equally good changes, they share some ranks. Each
    // of these lines gets the mean of the shared ranks.
    size_t end = begin;
    while (end != places.size() &&
           places[end].first.quality() == places[begin].first.quality())
      ++end;
    double place = static_cast<double>(begin + 1 + end) / 2;
    double rarity = static_cast<double>(lines.size() + 1) / place;
    for (; begin != end; ++begin) {
      const auto &[change, line] = places[begin];
      auto raise = [&](double Features::*feature, double to) {
        features[line].*feature = std::max(features[line].*feature, to);
      };
      raise(&Features::improved, std::log1p(rarity * change.share()));
      if (change.effect <= EffectClass::Partly)
        raise(&Features::partlyMended, 1);
      if (change.effect == EffectClass::Mended)
        raise(mended, std::log(rarity));
    }
  }
}

void LineScoring::addSlices() {
  for (size_t i = 0; i != lines.size(); ++i) {
    const LineEvidence &line = lines[i];
    bool isInSlice = line.wrongOutputs != 0;
    features[i].anySlice = isInSlice || line.isRelevant;
    features[i].dataSlice = line.wrongValues != 0;
    if (isInSlice || line.isRelevant)
      features[i].nearness = 1 / (1 + static_cast<double>(line.distance));
    if (isInSlice)
      features[i].fewRight =
          1 / std::sqrt(1 + static_cast<double>(line.rightOutputs));
    features[i].kept = line.kept != 0;
    features[i].rarity =
        -std::log(std::max<double>(1, static_cast<double>(line.executed)));
  }
}

/// Returns the largest feature of the line that is about changes which make the
/// output right: a switched decision, a replaced value or omission, or a
/// mutation. Returns 0 if the line has no such change.
static double bestChangeOf(const Features &line) {
  return std::max({line.switched, line.replaced, line.mutated});
}

/// Sets the features `feeds` and `guards` of each line. They are large if
/// another line depends on this line, and changes of the other line make the
/// output right.
void LineScoring::addRelations() {
  std::map<SourceLine, size_t> indices;
  for (size_t i = 0; i != lines.size(); ++i)
    indices[lines[i].line] = i;
  auto forEach = [&](size_t line, llvm::ArrayRef<SourceLine> others,
                     llvm::function_ref<void(size_t)> use) {
    for (SourceLine other : others)
      if (auto found = indices.find(other);
          found != indices.end() && found->second != line)
        use(found->second);
  };
  auto raise = [](double &feature, double to) {
    feature = std::max(feature, to);
  };
  for (size_t i = 0; i != lines.size(); ++i) {
    const Features &own = features[i];
    double best = bestChangeOf(own);
    forEach(i, lines[i].definers, [&](size_t definer) {
      bool isReplaced =
          lines[i].replaced &&
          classOf(lines[i].replaced->effect) == EffectClass::Mended;
      raise(features[definer].feeds,
            isReplaced ? std::max(own.switched, own.replaced) : own.switched);
    });
    forEach(i, lines[i].deciders,
            [&](size_t decider) { raise(features[decider].guards, best); });
  }
}

/// Sets the feature `function` of each line. It tells how good the changes are
/// in other lines of the same function.
void LineScoring::addFunctions() {
  /// The largest and the second largest value that `bestChangeOf` returns for
  /// the lines of one function, and the index of the line with the largest one.
  struct Best {
    double first = 0, second = 0;
    size_t line = 0;
  };
  std::map<std::pair<FileId, FunctionId>, Best> functions;
  auto functionOf = [&](size_t line) -> Best & {
    return functions[{lines[line].line.file, lines[line].function}];
  };
  for (size_t i = 0; i != lines.size(); ++i) {
    double change = bestChangeOf(features[i]);
    Best &best = functionOf(i);
    if (change > best.first)
      best = {change, best.first, i};
    else
      best.second = std::max(best.second, change);
  }
  for (size_t i = 0; i != lines.size(); ++i) {
    const Best &best = functionOf(i);
    features[i].function = best.line == i ? best.second : best.first;
  }
}

bool LineScoring::hasEvidence(size_t line) const {
  const Features &known = features[line];
  return known.mended + known.improved + known.feeds + known.guards +
                 known.anySlice + known.kept !=
             0 ||
         lines[line].rightOutputs != 0 || !lines[line].uninitialised.empty() ||
         lines[line].crashed;
}

static double weigh(const Features &line, llvm::ArrayRef<Weight> weights) {
  double sum = 0;
  for (const auto &[feature, weight] : weights)
    sum += weight * line.*feature;
  return sum;
}

/// Returns what the changes of a line add to the logarithm of its score. A
/// change that makes the output right always adds more than one of the same
/// rank that only makes it better.
static double weighChanges(const Features &line) {
  double improved = weightOfImproved * line.improved;
  return line.mended == 0
             ? improved
             : std::max(weigh(line, mendingModel), improved + leastAdvantage);
}

void LineScoring::score() {
  auto of = [](const std::optional<ChangeEvidence> &change) {
    return change ? BestChange{classOf(change->effect), change->rank,
                               change->trials, change->hits}
                  : BestChange{};
  };
  addChanges(&Features::switched,
             [&](const LineEvidence &line) { return of(line.switched); });
  addChanges(&Features::replaced,
             [&](const LineEvidence &line) { return of(line.omitted); });
  addChanges(&Features::replaced,
             [&](const LineEvidence &line) { return of(line.replaced); });
  addChanges(&Features::mutated, [](const LineEvidence &line) {
    return line.mutated ? BestChange{classOf(line.mutated->best.effect),
                                     line.mutated->rank, line.mutated->trials,
                                     line.mutated->hits}
                        : BestChange{};
  });
  addSlices();
  for (Features &each : features)
    each.mended = bestChangeOf(each) != 0;
  addRelations();
  addFunctions();
  double mended = 0, partlyMended = 0;
  for (const Features &each : features) {
    mended += each.mended;
    partlyMended += each.partlyMended;
  }
  double sum = 0;
  for (size_t i = 0; i != lines.size(); ++i) {
    LineEvidence &line = lines[i];
    double logarithm = weigh(features[i], model) + weighChanges(features[i]);
    if (features[i].mended != 0)
      logarithm += weightOfRareMend * std::log(partlyMended / mended);
    if (!line.uninitialised.empty())
      logarithm +=
          weightOfUninitialised + 1.0 / (1 + line.uninitialised.front());
    if (line.crashed)
      logarithm += weightOfCrash / (1 + line.crashed->depth);
    logarithm += weightOfRuns *
                 std::log(line.failingShare /
                          std::sqrt(1 + static_cast<double>(line.passingRuns)));
    line.score = std::exp(logarithm);
    sum += line.score;
  }
  for (size_t i = 0; i != lines.size(); ++i)
    lines[i].score = hasEvidence(i) ? lines[i].score / sum : 0;
}

void pinstripe::rankLines(std::vector<LineEvidence> &lines) {
  LineScoring(lines).score();
  llvm::sort(lines, [](const LineEvidence &a, const LineEvidence &b) {
    return std::tuple(-a.score, -ochiai(a), a.distance, a.kept, a.line) <
           std::tuple(-b.score, -ochiai(b), b.distance, b.kept, b.line);
  });
}
