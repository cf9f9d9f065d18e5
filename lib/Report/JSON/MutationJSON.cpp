// Writes the result of `mutate` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"

using namespace pinstripe;

static void writeMutation(JSONWriter &json, const TriedMutation &tried) {
  const Mutation &mutation = tried.mutation;
  json.attribute("operator", kebab(mutationOperatorName(mutation.kind)));
  json.attribute("line", mutation.changedLine);
  json.text("before", mutation.before);
  json.text("after", mutation.after);
  json.attribute("inserted", mutation.isInsertion);
  json.attribute("in_macro", mutation.isInMacro);
  json.attribute("right_bytes", tried.right);
  if (tried.otherLines.empty())
    return;
  json.attributeArray("other_lines", [&] {
    for (uint32_t line : tried.otherLines)
      json.value(line);
  });
}

static void writeUnit(ResultWriter &json, const MutatedUnit &unit) {
  const StatementUnit &statement = json.table.unit(unit.unit);
  json.place(statement.range);
  json.function(json.table.function(unit.function));
  json.text("text", statement.text);
  json.attribute("instances", unit.instances);
  json.attribute("effect", kebab(nameOf(unit.best)));
  json.attribute("rank", unit.rank);
  json.attribute("operators", unit.operators);
  json.objects("mutations", unit.mutations,
               [&](const TriedMutation &tried) { writeMutation(json, tried); });
  json.attribute("refuted", unit.refuted);
  json.attribute("untested", unit.untested);
  json.effectCounts(unit.tests);
}

void pinstripe::writeMutationsJSON(const MutationSummary &summary,
                                   llvm::raw_ostream &stream) {
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.objects("statements", summary.units,
                 [&](const MutatedUnit &unit) { writeUnit(json, unit); });
    json.attribute("executed_statements", summary.executedUnits);
    json.attribute("functions", summary.functions);
    json.objects("unmutated", summary.unmutated,
                 [&](const UnmutatedCode &each) {
                   json.text("file", each.file);
                   json.textOrNull("function", each.name);
                   json.text("reason", each.reason);
                 });
    json.effectCounts(summary.tests);
    json.attribute("listed", summary.listed);
    json.attribute("rejected", summary.rejected);
    json.attribute("stored", summary.stored);
    json.attribute("other_runs", summary.otherRuns);
    json.attribute("refuted", summary.refuted);
    json.attribute("untested", summary.untested);
    json.reference(summary.reference);
    json.attribute("interrupted", summary.interrupted);
    json.textOrNull("ended_by", optionOf(summary.exhausted));
    json.attributeObject("time", [&] {
      json.decimal("total_s", summary.totalSeconds);
      json.decimal("tests_s", summary.testsSeconds);
    });
  });
}
