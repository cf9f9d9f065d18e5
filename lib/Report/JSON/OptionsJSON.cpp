// Writes the result of `options` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"

using namespace pinstripe;

static void writeStart(JSONWriter &json, llvm::StringRef name,
                       const TestedStart &start) {
  json.attributeObject(name, [&] {
    json.texts("arguments", start.arguments);
    json.attributeObject("set", [&] {
      for (const auto &[variable, value] : start.set)
        json.text(llvm::json::fixUTF8(variable), value);
    });
    json.texts("unset", start.unset);
    json.texts("missing_files", start.missingFiles);
    json.text("command", start.command);
  });
}

static void writeStart(JSONWriter &json, llvm::StringRef name,
                       const std::optional<TestedStart> &start) {
  if (start)
    writeStart(json, name, *start);
  else
    json.attribute(name, nullptr);
}

static void writeNeeded(JSONWriter &json, const NeededOption &needed) {
  json.text("kind", needed.kind);
  json.textOrNull("failing", needed.text);
  json.textOrNull("passing", needed.passing);
  json.textOrNull("part_of", needed.argument);
  json.textOrNull("without",
                  needed.without ? outcomeName(*needed.without) : "");
}

static void writeTests(JSONWriter &json, const OptionsSummary &summary) {
  json.attribute("runs", summary.runs);
  json.attribute("stored", summary.stored);
  json.attributeObject("candidates", [&] {
    json.attribute("pass", summary.counts.pass);
    json.attribute("fail", summary.counts.fail);
    json.attribute("unresolved", summary.counts.unresolved);
  });
  json.attributeObject("causes", [&] {
    for (const auto &[cause, count] : summary.causes)
      json.attribute(cause.empty() ? "undecided" : cause, count);
  });
  json.attribute("repeated", summary.repeated);
  json.attribute("reproduced", summary.reproduced);
  json.attribute("lanes", summary.lanes);
}

void pinstripe::writeOptionsJSON(const OptionsSummary &summary,
                                 llvm::raw_ostream &stream) {
  UnitTable none;
  JSONWriter json(none, stream);
  json.object([&] {
    json.tool(summary.version);
    json.text("program", summary.program);
    json.texts("predicates", summary.predicates);
    json.text("ending", summary.ending);
    json.attribute("form", formName(summary.form));
    json.text("algorithm", summary.algorithm);
    json.text("base", summary.base);
    writeStart(json, "original", summary.original);
    writeStart(json, "failing", summary.failing);
    writeStart(json, "passing", summary.passing);
    json.objects("needed", summary.needed, [&](const NeededOption &needed) {
      writeNeeded(json, needed);
    });
    json.attributeObject("sizes", [&] {
      json.attribute("arguments", summary.arguments);
      json.attribute("variables", summary.variables);
      json.attribute("files", summary.files);
    });
    json.objects("levels", summary.levels, [&](const SearchStage &level) {
      json.text("elements", level.elements);
      json.attribute("before", level.before);
      json.attribute("after", level.after);
      json.attribute("runs", level.tests);
    });
    json.attribute("minimality", minimalityName(summary.minimality));
    json.attributeObject("tests", [&] { writeTests(json, summary); });
    json.attribute("interrupted", summary.interrupted);
    json.textOrNull("failure", summary.failure);
    json.textOrNull("ended_by", optionOf(summary.exhausted));
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
  stream << '\n';
}
