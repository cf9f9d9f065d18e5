// Writes the result of `pinstripe locate` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriting.h"
#include "pinstripe/Trace/InstanceTable.h"

using namespace pinstripe;

static void writeChange(llvm::json::OStream &json, const UnitTable &table,
                        const InstanceTable &instances, llvm::StringRef kind,
                        const std::optional<ChangeEvidence> &change) {
  if (!change)
    return;
  json.object([&] {
    json.attribute("kind", kind);
    json.attribute("effect", kebab(nameOf(change->effect)));
    json.attribute("rank", change->rank);
    json.attribute("index", static_cast<int64_t>(change->event) + 1);
    json.attribute("instance", instances.instanceOf(change->event));
    json.attribute("form", change->isSingle ? "single" : "all");
    if (change->replaced)
      writeReplacedJSON(json, *change->replaced);
    if (change->operand)
      json.attribute("operand", utf8(table.operand(*change->operand).text));
  });
}

static void writeEvidence(llvm::json::OStream &json, const UnitTable &table,
                          const InstanceTable &instances,
                          const LineEvidence &line) {
  writeChange(json, table, instances, "switch", line.switched);
  writeChange(json, table, instances, "omit", line.omitted);
  writeChange(json, table, instances, "replace", line.replaced);
  if (line.kept != 0)
    json.object([&] {
      json.attribute("kind", "kept");
      json.attribute("kept", line.kept);
      json.attribute("executed", line.executed);
      json.attribute("guard", line.isGuard);
    });
  if (line.wrongOutputs + line.rightOutputs != 0)
    json.object([&] {
      json.attribute("kind", "slice");
      json.attribute("wrong_lines", line.wrongOutputs);
      json.attribute("by_value", line.wrongValues != 0);
      json.attribute("right_lines", line.rightOutputs);
      if (line.wrongOutputs != 0)
        json.attribute("distance", line.distance);
    });
}

static void writeRanked(llvm::json::OStream &json, const LocateSummary &summary,
                        const InstanceTable &instances) {
  const UnitTable &table = summary.table;
  for (const LineEvidence &line : summary.lines)
    json.object([&] {
      json.attribute("file", utf8(table.displayPath(line.line.file)));
      json.attribute("line", line.line.number);
      json.attribute("end_line", line.endLine);
      const TracedFunction &function = table.function(line.function);
      json.attribute("function", utf8(function.name));
      writeLibraryJSON(json, table, function.low);
      json.attribute("text", utf8(table.unit(line.unit).text));
      json.attribute("executed", line.executed);
      json.attribute("score", rounded(line.score));
      json.attributeArray("evidence",
                          [&] { writeEvidence(json, table, instances, line); });
    });
}

static void writeStep(llvm::json::OStream &json, llvm::StringRef name,
                      const SearchStep &step) {
  json.attributeObject(name, [&] {
    json.attribute("tests", step.tests);
    json.attribute("seconds", rounded(step.seconds));
    json.attribute("complete", step.isComplete);
    if (step.omitted.empty())
      json.attribute("no_result", nullptr);
    else
      json.attribute("no_result", utf8(step.omitted));
  });
}

void pinstripe::writeLocationJSON(const LocateSummary &summary,
                                  llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCaseJSON(json, summary.theCase);
    writeEngineJSON(json, summary.engine);
    writeTraceJSON(json, summary.trace, instances);
    if (summary.wrongLine.empty())
      json.attribute("wrong_line", nullptr);
    else
      json.attribute("wrong_line", utf8(summary.wrongLine));
    json.attributeArray("ranked",
                        [&] { writeRanked(json, summary, instances); });
    json.attribute("executed_lines", summary.executedLines);
    json.attribute("kept", summary.keptEvents);
    json.attributeObject("steps", [&] {
      writeStep(json, "switch", summary.switching);
      writeStep(json, "omit", summary.omission);
      writeStep(json, "slice", summary.slicing);
      writeStep(json, "replace", summary.replacement);
      writeStep(json, "reduce", summary.reduction);
    });
    json.attribute("interrupted", summary.interrupted);
    json.attributeObject("time", [&] {
      json.attribute("total_s", rounded(summary.totalSeconds));
    });
  });
  stream << '\n';
}
