// Writes the result of `pinstripe input` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSON/InputJSON.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

void pinstripe::writeSearchedRun(JSONWriter &json,
                                 const InputSummary &summary) {
  json.tool(summary.version);
  json.text("program", summary.program);
  json.texts("arguments", summary.arguments);
  json.texts("predicates", summary.predicates);
  json.text("ending", summary.ending);
}

void pinstripe::writeSearchEnd(JSONWriter &json, const InputSummary &summary) {
  json.attribute("empty_fails", summary.emptyFails);
  json.attribute("repeated", summary.repeated);
  json.attribute("reproduced", summary.reproduced);
  json.attribute("interrupted", summary.interrupted);
  json.textOrNull("ended_by", optionOf(summary.exhausted));
  json.textOrNull("failure", summary.failure);
  json.attributeObject("time", [&] {
    json.decimal("total_s", summary.totalSeconds);
    json.decimal("search_s", summary.seconds);
    json.attribute("lanes", summary.lanes);
  });
}

/// Writes the content of an input: as `text` if it is valid UTF-8, otherwise as
/// hexadecimal digits in `hex`.
static void writeContent(JSONWriter &json, llvm::StringRef content) {
  if (llvm::json::isUTF8(content))
    json.attribute("text", content);
  else
    json.attribute("hex", llvm::toHex(content, /*LowerCase=*/true));
}

static void writeInput(JSONWriter &json, const InputSummary &summary,
                       const ReducedInput &input) {
  json.textOrNull("path", input.path);
  json.attribute("bytes", input.original.size());
  auto side = [&](llvm::StringRef name, bool isSought, llvm::StringRef content,
                  llvm::StringRef file) {
    if (!isSought)
      return json.attribute(name, nullptr);
    json.attributeObject(name, [&] {
      json.attribute("bytes", content.size());
      json.textOrNull("file", file);
      writeContent(json, content);
    });
  };
  side("failing", summary.form != SearchForm::Maximise, input.failing,
       input.failingFile);
  side("passing", summary.form != SearchForm::Minimise, input.passing,
       input.passingFile);
}

void pinstripe::writeInputsJSON(const InputSummary &summary,
                                llvm::raw_ostream &stream) {
  UnitTable none;
  JSONWriter json(none, stream);
  json.object([&] {
    writeSearchedRun(json, summary);
    json.attribute("form", formName(summary.form));
    json.attribute("algorithm", summary.algorithm);
    json.objects("inputs", summary.inputs, [&](const ReducedInput &input) {
      writeInput(json, summary, input);
    });
    json.objects("levels", summary.levels, [&](const SearchStage &level) {
      json.attribute("parts", level.elements);
      json.attribute("elements", level.before);
      json.attribute("left", level.after);
      json.attribute("tests", level.tests);
    });
    json.tests(summary);
    json.attribute("minimality", minimalityName(summary.minimality));
    json.textOrNull("proven_by", summary.proven);
    writeSearchEnd(json, summary);
  });
}
