// The result for other programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriting.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/Support/JSON.h"
#include <algorithm>

using namespace pinstripe;

namespace {

/// The `result`, `tests` and `time` of one reduction.
class ResultWriter {
public:
  ResultWriter(llvm::json::OStream &json, const ReductionSummary &summary,
               const InstanceTable &instances, uint64_t mostEvents)
      : json(json), summary(summary), instances(instances),
        mostEvents(mostEvents) {
    tallyUnits();
  }

  void writeResult();
  void writeTests();
  void writeTime();

private:
  void tallyUnits();
  uint64_t keptUserPinned() const;
  void writeCut(uint64_t kept);
  void writeEvents();
  void writeEvent(EventIndex index);
  void writeValues(EventIndex index);
  void writeStatements();

  llvm::json::OStream &json;
  const ReductionSummary &summary;
  const InstanceTable &instances;
  uint64_t mostEvents;
  std::vector<int64_t> keptOfUnit;
  /// Of each unit that has one the first kept event, in trace order.
  std::vector<EventIndex> firstKept;
};

} // namespace

void ResultWriter::writeResult() {
  json.attributeObject("result", [&] {
    uint64_t kept = summary.kept.count();
    json.attribute("kept", static_cast<int64_t>(kept));
    json.attribute("user_pinned", static_cast<int64_t>(keptUserPinned()));
    json.attribute("minimality", summary.minimality);
    if (summary.largestPassing)
      json.attribute("largest_passing",
                     int64_t(summary.largestPassing->count()));
    json.attribute("granularity", summary.granularity);
    if (summary.garbage)
      json.attribute("garbage_sensitive", summary.garbage->isSensitive);
    else
      json.attribute("garbage_sensitive", nullptr);
    if (summary.garbage && summary.garbage->isSensitive)
      json.attributeArray("garbage_events", [&] {
        for (EventIndex event : summary.garbage->missing)
          json.value(static_cast<int64_t>(event) + 1);
      });
    if (summary.repeated)
      json.attributeObject("repeated", [&] {
        json.attribute("runs", summary.repeated->runs);
        json.attribute("reproduced", summary.repeated->reproduced);
      });
    json.attribute("interrupted", summary.interrupted);
    if (!summary.exhausted.empty())
      json.attribute("ended_by", summary.exhausted);
    if (summary.isFixpoint)
      json.attribute("fixpoint", true);
    if (summary.provenNeeded != 0)
      json.attribute("proven_needed", int64_t(summary.provenNeeded));
    if (!summary.provenBefore.minimality.empty())
      json.attributeObject("proven_before", [&] {
        json.attribute("minimality", summary.provenBefore.minimality);
        json.attribute("kept", summary.provenBefore.kept);
      });
    writeCut(kept);
    writeEvents();
    writeStatements();
    writeLinesJSON(json, summary.table, instances, keptOfUnit);
  });
}

void ResultWriter::tallyUnits() {
  keptOfUnit.resize(summary.table.units.size());
  for (EventIndex event : summary.kept) {
    auto unit = static_cast<size_t>(instances.unitOf(event));
    if (keptOfUnit[unit]++ == 0)
      firstKept.push_back(event);
  }
}

uint64_t ResultWriter::keptUserPinned() const {
  if (summary.userPinned.isUnset())
    return 0;
  EventSet events = summary.kept;
  events &= summary.userPinned;
  return events.count();
}

void ResultWriter::writeCut(uint64_t kept) {
  json.attribute("listed", static_cast<int64_t>(std::min(kept, mostEvents)));
  if (kept <= mostEvents)
    json.attribute("cut", nullptr);
  else
    json.attribute("cut", "events has the first " + std::to_string(mostEvents) +
                              " only; `statements` counts all, and reduce "
                              "--json-events all lists all");
}

void ResultWriter::writeEvents() {
  json.attributeArray("events", [&] {
    uint64_t left = mostEvents;
    for (EventIndex event : summary.kept) {
      if (left-- == 0)
        return;
      writeEvent(event);
    }
  });
}

void ResultWriter::writeEvent(EventIndex index) {
  json.object([&] {
    writeEventJSON(json, summary.table, summary.trace, instances, index);
    json.attribute("user_pinned", summary.isUserPinned(index));
    json.attribute("guard", summary.isGuard(index));
    writeValues(index);
  });
}

/// Nothing where nothing is known.
void ResultWriter::writeValues(EventIndex index) {
  auto found = summary.values.find(static_cast<uint32_t>(index));
  if (found == summary.values.end())
    return;
  auto writeAll = [&](llvm::StringRef key,
                      const std::vector<NamedValue> &values) {
    json.attributeArray(key, [&] {
      for (const NamedValue &each : values)
        json.object([&] {
          json.attribute("name", utf8(each.name));
          json.attribute("value", utf8(each.value));
        });
    });
  };
  json.attributeObject("values", [&] {
    writeAll("read", found->second.read);
    writeAll("written", found->second.written);
    json.attribute("text", utf8(found->second.text));
  });
}

/// All kept statements, however many events they have, in the order of the
/// first that is kept.
void ResultWriter::writeStatements() {
  json.attributeArray("statements", [&] {
    for (EventIndex index : firstKept) {
      UnitId id = instances.unitOf(index);
      const StatementUnit &unit = summary.table.unit(id);
      json.object([&] {
        writeUnitJSON(json, summary.table, summary.trace.event(index));
        json.attribute("kind", unitKindName(unit.kind));
        json.attribute("text", utf8(unit.text));
        json.attribute("pinned", unit.isPinned());
        json.attribute("kept", keptOfUnit[static_cast<size_t>(id)]);
        json.attribute("executed", instances.executions(id));
      });
    }
  });
}

void ResultWriter::writeTests() {
  const TestTally &tests = summary.tests;
  json.attributeObject("tests", [&] {
    json.attribute("distinct", tests.distinct);
    json.attribute("stored", tests.stored);
    json.attribute("cached", tests.cached);
    json.attribute("pass", tests.pass);
    json.attribute("fail", tests.fail);
    json.attribute("unresolved", tests.unresolved);
    json.attributeObject("unresolved_by", [&] {
      json.attribute("crash", tests.crash);
      json.attribute("hang", tests.hang);
      json.attribute("divergence", tests.divergence);
      json.attribute("limit", tests.limit);
      json.attribute("undecided", tests.undecided);
    });
    json.attributeObject("limits", [&] {
      for (const auto &[name, count] : tests.limits) {
        std::string key = name;
        std::replace(key.begin(), key.end(), ' ', '_');
        json.attribute(key, count);
      }
    });
    json.attribute("decided_otherwise", tests.decidedOtherwise);
  });
}

void ResultWriter::writeTime() {
  const Timing &time = summary.time;
  json.attributeObject("time", [&] {
    json.attribute("total_s", rounded(time.totalSeconds));
    json.attribute("record_s", rounded(time.recordSeconds));
    json.attribute("tests_s", rounded(time.testsSeconds));
    json.attributeObject("per_test_ms", [&] {
      json.attribute("median", rounded(time.medianTestMilliseconds));
      json.attribute("p95", rounded(time.p95TestMilliseconds));
    });
    json.attribute("lanes", time.lanes);
    json.attribute("unused_runs", static_cast<int64_t>(time.unusedRuns));
  });
}

void pinstripe::writeReductionJSON(const ReductionSummary &summary,
                                   uint64_t mostEvents,
                                   llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  ResultWriter result(json, summary, instances, mostEvents);
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCaseJSON(json, summary.theCase);
    writeEngineJSON(json, summary.engine);
    writeTraceJSON(json, summary.trace, instances);
    result.writeResult();
    result.writeTests();
    result.writeTime();
  });
  stream << '\n';
}

std::map<uint32_t, std::string>
pinstripe::valueTextsIn(llvm::StringRef document) {
  std::map<uint32_t, std::string> texts;
  auto parsed = llvm::json::parse(document);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return texts;
  }
  const llvm::json::Object *whole = parsed->getAsObject();
  const llvm::json::Object *result =
      whole ? whole->getObject("result") : nullptr;
  const llvm::json::Array *events =
      result ? result->getArray("events") : nullptr;
  if (!events)
    return texts;
  for (const llvm::json::Value &each : *events) {
    const llvm::json::Object *event = each.getAsObject();
    const llvm::json::Object *values =
        event ? event->getObject("values") : nullptr;
    auto index = event ? event->getInteger("index") : std::nullopt;
    auto text = values ? values->getString("text") : std::nullopt;
    if (index && *index > 0 && text && !text->empty())
      texts[static_cast<uint32_t>(*index - 1)] = text->str();
  }
  return texts;
}

void pinstripe::writeRecordingJSON(const RecordingSummary &summary,
                                   llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCaseJSON(json, summary.theCase);
    writeEngineJSON(json, summary.engine);
    writeTraceJSON(json, summary.trace, instances);
    json.attribute("events_file", utf8(summary.eventsFile));
    json.attributeObject("time", [&] {
      json.attribute("record_s", rounded(summary.recordSeconds));
    });
  });
  stream << '\n';
}
