// Writes the results of `omit --at` and `omit --critical` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "pinstripe/Result/OmissionSummary.h"

using namespace pinstripe;

static void writeUnit(JSONWriter &json, UnitId id, uint32_t instances) {
  const StatementUnit &unit = json.table.unit(id);
  json.place(unit.range);
  json.text("text", unit.text);
  json.attribute("instances", instances);
}

void pinstripe::writeTrialsJSON(const TrialSummary &summary,
                                llvm::raw_ostream &stream) {
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.objects("trials", summary.trials, [&](const OmissionTrial &trial) {
      writeUnit(json, trial.unit, trial.instances);
      json.valueOrNull("instance", trial.instance);
      std::optional<uint32_t> next;
      if (trial.next.entry)
        next = json.table.unitOf(*trial.next.entry).range.line;
      json.valueOrNull("next_line", next);
      json.textOrNull("difference", trial.difference);
      json.attribute("ending", trial.ending);
    });
    json.attribute("recorded_ending", summary.recordedEnding);
    json.attribute("interrupted", summary.interrupted);
  });
}

static llvm::StringRef kindName(StatementNeed::Kind kind) {
  switch (kind) {
  case StatementNeed::Kind::Critical:
    return "critical";
  case StatementNeed::Kind::Needless:
    return "needless";
  case StatementNeed::Kind::Untested:
    return "untested";
  }
  llvm_unreachable("not a kind");
}

/// Returns the reason why the output needs a statement, or why the statement
/// was not tested; an empty text if the output does not need the statement.
static llvm::StringRef reasonFor(const StatementNeed &need) {
  if (need.kind == StatementNeed::Kind::Critical)
    return need.cause ? nameOf(*need.cause) : "output";
  return need.whyUntested;
}

void pinstripe::writeCriticalJSON(const CriticalSummary &summary,
                                  llvm::raw_ostream &stream) {
  using Kind = StatementNeed::Kind;
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.objects("statements", summary.statements,
                 [&](const StatementNeed &need) {
                   writeUnit(json, need.unit, need.instances);
                   json.attribute("need", kindName(need.kind));
                   json.textOrNull("cause", reasonFor(need));
                 });
    for (Kind kind : {Kind::Critical, Kind::Needless, Kind::Untested})
      json.attribute(kindName(kind), summary.count(kind));
    json.attribute("tests", summary.tests);
    json.attribute("interrupted", summary.interrupted);
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
}
