// Finds where control falls through to the next case labels of a `switch`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/FallThrough.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace pinstripe;

namespace {

/// Finds the groups of case labels in one `switch` of the machine code. Such a
/// group begins at an address to which the head of the `switch` jumps.
class SwitchGroups {
public:
  SwitchGroups(const UnitTable &table, const UnitGraph &graph,
               EntryId condition)
      : table(table), graph(graph), condition(condition),
        firsts(graph.successors(condition)) {}

  std::vector<FallThrough> fallThroughs() const;

private:
  /// Maps each statement that control can reach from `start` to the number of
  /// steps that this takes. Ignores ways through the head of the `switch`.
  using Distances = std::map<EntryId, unsigned>;
  Distances reachableFrom(EntryId start) const;
  std::optional<EntryId> endOfSwitch() const;
  bool isBefore(EntryId a, EntryId b) const;

  const UnitTable &table;
  const UnitGraph &graph;
  EntryId condition;
  llvm::ArrayRef<EntryId> firsts;
};

} // namespace

SwitchGroups::Distances SwitchGroups::reachableFrom(EntryId start) const {
  Distances distances{{start, 0}};
  std::vector<EntryId> queue{start};
  for (size_t i = 0; i != queue.size(); ++i) {
    EntryId entry = queue[i];
    if (entry == UnitGraph::exit || entry == condition)
      continue;
    for (EntryId next : graph.successors(entry))
      if (distances.try_emplace(next, distances[entry] + 1).second)
        queue.push_back(next);
  }
  distances.erase(condition);
  return distances;
}

/// Guesses where the `switch` ends, which is where a `break` would lead. Takes
/// the statement that can be reached from the largest number of groups of case
/// labels. If there are several such statements, takes the one that the fewest
/// steps lead to. The result may also be the exit of the function.
std::optional<EntryId> SwitchGroups::endOfSwitch() const {
  struct Meeting {
    unsigned groups = 0;
    unsigned distance = ~0U;
  };
  std::map<EntryId, Meeting> meetings;
  for (EntryId first : firsts)
    for (auto [entry, distance] : reachableFrom(first)) {
      Meeting &meeting = meetings[entry];
      ++meeting.groups;
      meeting.distance = std::min(meeting.distance, distance);
    }
  auto best = llvm::max_element(meetings, [](const auto &a, const auto &b) {
    auto key = [](const auto &each) {
      // If as many groups of case labels lead to a statement as to the exit of
      // the function, the statement counts as the end of the `switch`.
      return std::tuple(each.second.groups, each.first != UnitGraph::exit,
                        ~each.second.distance);
    };
    return key(a) < key(b);
  });
  if (best == meetings.end() || best->second.groups < 2)
    return std::nullopt;
  return best->first;
}

/// Returns true if the statement at `a` comes before the statement at `b` in
/// the source. A jump from `a` to `b` then goes forward, so it does not begin
/// the next iteration of a loop.
bool SwitchGroups::isBefore(EntryId a, EntryId b) const {
  auto key = [&](EntryId entry) {
    const SourceRange &range = table.unitOf(entry).range;
    return std::tuple(range.file, range.line, range.column);
  };
  return key(a) < key(b);
}

std::vector<FallThrough> SwitchGroups::fallThroughs() const {
  std::optional<EntryId> end = endOfSwitch();
  if (!end)
    return {};
  bool isExit = *end == UnitGraph::exit;
  if (isExit && !table.function(table.entry(condition).function).canReturn())
    return {};
  FlowTarget after = isExit ? FlowTarget() : FlowTarget{*end};
  Distances outside = reachableFrom(*end);
  std::map<EntryId, unsigned> inside;
  for (EntryId first : firsts)
    inside.merge(reachableFrom(first));
  std::vector<FallThrough> result;
  for (auto [entry, distance] : inside) {
    if (entry == UnitGraph::exit || outside.count(entry))
      continue;
    for (EntryId next : graph.successors(entry))
      if (next != UnitGraph::exit && next != *end && !outside.count(next) &&
          llvm::is_contained(firsts, next) && isBefore(entry, next))
        result.push_back({entry, next, after});
  }
  return result;
}

std::vector<FallThrough> pinstripe::findFallThroughs(const UnitTable &table,
                                                     const UnitGraph &graph,
                                                     EntryId condition) {
  const StatementUnit &unit = table.unitOf(condition);
  if (unit.kind != UnitKind::Condition ||
      !llvm::StringRef(unit.text).starts_with("switch"))
    return {};
  return SwitchGroups(table, graph, condition).fallThroughs();
}
