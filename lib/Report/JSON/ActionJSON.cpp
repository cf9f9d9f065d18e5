// Writes the result of `pinstripe actions` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "pinstripe/Report/ActionReport.h"

using namespace pinstripe;

/// Writes a list of actions, or null if none was looked for.
static void writeList(JSONWriter &json, llvm::StringRef name, bool isSought,
                      llvm::StringRef lines, llvm::StringRef file) {
  if (!isSought)
    return json.attribute(name, nullptr);
  std::vector<std::string> actions;
  while (!lines.empty()) {
    llvm::StringRef line;
    std::tie(line, lines) = lines.split('\n');
    actions.push_back(line.str());
  }
  json.attributeObject(name, [&] {
    json.textOrNull("file", file);
    json.texts("actions", actions);
  });
}

static void writeTests(JSONWriter &json, const InputSummary &search) {
  json.attributeObject("tests", [&] {
    json.attribute("runs", search.runs);
    json.attribute("fail", search.counts.fail);
    json.attribute("pass", search.counts.pass);
    json.attribute("unresolved", search.counts.unresolved);
    json.attribute("cached", search.counts.cached);
    json.attribute("stored", search.stored);
    json.attributeObject("causes", [&] {
      for (const auto &[cause, number] : search.causes)
        json.attribute(kebab(cause), number);
    });
  });
}

void pinstripe::writeActionsJSON(const ActionSummary &summary,
                                 llvm::raw_ostream &stream) {
  UnitTable none;
  JSONWriter json(none, stream);
  const InputSummary &search = summary.search;
  const ReducedInput &result = search.inputs[0];
  json.object([&] {
    json.tool(search.version);
    json.text("program", search.program);
    json.texts("arguments", search.arguments);
    json.texts("predicates", search.predicates);
    json.text("ending", search.ending);
    json.text("file", summary.file);
    json.textOrNull("terminal", summary.terminal);
    json.textOrNull("display", summary.display);
    json.attribute("actions",
                   uint64_t(llvm::StringRef(result.original).count('\n')));
    json.attribute("form", formName(search.form));
    json.attribute("algorithm", search.algorithm);
    writeList(json, "failing", search.form != SearchForm::Maximise,
              result.failing, result.failingFile);
    writeList(json, "passing", search.form != SearchForm::Minimise,
              result.passing, result.passingFile);
    json.attributeObject("shown", [&] {
      json.textOrNull("ending", summary.shown.ending);
      json.text("screen", summary.shown.screen);
    });
    writeTests(json, search);
    json.attribute("minimality", minimalityName(search.minimality));
    json.attribute("empty_fails", search.emptyFails);
    json.attribute("repeated", search.repeated);
    json.attribute("reproduced", search.reproduced);
    json.attribute("interrupted", search.interrupted);
    json.textOrNull("ended_by", optionOf(search.exhausted));
    json.textOrNull("failure", search.failure);
    json.attributeObject("time", [&] {
      json.decimal("total_s", search.totalSeconds);
      json.decimal("search_s", search.seconds);
      json.attribute("lanes", search.lanes);
    });
  });
}
