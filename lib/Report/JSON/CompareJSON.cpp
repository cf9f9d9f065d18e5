// Writes the result of `pinstripe compare` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ComparedLines.h"
#include "JSONWriting.h"

using namespace pinstripe;

static void writeCounts(llvm::json::OStream &json,
                        const CompareSummary &summary,
                        const LineCounts &counts) {
  json.attribute("executed", counts.executed);
  for (size_t c = 0; c != std::size(comparedColumns); ++c)
    if (isMade(summary.sets.*comparedColumns[c].events))
      json.attribute(comparedColumns[c].name, counts.in[c]);
  if (!summary.hasSwitches)
    return;
  if (!counts.switched) {
    json.attribute("switch", nullptr);
    return;
  }
  json.attribute("switch", kebab(nameOf(counts.switched->best)));
}

static void writeEvent(llvm::json::OStream &json, const CompareSummary &summary,
                       const InstanceTable &instances, unsigned i,
                       const SliceDifference *difference) {
  const StatementUnit &unit =
      summary.table.unitOf(summary.trace.event(EventIndex(i)).entry);
  json.object([&] {
    json.attribute("index", static_cast<int64_t>(i) + 1);
    json.attribute("file", utf8(summary.table.displayPath(unit.range.file)));
    json.attribute("line", unit.range.line);
    json.attribute("column", unit.range.column);
    json.attribute("instance", instances.instanceOf(EventIndex(i)));
    json.attribute("text", utf8(unit.text));
    for (const ComparedColumn &column : comparedColumns)
      if (isMade(summary.sets.*column.events))
        json.attribute(column.name,
                       (summary.sets.*column.events).contains(EventIndex(i)));
    if (isMade(summary.sets.guards))
      json.attribute("guard", summary.sets.guards.contains(EventIndex(i)));
    if (!difference)
      return;
    json.attribute("reason", kebab(nameOf(difference->reason)));
    if (!difference->ending.empty())
      json.attribute("without_it", difference->ending);
  });
}

static void writeTotalsJSON(llvm::json::OStream &json,
                            const CompareSummary &summary) {
  json.attribute("executed", static_cast<int64_t>(summary.trace.size()));
  for (const ComparedColumn &column : comparedColumns) {
    const EventSet &set = summary.sets.*column.events;
    if (isMade(set))
      json.attribute(column.name, set.count());
  }
}

void pinstripe::writeComparisonJSON(const CompareSummary &summary,
                                    uint64_t mostEvents,
                                    llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  std::map<unsigned, const SliceDifference *> differences;
  for (const SliceDifference &each : summary.differences)
    differences[static_cast<unsigned>(each.event)] = &each;
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCaseJSON(json, summary.theCase);
    writeEngineJSON(json, summary.engine);
    writeTraceJSON(json, summary.trace, instances);
    json.attributeObject("events", [&] { writeTotalsJSON(json, summary); });
    json.attributeArray("lines", [&] {
      for (const auto &[place, counts] : countLines(summary))
        json.object([&, place = place, &counts = counts] {
          json.attribute("file", utf8(summary.table.displayPath(place.file)));
          json.attribute("line", place.number);
          writeCounts(json, summary, counts);
        });
    });
    json.attributeArray("instances", [&] {
      for (unsigned i = 0; i != summary.trace.size() && i < mostEvents; ++i) {
        auto found = differences.find(i);
        writeEvent(json, summary, instances, i,
                   found == differences.end() ? nullptr : found->second);
      }
    });
    json.attribute("minimality", summary.criticalMinimality);
    json.attribute("guarded_minimality", summary.guardedMinimality);
    json.attribute("unexplained", summary.unexplained);
    json.attribute("interrupted", summary.interrupted);
    json.attributeObject("time", [&] {
      json.attribute("total_s", rounded(summary.totalSeconds));
    });
  });
  stream << '\n';
}
