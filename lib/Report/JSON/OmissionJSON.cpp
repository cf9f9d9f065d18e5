// What statements are good for, for programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriting.h"
#include "pinstripe/Result/OmissionSummary.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"

using namespace pinstripe;

static void writeUnit(llvm::json::OStream &json, const UnitTable &table,
                      UnitId id, uint32_t instances) {
  const StatementUnit &unit = table.unit(id);
  json.attribute("file", utf8(table.displayPath(unit.range.file)));
  json.attribute("line", unit.range.line);
  json.attribute("column", unit.range.column);
  json.attribute("text", utf8(unit.text));
  json.attribute("instances", instances);
}

/// What all results begin with.
template <typename Summary>
static void writeHead(llvm::json::OStream &json, const Summary &summary) {
  writeToolJSON(json, summary.version);
  writeCaseJSON(json, summary.theCase);
  writeEngineJSON(json, summary.engine);
  writeTraceJSON(json, summary.trace,
                 InstanceTable(summary.table, summary.trace));
}

static void writeTrial(llvm::json::OStream &json, const UnitTable &table,
                       const OmissionTrial &trial) {
  json.object([&] {
    writeUnit(json, table, trial.unit, trial.instances);
    if (trial.instance)
      json.attribute("instance", *trial.instance);
    else
      json.attribute("instance", nullptr);
    if (trial.next.entry)
      json.attribute("next_line", table.unitOf(*trial.next.entry).range.line);
    else
      json.attribute("next_line", nullptr);
    if (trial.difference.empty())
      json.attribute("difference", nullptr);
    else
      json.attribute("difference", utf8(trial.difference));
    json.attribute("ending", trial.ending);
  });
}

void pinstripe::writeTrialsJSON(const TrialSummary &summary,
                                llvm::raw_ostream &stream) {
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    writeHead(json, summary);
    json.attributeArray("trials", [&] {
      for (const OmissionTrial &trial : summary.trials)
        writeTrial(json, summary.table, trial);
    });
    json.attribute("recorded_ending", summary.recordedEnding);
    json.attribute("interrupted", summary.interrupted);
  });
  stream << '\n';
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

void pinstripe::writeCriticalJSON(const CriticalSummary &summary,
                                  llvm::raw_ostream &stream) {
  using Kind = StatementNeed::Kind;
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    writeHead(json, summary);
    json.attributeArray("statements", [&] {
      for (const StatementNeed &need : summary.statements)
        json.object([&] {
          writeUnit(json, summary.table, need.unit, need.instances);
          json.attribute("need", kindName(need.kind));
          if (need.cause.empty())
            json.attribute("cause", nullptr);
          else
            json.attribute("cause", need.cause);
        });
    });
    for (Kind kind : {Kind::Critical, Kind::Needless, Kind::Untested})
      json.attribute(kindName(kind), summary.count(kind));
    json.attribute("tests", summary.tests);
    json.attribute("interrupted", summary.interrupted);
    json.attributeObject("time", [&] {
      json.attribute("total_s", rounded(summary.totalSeconds));
    });
  });
  stream << '\n';
}
