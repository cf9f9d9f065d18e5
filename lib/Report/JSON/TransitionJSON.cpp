// Writes the result of `transitions` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "KindNames.h"

using namespace pinstripe;

static void writeVariables(JSONWriter &json, llvm::StringRef name,
                           llvm::ArrayRef<CausingVariable> variables) {
  json.objects(name, variables, [&](const CausingVariable &each) {
    json.text("name", each.name);
    json.textOrNull("function", each.function);
    json.text("failing", each.failing);
    json.text("passing", each.passing);
  });
}

static void writePoint(ResultWriter &json, llvm::StringRef name,
                       EventIndex failing, EventIndex passing) {
  json.attributeObject(name, [&] {
    json.event(failing);
    json.attribute("passing_index", static_cast<int64_t>(passing) + 1);
  });
}

static void writeStretch(ResultWriter &json, const CauseStretch &stretch) {
  writeVariables(json, "variables", stretch.variables);
  writeVariables(json, "context", stretch.context);
  writePoint(json, "first", stretch.first, stretch.firstPassing);
  writePoint(json, "last", stretch.last, stretch.lastPassing);
  json.attribute("adjacent", stretch.isAdjacent);
}

static void writeNext(JSONWriter &json, llvm::StringRef name,
                      std::optional<UnitId> unit) {
  if (!unit) {
    json.attribute(name, nullptr);
    return;
  }
  json.attributeObject(name, [&] {
    json.extent(json.table.unit(*unit).range);
    json.text("text", json.table.unit(*unit).text);
  });
}

void pinstripe::writeTransitionsJSON(const TransitionSummary &summary,
                                     llvm::raw_ostream &stream) {
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.text("passing_run", summary.passingRun);
    json.attribute("passing_events", summary.passingEvents);
    json.attribute("matched", summary.matched);
    json.attribute("strict", summary.isStrict);
    json.objects("causes", summary.causes, [&](const CauseStretch &stretch) {
      writeStretch(json, stretch);
    });
    json.objects("partings", summary.partings, [&](const RunParting &each) {
      json.attributeObject("event", [&] { json.event(each.event); });
      writeNext(json, "failing", each.failing);
      writeNext(json, "passing", each.passing);
    });
    json.attributeObject("points", [&] {
      json.attribute("tested", summary.points);
      json.attribute("good", summary.goodPoints);
    });
    json.attributeObject("tests", [&] {
      json.attribute("pass", summary.counts.pass);
      json.attribute("fail", summary.counts.fail);
      json.attribute("unresolved", summary.counts.unresolved);
    });
    json.attribute("interrupted", summary.interrupted);
    json.textOrNull("ended_by", optionOf(summary.exhausted));
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
}
