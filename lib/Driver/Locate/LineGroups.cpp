// Groups suspect source lines that point to the same defect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Locate/LineGroups.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// The largest number of lines in one entry of the ranking. An entry of so few
/// lines can be read as one place in the source.
static constexpr size_t maxLines = 6;
/// If a condition decides about at most this many lines, all these lines join
/// the condition's entry in the ranking. If it decides about more lines, only
/// those of them join the entry that were changed with the same effect.
static constexpr size_t maxBranch = 4;
/// A condition comes before the most suspect line of its entry only if its
/// score is at least this share of the line's score. A `switch` around a whole
/// function decides about nearly all of its lines, so it tells little.
static constexpr double minConditionShare = 0.5;

DecidingLines pinstripe::findDecidingLines(const UnitTable &table,
                                           const Trace &trace) {
  ControlTree tree(UnitGraph(table, trace), trace);
  std::set<std::pair<EntryId, EntryId>> seen;
  DecidingLines deciding;
  for (size_t i = 0; i != trace.size(); ++i) {
    std::optional<EventIndex> parent = tree.parent(EventIndex(i));
    Event event = trace.event(EventIndex(i));
    if (!parent || trace.invocationOf(*parent) != event.invocation)
      continue;
    EntryId decision = trace.entryOf(*parent);
    if (!seen.emplace(event.entry, decision).second)
      continue;
    SourceLine line = lineOf(table.unitOf(event.entry));
    SourceLine decider = lineOf(table.unitOf(decision));
    if (line != decider)
      deciding[line].insert(decider);
  }
  return deciding;
}

static std::optional<Effect> bestEffectOf(const LineEvidence &line) {
  std::optional<Effect> best;
  auto consider = [&](Effect effect) {
    if (!best || effect < *best)
      best = effect;
  };
  for (const auto *change : {&line.switched, &line.omitted, &line.replaced})
    if (*change)
      consider((*change)->effect);
  if (line.mutated)
    consider(line.mutated->best.effect);
  return best;
}

namespace {

class LineGrouping {
public:
  explicit LineGrouping(std::vector<LineEvidence> &lines) : lines(lines) {
    for (const LineEvidence &line : lines)
      for (SourceLine decider : line.deciders)
        ++decided[decider];
  }

  void group();

private:
  void putClearestFirst(std::vector<size_t> &entry) const;
  bool sayTheSame(const LineEvidence &head, const LineEvidence &line) const;
  bool belongTogether(const LineEvidence &changed, const LineEvidence &other,
                      Effect wanted) const;

  std::vector<LineEvidence> &lines;
  /// For each source line with a condition, the number of lines about whose
  /// execution the condition decides.
  std::map<SourceLine, size_t> decided;
};

} // namespace

static bool hasEffect(const std::optional<ChangeEvidence> &change,
                      Effect wanted) {
  return change && change->effect == wanted;
}

/// Returns true if the lines `changed` and `other` belong in one entry of the
/// ranking. This is so only if a change of `changed` had the effect `wanted`.
/// In addition, the changed condition must decide whether `other` is executed,
/// or `other` must set a value that `changed` uses.
bool LineGrouping::belongTogether(const LineEvidence &changed,
                                  const LineEvidence &other,
                                  Effect wanted) const {
  bool isSwitched = hasEffect(changed.switched, wanted);
  if (isSwitched && llvm::is_contained(other.deciders, changed.line))
    return bestEffectOf(other) || decided.at(changed.line) <= maxBranch;
  bool isReplaced = hasEffect(changed.replaced, wanted);
  return (isSwitched || isReplaced) &&
         llvm::is_contained(changed.definers, other.line);
}

bool LineGrouping::sayTheSame(const LineEvidence &head,
                              const LineEvidence &line) const {
  std::optional<Effect> best = bestEffectOf(head), own = bestEffectOf(line);
  std::optional<Effect> wanted = best ? best : own;
  bool isOther = best && own && best != own;
  if (!wanted || head.function != line.function || isOther)
    return false;
  return belongTogether(head, line, *wanted) ||
         belongTogether(line, head, *wanted);
}

/// Moves the clearest line of an entry of the ranking to the entry's beginning.
/// A line after which a `break` is missing is the clearest. If there is no such
/// line, the clearest line is one whose condition was sent the other way and
/// decides whether the most suspect line is executed, provided that it is about
/// as suspect.
void LineGrouping::putClearestFirst(std::vector<size_t> &entry) const {
  const LineEvidence &best = lines[entry.front()];
  std::optional<Effect> wanted = bestEffectOf(best);
  if (!wanted)
    return;
  auto lacksBreak = [&](size_t index) {
    const LineEvidence &line = lines[index];
    return hasEffect(line.omitted, *wanted) && line.omitted->leavesSwitch;
  };
  auto decides = [&](size_t index) {
    const LineEvidence &line = lines[index];
    return hasEffect(line.switched, *wanted) &&
           llvm::is_contained(best.deciders, line.line) &&
           line.score >= minConditionShare * best.score;
  };
  auto found = llvm::find_if(entry, lacksBreak);
  if (found == entry.end())
    found = llvm::find_if(entry, decides);
  if (found != entry.end())
    std::rotate(entry.begin(), found, found + 1);
}

void LineGrouping::group() {
  /// For each entry of the ranking, the indices of its lines.
  std::vector<std::vector<size_t>> entries;
  for (size_t i = 0; i != lines.size(); ++i) {
    auto found = llvm::find_if(entries, [&](const std::vector<size_t> &entry) {
      return entry.size() != maxLines &&
             sayTheSame(lines[entry.front()], lines[i]);
    });
    if (found == entries.end())
      entries.push_back({i});
    else
      found->push_back(i);
  }
  for (std::vector<size_t> &entry : entries)
    putClearestFirst(entry);
  std::vector<LineEvidence> sorted;
  for (auto [number, entry] : llvm::enumerate(entries))
    for (size_t index : entry) {
      lines[index].entry = static_cast<uint32_t>(number + 1);
      sorted.push_back(std::move(lines[index]));
    }
  lines = std::move(sorted);
}

void pinstripe::groupLines(std::vector<LineEvidence> &lines) {
  LineGrouping(lines).group();
}
