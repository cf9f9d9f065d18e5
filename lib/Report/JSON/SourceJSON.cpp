// Writes the result of `source` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"

using namespace pinstripe;

static void writeSize(JSONWriter &json, llvm::StringRef name,
                      const TextSize &size) {
  json.attributeObject(name, [&] {
    json.attribute("lines", size.lines);
    json.attribute("bytes", size.bytes);
  });
}

static void writeTests(JSONWriter &json, const SourceSummary &summary) {
  json.attribute("runs", summary.runs);
  json.attribute("refused", summary.refused);
  json.attribute("stored", summary.stored);
  json.attribute("pass", summary.counts.pass);
  json.attribute("fail", summary.counts.fail);
  json.attribute("unresolved", summary.counts.unresolved);
  json.attributeObject("causes", [&] {
    for (const auto &[cause, count] : summary.causes)
      json.attribute(cause, count);
  });
}

void pinstripe::writeSourcesJSON(const SourceSummary &summary,
                                 llvm::raw_ostream &stream) {
  UnitTable none;
  JSONWriter json(none, stream);
  json.object([&] {
    json.tool(summary.version);
    json.text("program", summary.program);
    json.texts("arguments", summary.arguments);
    json.texts("predicates", summary.predicates);
    json.text("ending", summary.ending);
    json.text("algorithm", summary.algorithm);
    writeSize(json, "before", sizeOf(summary, false));
    writeSize(json, "after", sizeOf(summary, true));
    json.objects("sources", summary.sources, [&](const ReducedSource &source) {
      json.text("path", source.path);
      json.text("text", source.reduced);
      json.textOrNull("file", source.file);
    });
    json.objects("stages", summary.stages, [&](const SourceStage &stage) {
      json.text("edits", stage.edits);
      json.attribute("round", stage.round);
      json.attribute("elements", stage.elements);
      json.attribute("made", stage.made);
      json.attribute("runs", stage.runs);
      json.attribute("refused", stage.refused);
      json.attribute("bytes", stage.bytes);
    });
    json.attribute("checked", summary.isChecked);
    json.textOrNull("first_error", summary.firstError);
    json.attribute("minimal", summary.isMinimal);
    json.attribute("formatted", summary.isFormatted);
    json.attribute("empty_fails", summary.emptyFails);
    json.attributeObject("tests", [&] { writeTests(json, summary); });
    json.attribute("lanes", summary.lanes);
    json.attribute("interrupted", summary.interrupted);
    json.textOrNull("failure", summary.failure);
    json.textOrNull("exhausted", !summary.exhausted ? ""
                                 : *summary.exhausted == BudgetLimit::Tests
                                     ? "tests"
                                     : "time");
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
  stream << '\n';
}
