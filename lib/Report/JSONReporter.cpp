//===- JSONReporter.cpp - The result for other programs -------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Report/JSONReporter.h"
#include "JSONWriting.h"
#include "pinstripe/Report/InstanceTable.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <map>

using namespace pinstripe;

void pinstripe::writeToolJSON(llvm::json::OStream &json,
                              llvm::StringRef version) {
  json.attributeObject("pinstripe", [&] {
    json.attribute("version", version);
    json.attribute("format", jsonFormatVersion);
  });
}

void pinstripe::writeLibraryJSON(llvm::json::OStream &json,
                                 const UnitTable &table, uint64_t address) {
  if (ModuleId module = table.moduleOf(address); module != ModuleId{})
    json.attribute("module", utf8(table.libraryName(module)));
}

static void writeCase(llvm::json::OStream &json,
                      const CaseDescription &theCase) {
  json.attributeObject("case", [&] {
    json.attribute("program", utf8(theCase.program));
    json.attributeArray("arguments", [&] {
      for (const std::string &argument : theCase.arguments)
        json.value(utf8(argument));
    });
    if (theCase.standardInput.empty())
      json.attribute("stdin", nullptr);
    else
      json.attribute("stdin", utf8(theCase.standardInput));
    if (!theCase.modules.empty())
      json.attributeArray("modules", [&] {
        for (const std::string &module : theCase.modules)
          json.value(utf8(module));
      });
    json.attributeArray("predicate", [&] {
      for (const std::string &predicate : theCase.predicates)
        json.value(utf8(predicate));
    });
    json.attribute("poison", theCase.poison);
    json.attribute("flow", theCase.flow);
  });
}

static void writeEngine(llvm::json::OStream &json,
                        const EngineDescription &engine) {
  json.attributeObject("engine", [&] {
    json.attribute("name", engine.name);
    if (engine.fallback.empty())
      json.attribute("fallback", nullptr);
    else
      json.attribute("fallback", engine.fallback);
  });
}

static void writeTrace(llvm::json::OStream &json, const Trace &trace,
                       const InstanceTable &instances) {
  json.attributeObject("trace", [&] {
    json.attribute("events", static_cast<int64_t>(trace.size()));
    json.attribute("units", static_cast<int64_t>(instances.executedUnits()));
    json.attribute("invocations",
                   static_cast<int64_t>(trace.allInvocations().size()));
  });
}

/// Seconds with as many digits as the clock deserves.
static double rounded(double value) { return std::round(value * 1e4) / 1e4; }

namespace {

/// The `result`, `tests` and `time` of one reduction.
class ResultWriter {
public:
  ResultWriter(llvm::json::OStream &json, const ReductionSummary &summary,
               const InstanceTable &instances)
      : json(json), summary(summary), instances(instances) {}

  void writeResult();
  void writeTests();
  void writeTime();

private:
  void writeEvent(EventIndex index);
  void writeLines();

  llvm::json::OStream &json;
  const ReductionSummary &summary;
  const InstanceTable &instances;
};

} // namespace

void ResultWriter::writeResult() {
  json.attributeObject("result", [&] {
    json.attribute("kept", static_cast<int64_t>(summary.kept.count()));
    json.attribute("minimality", summary.minimality);
    json.attribute("granularity", summary.granularity);
    if (summary.garbageSensitive)
      json.attribute("garbage_sensitive", *summary.garbageSensitive);
    else
      json.attribute("garbage_sensitive", nullptr);
    json.attribute("interrupted", summary.interrupted);
    json.attributeArray("events", [&] {
      for (unsigned i : summary.kept.set_bits())
        writeEvent(EventIndex{i});
    });
    writeLines();
  });
}

void ResultWriter::writeEvent(EventIndex index) {
  const UnitTable &table = summary.table;
  const Event &event = summary.trace.event(index);
  const StatementUnit &unit = table.unitOf(event.entry);
  json.object([&] {
    json.attribute("index", static_cast<int64_t>(index) + 1);
    json.attribute("file", utf8(table.displayPath(unit.range.file)));
    json.attribute("line", unit.range.line);
    json.attribute("column", unit.range.column);
    json.attribute("end_line", unit.range.endLine);
    json.attribute("end_column", unit.range.endColumn);
    const TracedFunction &function =
        table.function(table.entry(event.entry).function);
    json.attribute("function", utf8(function.name));
    writeLibraryJSON(json, table, function.low);
    json.attribute("instance", instances.instanceOf(index));
    json.attribute("kind", unitKindName(unit.kind));
    json.attribute("text", utf8(unit.text));
    json.attribute("depth", instances.depthOf(event.invocation));
    json.attribute("pinned", unit.isPinned());
  });
}

/// Per line where a unit starts: instances executed in the recorded run, and
/// how many of them were kept.
void ResultWriter::writeLines() {
  struct Counts {
    int64_t kept = 0, executed = 0;
  };
  std::map<std::pair<std::string, uint32_t>, Counts> lines;
  for (size_t i = 0, size = summary.trace.size(); i != size; ++i) {
    EventIndex index{static_cast<uint32_t>(i)};
    const SourceRange &range =
        summary.table.unit(instances.unitOf(index)).range;
    Counts &counts = lines[{summary.table.displayPath(range.file), range.line}];
    ++counts.executed;
    counts.kept += summary.kept.test(i);
  }
  json.attributeArray("lines", [&] {
    for (const auto &[place, counts] : lines)
      json.object([&, &place = place, &counts = counts] {
        json.attribute("file", utf8(place.first));
        json.attribute("line", place.second);
        json.attribute("kept", counts.kept);
        json.attribute("executed", counts.executed);
      });
  });
}

void ResultWriter::writeTests() {
  const TestTally &tests = summary.tests;
  json.attributeObject("tests", [&] {
    json.attribute("distinct", tests.distinct);
    json.attribute("cached", tests.cached);
    json.attribute("pass", tests.pass);
    json.attribute("fail", tests.fail);
    json.attribute("unresolved", tests.unresolved);
    json.attributeObject("unresolved_by", [&] {
      json.attribute("crash", tests.crash);
      json.attribute("hang", tests.hang);
      json.attribute("divergence", tests.divergence);
      json.attribute("limit", tests.limit);
      json.attribute("undecided", tests.undecided);
    });
    // Guarded flow counts these; trace flow has none.
    json.attribute("decided_otherwise", 0);
  });
}

void ResultWriter::writeTime() {
  const Timing &time = summary.time;
  json.attributeObject("time", [&] {
    json.attribute("total_s", rounded(time.totalSeconds));
    json.attribute("record_s", rounded(time.recordSeconds));
    json.attribute("tests_s", rounded(time.testsSeconds));
    json.attributeObject("per_test_ms", [&] {
      json.attribute("median", rounded(time.medianTestMilliseconds));
      json.attribute("p95", rounded(time.p95TestMilliseconds));
    });
    json.attribute("lanes", time.lanes);
    json.attribute("unused_runs", static_cast<int64_t>(time.unusedRuns));
  });
}

void JSONReporter::report(const ReductionSummary &summary,
                          llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  ResultWriter result(json, summary, instances);
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCase(json, summary.theCase);
    writeEngine(json, summary.engine);
    writeTrace(json, summary.trace, instances);
    result.writeResult();
    result.writeTests();
    result.writeTime();
  });
  stream << '\n';
}

void pinstripe::writeRecordingJSON(const RecordingSummary &summary,
                                   llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCase(json, summary.theCase);
    writeEngine(json, summary.engine);
    writeTrace(json, summary.trace, instances);
    json.attribute("events_file", utf8(summary.eventsFile));
    json.attributeObject("time", [&] {
      json.attribute("record_s", rounded(summary.recordSeconds));
    });
  });
  stream << '\n';
}
