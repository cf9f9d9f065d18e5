// Writes the result of `pinstripe actions` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSON/InputJSON.h"

using namespace pinstripe;

/// Writes a list of actions. Writes null if the user did not ask for this list.
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

void pinstripe::writeActionsJSON(const ActionSummary &summary,
                                 llvm::raw_ostream &stream) {
  UnitTable none;
  JSONWriter json(none, stream);
  const ReducedInput &result = summary.inputs[0];
  json.object([&] {
    writeSearchedRun(json, summary);
    json.text("file", summary.file);
    json.textOrNull("terminal", summary.terminal);
    json.textOrNull("display", summary.display);
    json.attribute("actions",
                   uint64_t(llvm::StringRef(result.original).count('\n')));
    json.attribute("form", formName(summary.form));
    json.attribute("algorithm", summary.algorithm);
    writeList(json, "failing", summary.form != SearchForm::Maximise,
              result.failing, result.failingFile);
    writeList(json, "passing", summary.form != SearchForm::Minimise,
              result.passing, result.passingFile);
    json.attributeObject("shown", [&] {
      json.textOrNull("ending", summary.shown.ending);
      json.text("screen", summary.shown.screen);
    });
    json.tests(summary);
    json.attribute("minimality", minimalityName(summary.minimality));
    writeSearchEnd(json, summary);
  });
}
