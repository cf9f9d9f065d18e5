// Puts source lines together that say the same about the defect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Locate/LineGroups.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// The largest number of lines in one entry of the ranking, so that a reader
/// can look at an entry as one place in the source.
static constexpr size_t maxLines = 6;
/// If a condition decides about at most this many lines, all of them join its
/// entry. Otherwise only those lines join that were changed with the same
/// effect.
static constexpr size_t maxBranch = 4;

DecidingLines pinstripe::findDecidingLines(const UnitTable &table,
                                           const Trace &trace) {
  ControlTree tree(UnitGraph(table, trace), trace);
  std::set<std::pair<EntryId, EntryId>> seen;
  DecidingLines deciding;
  for (size_t i = 0; i != trace.size(); ++i) {
    std::optional<EventIndex> parent = tree.parent(EventIndex(i));
    const Event &event = trace.event(EventIndex(i));
    if (!parent || trace.event(*parent).invocation != event.invocation)
      continue;
    EntryId decision = trace.event(*parent).entry;
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
  LineGrouping(std::vector<LineEvidence> &lines, const DecidingLines &deciding)
      : lines(lines), deciding(deciding) {
    for (const auto &[line, deciders] : deciding)
      for (SourceLine decider : deciders)
        ++decided[decider];
  }

  void group();

private:
  bool decides(SourceLine condition, SourceLine line) const {
    auto found = deciding.find(line);
    return found != deciding.end() && found->second.count(condition) != 0;
  }
  bool saysTheSame(const LineEvidence &head, const LineEvidence &line) const;

  std::vector<LineEvidence> &lines;
  const DecidingLines &deciding;
  /// For each line with a condition, the number of lines it decides about.
  std::map<SourceLine, size_t> decided;
};

} // namespace

bool LineGrouping::saysTheSame(const LineEvidence &head,
                               const LineEvidence &line) const {
  std::optional<Effect> wanted = bestEffectOf(head);
  if (!wanted || head.function != line.function)
    return false;
  bool isSwitched = head.switched && head.switched->effect == *wanted;
  if (isSwitched && decides(head.line, line.line)) {
    std::optional<Effect> own = bestEffectOf(line);
    return own ? own == wanted : decided.at(head.line) <= maxBranch;
  }
  return line.switched && line.switched->effect == *wanted &&
         decides(line.line, head.line);
}

void LineGrouping::group() {
  /// For each entry of the ranking, the indices of its lines.
  std::vector<std::vector<size_t>> entries;
  for (size_t i = 0; i != lines.size(); ++i) {
    auto found = llvm::find_if(entries, [&](const std::vector<size_t> &entry) {
      return entry.size() != maxLines &&
             saysTheSame(lines[entry.front()], lines[i]);
    });
    if (found == entries.end())
      entries.push_back({i});
    else
      found->push_back(i);
  }
  std::vector<LineEvidence> sorted;
  for (auto [number, entry] : llvm::enumerate(entries))
    for (size_t index : entry) {
      lines[index].entry = static_cast<uint32_t>(number + 1);
      sorted.push_back(std::move(lines[index]));
    }
  lines = std::move(sorted);
}

void pinstripe::groupLines(std::vector<LineEvidence> &lines,
                           const DecidingLines &deciding) {
  LineGrouping(lines, deciding).group();
}
