// Writes the result of `pinstripe compare` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ComparedLines.h"
#include "JSONWriter.h"
#include "KindNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace pinstripe;

static void writeTotals(JSONWriter &json, const CompareSummary &summary) {
  json.attribute("executed", summary.trace.size());
  for (const ComparedColumn &column : comparedColumns)
    if (const EventSet &set = summary.sets.*column.events; isMade(set)) {
      json.attribute(column.name, set.count());
      if (column.cleanups)
        json.attribute(column.cleanupsName,
                       (summary.sets.*column.cleanups).count());
    }
}

static void writeLine(JSONWriter &json, const CompareSummary &summary,
                      SourceLine place, const LineCounts &counts) {
  json.text("file", json.table.displayPath(place.file));
  json.attribute("line", place.number);
  json.attribute("executed", counts.executed);
  for (auto [column, count] : llvm::zip_equal(comparedColumns, counts.in))
    if (isMade(summary.sets.*column.events))
      json.attribute(column.name, count);
  if (summary.hasSwitches)
    json.textOrNull(
        "switch", counts.switched ? kebab(nameOf(counts.switched->best)) : "");
}

static void writeEvent(ResultWriter &json, const CompareSummary &summary,
                       EventIndex event, const SliceDifference *difference) {
  const StatementUnit &unit = json.table.unit(json.instances.unitOf(event));
  json.index(event);
  json.place(unit.range);
  json.attribute("instance", json.instances.instanceOf(event));
  json.text("text", unit.text);
  for (const ComparedColumn &column : comparedColumns)
    if (const EventSet &set = summary.sets.*column.events; isMade(set)) {
      json.attribute(column.name, set.contains(event));
      if (column.cleanups && (summary.sets.*column.cleanups).contains(event))
        json.attribute(column.cleanupsName, true);
    }
  if (isMade(summary.sets.guards))
    json.attribute("guard", summary.sets.guards.contains(event));
  if (!difference)
    return;
  json.attribute("reason", kebab(nameOf(difference->reason)));
  if (!difference->ending.empty())
    json.attribute("without_it", difference->ending);
}

static std::string proofName(const std::optional<Certificate> &proof) {
  return proof ? certificateName(*proof) : "";
}

void pinstripe::writeComparisonJSON(const CompareSummary &summary,
                                    uint64_t maxEvents,
                                    llvm::raw_ostream &stream) {
  std::map<size_t, const SliceDifference *> differences;
  for (const SliceDifference &each : summary.differences)
    differences[static_cast<size_t>(each.event)] = &each;
  size_t listed = std::min<uint64_t>(summary.trace.size(), maxEvents);
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.attributeObject("events", [&] { writeTotals(json, summary); });
    json.objects("lines", countLines(summary), [&](const auto &line) {
      writeLine(json, summary, line.first, line.second);
    });
    json.objects("instances", llvm::seq(listed), [&](size_t i) {
      auto found = differences.find(i);
      writeEvent(json, summary, EventIndex(i),
                 found == differences.end() ? nullptr : found->second);
    });
    json.attribute("minimality", proofName(summary.criticalProof));
    json.attribute("guarded_minimality", proofName(summary.guardedProof));
    json.attribute("unexplained", summary.unexplained);
    json.attribute("interrupted", summary.interrupted);
    json.textOrNull("ended_by", optionOf(summary.exhausted));
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
}
