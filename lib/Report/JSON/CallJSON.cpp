// Writes the result of `call` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "KindNames.h"

using namespace pinstripe;

static void writeArgument(JSONWriter &json, const ChangedArgument &each) {
  json.text("name", each.name);
  json.text("kind", each.kind);
  json.text("original", each.original);
  json.textOrNull("failing", each.failing);
  json.textOrNull("passing", each.passing);
  if (each.kind != "number") {
    json.attribute("elements", each.elements);
    json.attribute("failing_elements", each.failingElements);
    json.attribute("passing_elements", each.passingElements);
  }
  json.attribute("tests", each.tests);
}

void pinstripe::writeCallJSON(const CallSummary &summary,
                              llvm::raw_ostream &stream) {
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.text("function", summary.function);
    json.attributeObject("defined", [&] { json.place(summary.place); });
    json.attribute("call", summary.number);
    json.attribute("calls", summary.calls);
    json.attribute("passing_call", summary.passingNumber);
    json.textOrNull("difference", summary.difference);
    json.attribute("form", formName(summary.form));
    json.text("algorithm", summary.algorithm);
    json.text("original", summary.original);
    json.textOrNull("failing", summary.failing);
    json.textOrNull("passing", summary.passing);
    json.objects(
        "arguments", summary.arguments,
        [&](const ChangedArgument &each) { writeArgument(json, each); });
    json.objects("fixed", summary.fixed, [&](const FixedArgument &each) {
      json.text("name", each.name);
      json.text("reason", each.reason);
    });
    json.attribute("minimality", minimalityName(summary.minimality));
    json.attributeObject("tests", [&] {
      json.attribute("pass", summary.counts.pass);
      json.attribute("fail", summary.counts.fail);
      json.attribute("unresolved", summary.counts.unresolved);
      json.attribute("stored", summary.stored);
      json.attribute("known", summary.counts.cached);
      json.attributeObject("causes", [&] {
        for (const auto &[cause, count] : summary.causes)
          json.attribute(cause, count);
      });
      json.attribute("repeated", summary.repeated);
      json.attribute("reproduced", summary.reproduced);
    });
    json.attribute("interrupted", summary.interrupted);
    json.textOrNull("ended_by", optionOf(summary.exhausted));
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
}
