// Collects for each line of the source what the steps of `locate` have shown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Locate/EvidenceTable.h"
#include "Locate/LineGroups.h"
#include "pinstripe/Program/GluedUnits.h"

using namespace pinstripe;

EvidenceTable::EvidenceTable(const RecordedCase &recorded)
    : recorded(recorded) {
  for (Event event : recorded.trace.allEvents()) {
    LineEvidence &line = at(event.entry);
    if (line.executed++ != 0)
      continue;
    const UnitEntry &entry = recorded.table.entry(event.entry);
    const SourceRange &range = recorded.table.unit(entry.unit).range;
    line.line = lineOf(recorded.table.unit(entry.unit));
    line.endLine = range.endLine;
    line.unit = entry.unit;
    line.function = entry.function;
  }
  addGlued();
  for (const auto &[place, deciders] :
       findDecidingLines(recorded.table, recorded.trace))
    all[place].deciders.assign(deciders.begin(), deciders.end());
}

/// Adds the lines whose statements have no events of their own, since they are
/// glued to an executed statement.
void EvidenceTable::addGlued() {
  const UnitTable &table = recorded.table;
  for (auto [unit, host] : gluedUnits(table)) {
    auto found = all.find(lineOf(table.unit(host)));
    SourceLine place = lineOf(table.unit(unit));
    if (found == all.end() || hosts.count(found->first) || all.count(place))
      continue;
    hosts.emplace(place, found->first);
    LineEvidence &line = all[place];
    line.line = place;
    line.endLine = table.unit(unit).range.endLine;
    line.unit = unit;
    line.function = found->second.function;
    line.executed = found->second.executed;
  }
}

/// Returns what is known about a line with glued statements. The changes and
/// the uses of uninitialised memory are those of the line itself, `own`. All
/// else comes from the line of the host, the statement to which they are glued.
static LineEvidence withHost(const LineEvidence &own,
                             const LineEvidence &host) {
  LineEvidence line = host;
  line.line = own.line;
  line.endLine = own.endLine;
  line.unit = own.unit;
  line.isGuard = false;
  line.switched = own.switched;
  line.omitted = own.omitted;
  line.replaced = own.replaced;
  line.mutated = own.mutated;
  line.uninitialised = own.uninitialised;
  return line;
}

LineEvidence &EvidenceTable::at(EntryId entry) {
  return all[lineOf(recorded.table.unitOf(entry))];
}

LineEvidence &EvidenceTable::at(EventIndex event) {
  return at(recorded.trace.entryOf(event));
}

const LineEvidence *EvidenceTable::find(SourceLine place) const {
  auto found = all.find(place);
  return found == all.end() ? nullptr : &found->second;
}

std::vector<LineEvidence> EvidenceTable::lines() const {
  std::vector<LineEvidence> result;
  for (const auto &[place, line] : all) {
    auto host = hosts.find(place);
    result.push_back(
        host == hosts.end() ? line : withHost(line, all.at(host->second)));
  }
  return result;
}

void EvidenceTable::take(
    llvm::ArrayRef<ChangedUnit> units,
    std::optional<ChangeEvidence> LineEvidence::*evidence) {
  for (auto &[place, line] : all)
    (line.*evidence).reset();
  // Changes of the program that are equally good get the same rank.
  uint32_t rank = 1;
  for (size_t i = 0; i != units.size(); ++i) {
    const ChangedUnit &unit = units[i];
    auto quality = [](const ChangedUnit &each) {
      return std::pair(each.best, each.rank());
    };
    if (i != 0 && quality(units[i - 1]) != quality(unit))
      rank = i + 1;
    std::optional<ChangeEvidence> &best = at(unit.entry).*evidence;
    if (best)
      continue;
    best = ChangeEvidence{unit.best, rank, unit.event,
                          unit.form == ChangeForm::Single};
    best->leavesSwitch = unit.leavesSwitch;
    best->trials = unit.allTests();
    best->hits = unit.tests[static_cast<size_t>(unit.best)];
    best->replaced = unit.replaced;
    if (unit.operand)
      best->operand = unit.operand->operand;
  }
}

void EvidenceTable::take(llvm::ArrayRef<MutatedUnit> units) {
  for (auto &[place, line] : all)
    line.mutated.reset();
  for (const MutatedUnit &unit : units) {
    std::optional<MutationEvidence> &best =
        all[lineOf(recorded.table.unit(unit.unit))].mutated;
    if (!best)
      best = MutationEvidence{
          unit.mutations.front(), unit.rank, unit.allTests(),
          unit.tests[static_cast<size_t>(unit.best)], unit.operators};
  }
}

/// Adds 1 to the counter `outputs` of each source line that has an event in the
/// slice.
void EvidenceTable::addSlice(const EventSet &slice,
                             uint64_t LineEvidence::*outputs) {
  std::set<SourceLine> seen;
  for (EventIndex event : slice) {
    LineEvidence &line = at(event);
    if (seen.insert(line.line).second)
      ++(line.*outputs);
  }
}

void EvidenceTable::addDistances(const OutputSlices &slices) {
  std::set<SourceLine> seen;
  auto addDistance = [&](EventIndex event, LineEvidence &line) {
    bool isFirst = seen.insert(line.line).second;
    uint32_t distance = slices.distances[static_cast<size_t>(event)];
    if (isFirst || distance < line.distance)
      line.distance = distance;
  };
  for (EventIndex event : slices.wrong)
    addDistance(event, at(event));
  for (EventIndex event : slices.relevant) {
    LineEvidence &line = at(event);
    if (line.wrongOutputs != 0)
      continue;
    line.isRelevant = true;
    addDistance(event, line);
  }
}

void EvidenceTable::addDefiners(const OutputSlices &slices) {
  std::set<std::pair<SourceLine, SourceLine>> seen;
  for (auto [definer, user] : slices.definitions) {
    SourceLine from = lineOf(recorded.table.unitOf(definer));
    SourceLine to = lineOf(recorded.table.unitOf(user));
    if (from != to && seen.emplace(from, to).second)
      all[to].definers.push_back(from);
  }
}

void EvidenceTable::addCrash() {
  std::optional<EventIndex> event = crashEvent(recorded);
  for (uint32_t depth = 0; event; ++depth) {
    std::optional<CrashEvidence> &crashed = at(*event).crashed;
    if (!crashed)
      crashed = CrashEvidence{*event, depth};
    event =
        recorded.trace.invocation(recorded.trace.invocationOf(*event)).parent;
  }
}

void EvidenceTable::take(const OutputSlices &slices) {
  addSlice(slices.wrong, &LineEvidence::wrongOutputs);
  addSlice(slices.wrongData, &LineEvidence::wrongValues);
  addDistances(slices);
  for (const EventSet &right : slices.right)
    addSlice(right, &LineEvidence::rightOutputs);
  addDefiners(slices);
}

void EvidenceTable::take(llvm::ArrayRef<UninitialisedUse> uses) {
  for (uint32_t i = 0; i != uses.size(); ++i) {
    LineEvidence &line = all[uses[i].line];
    if (line.executed == 0) {
      line.line = uses[i].line;
      line.endLine = uses[i].line.number;
      line.function = uses[i].function;
    }
    line.uninitialised.push_back(i);
  }
}

void EvidenceTable::addRun(const std::set<SourceLine> &executed,
                           uint64_t LineEvidence::*runs) {
  for (auto &[place, line] : all)
    line.*runs += executed.count(place);
}

void EvidenceTable::shareFailingRuns(uint64_t failingRuns) {
  for (auto &[place, line] : all)
    line.failingShare = (1.0 + static_cast<double>(line.failingRuns)) /
                        (1.0 + static_cast<double>(failingRuns));
}
