// Writes the result of `pinstripe locate` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvidenceText.h"
#include "JSONWriter.h"

using namespace pinstripe;

static void writeChangeEvidence(ResultWriter &json,
                                const ChangeEvidence &change) {
  json.attribute("effect", kebab(nameOf(change.effect)));
  json.attribute("rank", change.rank);
  json.index(change.event);
  json.attribute("instance", json.instances.instanceOf(change.event));
  json.attribute("form", change.isSingle ? "single" : "all");
  if (change.leavesSwitch)
    json.attribute("leaves_switch", true);
  json.attribute("trials", change.trials);
  json.attribute("hits", change.hits);
  if (change.replaced)
    json.replacedValue(*change.replaced);
  if (change.operand)
    json.text("operand", json.table.operand(*change.operand).text);
}

static void writeMutationEvidence(ResultWriter &json,
                                  const MutationEvidence &evidence) {
  const Mutation &mutation = evidence.best.mutation;
  json.attribute("effect", kebab(nameOf(evidence.best.effect)));
  json.attribute("rank", evidence.rank);
  json.attribute("trials", evidence.trials);
  json.attribute("hits", evidence.hits);
  json.attribute("operators", evidence.operators);
  json.attribute("operator", kebab(mutationOperatorName(mutation.kind)));
  json.attribute("changed_line", mutation.changedLine);
  json.text("before", mutation.before);
  json.text("after", mutation.after);
  json.attribute("inserted", mutation.isInsertion);
}

static void writeEvidence(ResultWriter &json, const EvidenceText &words,
                          const LineEvidence &line) {
  auto write = [&](llvm::StringRef kind, std::string sentence,
                   llvm::function_ref<void()> writeMore) {
    json.object([&] {
      json.attribute("kind", kind);
      json.text("text", sentence);
      writeMore();
    });
  };
  for (uint32_t use : line.uninitialised)
    write("uninitialised", words.ofUse(use),
          [&] { json.attribute("use", use); });
  if (line.crashed)
    write("crash", words.ofCrash(*line.crashed), [&] {
      json.index(line.crashed->event);
      json.attribute("instance",
                     json.instances.instanceOf(line.crashed->event));
      json.attribute("depth", line.crashed->depth);
    });
  if (line.switched)
    write("switch", words.ofSwitch(*line.switched),
          [&] { writeChangeEvidence(json, *line.switched); });
  if (line.omitted)
    write("omit", words.ofOmission(*line.omitted),
          [&] { writeChangeEvidence(json, *line.omitted); });
  if (line.replaced)
    write("replace", words.ofReplacement(*line.replaced),
          [&] { writeChangeEvidence(json, *line.replaced); });
  if (line.mutated)
    write("mutate", words.ofMutation(*line.mutated),
          [&] { writeMutationEvidence(json, *line.mutated); });
  if (line.kept != 0)
    write("kept", words.ofKept(line), [&] {
      json.attribute("kept", line.kept);
      json.attribute("executed", line.executed);
      json.attribute("guard", line.isGuard);
    });
  if (line.wrongOutputs + line.rightOutputs != 0 || line.isRelevant)
    write("slice", words.ofSlices(line), [&] {
      json.attribute("wrong_lines", line.wrongOutputs);
      json.attribute("relevant", line.isRelevant);
      json.attribute("by_value", line.wrongValues != 0);
      json.attribute("right_lines", line.rightOutputs);
      if (line.wrongOutputs != 0 || line.isRelevant)
        json.attribute("distance", line.distance);
    });
}

static void writePlaces(ResultWriter &json, llvm::StringRef name,
                        llvm::ArrayRef<SourceLine> places) {
  json.attributeArray(name, [&] {
    for (SourceLine place : places)
      json.object([&] {
        json.text("file", json.table.displayPath(place.file));
        json.attribute("line", place.number);
      });
  });
}

static void writeLine(ResultWriter &json, const EvidenceText &words,
                      const LineEvidence &line) {
  json.text("file", json.table.displayPath(line.line.file));
  json.attribute("line", line.line.number);
  json.attribute("end_line", line.endLine);
  json.function(json.table.function(line.function));
  json.text("text", line.unit ? json.table.unit(*line.unit).text : "");
  json.attribute("executed", line.executed);
  json.attribute("passing_runs", line.passingRuns);
  json.attribute("failing_runs", line.failingRuns);
  json.decimal("score", line.score);
  json.attribute("entry", line.entry);
  writePlaces(json, "deciders", line.deciders);
  writePlaces(json, "definers", line.definers);
  json.attributeArray("evidence", [&] { writeEvidence(json, words, line); });
}

static void writeWrong(JSONWriter &json,
                       const std::optional<WrongOutput> &wrong) {
  json.textOrNull("wrong_line",
                  wrong ? wrong->printed.value_or("") : std::string());
  if (!wrong)
    return;
  json.attributeObject("wrong", [&] {
    json.attribute("line", wrong->line);
    if (wrong->printed)
      json.text("printed", *wrong->printed);
    if (wrong->expected)
      json.text("expected", *wrong->expected);
    json.attribute("missing", wrong->isMissing);
  });
}

static void writeStep(ResultWriter &json, llvm::StringRef name,
                      const SearchStep &step) {
  json.attributeObject(name, [&] {
    json.attribute("tests", step.tests);
    json.decimal("seconds", step.seconds);
    json.attribute("complete", step.isComplete);
    json.textOrNull("no_result", step.omitted);
  });
}

void pinstripe::writeLocationJSON(const LocateSummary &summary,
                                  llvm::raw_ostream &stream) {
  writeDocument(summary, stream, [&](ResultWriter &json) {
    writeWrong(json, summary.wrong);
    EvidenceText words(summary, json.instances);
    json.objects("ranked", summary.lines, [&](const LineEvidence &line) {
      writeLine(json, words, line);
    });
    json.attribute("executed_lines", summary.executedLines);
    json.attribute("kept", summary.keptEvents);
    json.attribute("passing_runs", summary.passingRuns);
    json.attribute("failing_runs", summary.failingRuns);
    json.reference(summary.reference);
    json.attributeObject("steps", [&] {
      writeStep(json, "switch", summary.switching);
      writeStep(json, "omit", summary.omission);
      writeStep(json, "slice", summary.slicing);
      writeStep(json, "mutate", summary.mutation);
      writeStep(json, "replace", summary.replacement);
      writeStep(json, "reduce", summary.reduction);
    });
    json.attribute("interrupted", summary.interrupted);
    json.attributeObject(
        "time", [&] { json.decimal("total_s", summary.totalSeconds); });
  });
}
