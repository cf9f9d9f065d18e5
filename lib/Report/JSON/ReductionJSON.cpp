// Writes the results of `pinstripe reduce` and `pinstripe record` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "pinstripe/Result/StoredNotes.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

static void writePoisonFinding(ResultWriter &json,
                               const ReductionSummary &summary) {
  const std::optional<PoisonFinding> &finding = summary.poisonFinding;
  if (!finding) {
    json.attribute("garbage_sensitive", nullptr);
    return;
  }
  json.attribute("garbage_sensitive", finding->isSensitive);
  if (finding->isSensitive)
    json.attributeArray("garbage_events", [&] {
      for (EventIndex event : finding->missing)
        json.value(static_cast<int64_t>(event) + 1);
    });
}

/// Writes whether and why the reduction ended early, how many of the kept parts
/// (such as statements) are proved to be needed, and what an earlier stage of
/// the reduction has proved.
static void writeEnd(ResultWriter &json, const ReductionSummary &summary) {
  json.attribute("interrupted", summary.interrupted);
  if (summary.exhausted)
    json.attribute("ended_by", optionOf(summary.exhausted));
  if (summary.isFixpoint)
    json.attribute("fixpoint", true);
  if (summary.provenNeeded != 0)
    json.attribute("proven_needed", summary.provenNeeded);
  if (const std::optional<ProvenStage> &before = summary.provenBefore)
    json.attributeObject("proven_before", [&] {
      json.attribute("minimality", certificateName(before->certificate));
      json.attribute("kept", before->kept);
    });
}

static void writeValues(JSONWriter &json, const EventValues &values) {
  auto writeAll = [&](llvm::StringRef key,
                      const std::vector<NamedValue> &named) {
    json.objects(key, named, [&](const NamedValue &each) {
      json.text("name", each.name);
      json.text("value", each.value);
    });
  };
  json.attributeObject("values", [&] {
    writeAll("read", values.read);
    writeAll("written", values.written);
    json.text("text", values.text);
  });
}

/// Writes the reason why an event was kept: what happened in the test that
/// skipped the event.
static void writeReason(JSONWriter &json, const KeptReason &reason) {
  json.attributeObject("without", [&] {
    json.attribute("outcome", outcomeName(reason.outcome));
    if (reason.outcome == Outcome::Unresolved)
      json.attribute("cause", kebab(nameOf(reason.cause)));
    json.textOrNull("text", reason.text);
  });
}

static void writeEvents(ResultWriter &json, const ReductionSummary &summary,
                        uint64_t maxEvents) {
  json.events(
      summary.kept, maxEvents,
      "`statements` counts all, and reduce --json-events all lists all",
      [&](EventIndex event) {
        json.attribute("user_pinned", summary.isUserPinned(event));
        json.attribute("guard", summary.isGuard(event));
        if (auto construction = summary.constructionOf(event))
          json.attribute("goes_with", static_cast<int64_t>(*construction) + 1);
        else
          json.attribute("goes_with", nullptr);
        auto values = summary.values.find(static_cast<uint32_t>(event));
        if (values != summary.values.end())
          writeValues(json, values->second);
        auto reason = summary.reasons.find(static_cast<uint32_t>(event));
        if (reason != summary.reasons.end())
          writeReason(json, reason->second);
      });
}

/// Writes all statements with kept events, in the order in which these events
/// happened first. The list of events can be cut to `maxEvents`; this list of
/// statements is always complete.
static void writeStatements(ResultWriter &json,
                            const ReductionSummary &summary) {
  std::vector<int64_t> keptOfUnit = json.keptOfUnits(summary.kept);
  json.attributeArray("statements", [&] {
    for (EventIndex event : summary.kept) {
      UnitId id = json.instances.unitOf(event);
      int64_t kept = std::exchange(keptOfUnit[static_cast<size_t>(id)], 0);
      if (kept == 0)
        continue;
      const StatementUnit &unit = json.table.unit(id);
      json.object([&] {
        json.unitOf(event);
        json.attribute("kind", unitKindName(unit.kind));
        json.text("text", unit.text);
        json.attribute("pinned", unit.isPinned());
        json.attribute("kept", kept);
        json.attribute("executed", json.instances.executions(id));
      });
    }
  });
}

static void writeResult(ResultWriter &json, const ReductionSummary &summary,
                        uint64_t maxEvents) {
  json.attribute("kept", summary.kept.count());
  json.attribute("user_pinned", summary.keptUserPinned());
  json.attribute("cleanups", summary.cleanups.size());
  json.attribute("minimality", certificateName(summary.certificate));
  if (summary.largestPassing)
    json.attribute("largest_passing", summary.largestPassing->count());
  json.attribute("granularity",
                 granularityName(summary.certificate.granularity));
  writePoisonFinding(json, summary);
  if (summary.repeated)
    json.attributeObject("repeated", [&] {
      json.attribute("runs", summary.repeated->runs);
      json.attribute("reproduced", summary.repeated->reproduced);
    });
  writeEnd(json, summary);
  writeEvents(json, summary, maxEvents);
  writeStatements(json, summary);
  json.lines(summary.kept);
}

static void writeTests(JSONWriter &json, const TestTally &tests) {
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
    for (auto [kind, count] : tests.limits) {
      llvm::StringRef name = nameOf(kind);
      name.consume_front("limit of ");
      json.attribute(llvm::join(llvm::split(name, ' '), "_"), count);
    }
  });
  json.attribute("decided_otherwise", tests.decidedOtherwise);
}

static void writeTime(JSONWriter &json, const ReductionSummary &summary) {
  const Timing &time = summary.time;
  json.decimal("total_s", summary.totalSeconds);
  json.decimal("record_s", time.recordSeconds);
  json.decimal("tests_s", time.testsSeconds);
  json.attributeObject("per_test_ms", [&] {
    json.decimal("median", time.medianTestMilliseconds);
    json.decimal("p95", time.p95TestMilliseconds);
  });
  json.attribute("lanes", time.lanes);
  json.attribute("unused_runs", time.unusedRuns);
}

void pinstripe::writeReductionJSON(const ReductionSummary &summary,
                                   uint64_t maxEvents,
                                   llvm::raw_ostream &stream) {
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.attributeObject("result",
                         [&] { writeResult(json, summary, maxEvents); });
    json.attributeObject("tests", [&] { writeTests(json, summary.tests); });
    json.attributeObject("time", [&] { writeTime(json, summary); });
  });
}

std::map<uint32_t, std::string>
pinstripe::valueTextsIn(llvm::StringRef document) {
  std::map<uint32_t, std::string> texts;
  auto parsed = llvm::json::parse(document);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return texts;
  }
  const llvm::json::Array *events = eventsOf(*parsed);
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
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.text("events_file", summary.eventsFile);
    json.attributeObject(
        "time", [&] { json.decimal("record_s", summary.recordSeconds); });
  });
}
