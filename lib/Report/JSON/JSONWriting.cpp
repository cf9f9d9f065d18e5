// What all JSON outputs share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriting.h"
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

void pinstripe::writeCaseJSON(llvm::json::OStream &json,
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
    if (!theCase.writtenFiles.empty())
      json.attributeArray("written_files", [&] {
        for (const std::string &file : theCase.writtenFiles)
          json.value(utf8(file));
      });
    json.attribute("poison", theCase.poison);
    json.attribute("flow", theCase.flow);
  });
}

void pinstripe::writeEngineJSON(llvm::json::OStream &json,
                                const EngineDescription &engine) {
  json.attributeObject("engine", [&] {
    json.attribute("name", engine.name);
    if (engine.fallback.empty())
      json.attribute("fallback", nullptr);
    else
      json.attribute("fallback", engine.fallback);
  });
}

void pinstripe::writeTraceJSON(llvm::json::OStream &json, const Trace &trace,
                               const InstanceTable &instances) {
  json.attributeObject("trace", [&] {
    json.attribute("events", static_cast<int64_t>(trace.size()));
    json.attribute("units", static_cast<int64_t>(instances.executedUnits()));
    json.attribute("invocations",
                   static_cast<int64_t>(trace.allInvocations().size()));
  });
}

double pinstripe::rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

void pinstripe::writeUnitJSON(llvm::json::OStream &json, const UnitTable &table,
                              const Event &event) {
  const StatementUnit &unit = table.unitOf(event.entry);
  json.attribute("file", utf8(table.displayPath(unit.range.file)));
  json.attribute("line", unit.range.line);
  json.attribute("column", unit.range.column);
  json.attribute("end_line", unit.range.endLine);
  json.attribute("end_column", unit.range.endColumn);
  const TracedFunction &function =
      table.function(table.entry(event.entry).function);
  json.attribute("function", utf8(function.name));
  writeLibraryJSON(json, table, function.low);
}

void pinstripe::writeEventJSON(llvm::json::OStream &json,
                               const UnitTable &table, const Trace &trace,
                               const InstanceTable &instances,
                               EventIndex index) {
  const Event &event = trace.event(index);
  const StatementUnit &unit = table.unitOf(event.entry);
  json.attribute("index", static_cast<int64_t>(index) + 1);
  writeUnitJSON(json, table, event);
  json.attribute("instance", instances.instanceOf(index));
  json.attribute("kind", unitKindName(unit.kind));
  json.attribute("text", utf8(unit.text));
  json.attribute("depth", instances.depthOf(event.invocation));
  json.attribute("pinned", unit.isPinned());
}

void pinstripe::writeLinesJSON(llvm::json::OStream &json,
                               const UnitTable &table,
                               const InstanceTable &instances,
                               llvm::ArrayRef<int64_t> keptOfUnit) {
  struct Counts {
    int64_t kept = 0, executed = 0;
  };
  std::map<std::pair<std::string, uint32_t>, Counts> lines;
  for (size_t i = 0; i != table.units.size(); ++i) {
    uint32_t executed = instances.executions(UnitId(i));
    if (executed == 0)
      continue;
    const SourceRange &range = table.units[i].range;
    Counts &counts = lines[{table.displayPath(range.file), range.line}];
    counts.executed += executed;
    counts.kept += keptOfUnit[i];
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
