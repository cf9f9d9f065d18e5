// Writes the parts of the JSON output that all verbs of Pinstripe share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <map>

using namespace pinstripe;

static std::string utf8(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

void JSONWriter::text(llvm::StringRef name, llvm::StringRef text) {
  attribute(name, utf8(text));
}

void JSONWriter::textOrNull(llvm::StringRef name, llvm::StringRef text) {
  attribute(name, text.empty() ? llvm::json::Value(nullptr) : utf8(text));
}

void JSONWriter::texts(llvm::StringRef name,
                       llvm::ArrayRef<std::string> texts) {
  attributeArray(name, [&] {
    for (const std::string &each : texts)
      value(utf8(each));
  });
}

void JSONWriter::decimal(llvm::StringRef name, double value) {
  attribute(name, std::round(value * 1e4) / 1e4);
}

void JSONWriter::reference(const std::optional<ReferenceSummary> &summary) {
  if (!summary)
    return attribute("reference", nullptr);
  attributeObject("reference", [&] {
    text("program", summary->program);
    textOrNull("varied", summary->varied);
    attribute("made", summary->made);
    attribute("passing", summary->passing);
    attribute("failing", summary->failing);
    attribute("used_passing", summary->usedPassing);
    attribute("used_failing", summary->usedFailing);
    textOrNull("passing_file", summary->passingFile());
    textOrNull("failing_file", summary->failingFile());
    attribute("stored", summary->isStored);
    attribute("complete", !summary->isCut);
  });
}

void JSONWriter::tests(const SearchSummary &summary) {
  attributeObject("tests", [&] {
    attribute("runs", summary.runs);
    attribute("fail", summary.counts.fail);
    attribute("pass", summary.counts.pass);
    attribute("unresolved", summary.counts.unresolved);
    attribute("cached", summary.counts.cached);
    attribute("stored", summary.stored);
    attributeObject("causes", [&] {
      for (const auto &[cause, number] : summary.causes)
        attribute(kebab(cause), number);
    });
  });
}

void JSONWriter::tool(llvm::StringRef version) {
  attributeObject("pinstripe", [&] {
    attribute("version", version);
    attribute("format", jsonFormatVersion);
  });
}

void JSONWriter::place(const SourceRange &range) {
  text("file", table.displayPath(range.file));
  attribute("line", range.line);
  attribute("column", range.column);
}

void JSONWriter::extent(const SourceRange &range) {
  place(range);
  attribute("end_line", range.endLine);
  attribute("end_column", range.endColumn);
}

void JSONWriter::function(const TracedFunction &function) {
  text("function", function.name);
  module(function.low);
}

void JSONWriter::module(uint64_t address) {
  if (ModuleId module = table.moduleOf(address); module != ModuleId{})
    text("module", table.libraryName(module));
}

void ResultWriter::header() {
  tool(run.version);
  const CaseDescription &theCase = run.theCase;
  attributeObject("case", [&] {
    text("program", theCase.program);
    texts("arguments", theCase.arguments);
    textOrNull("stdin", theCase.standardInput);
    if (!theCase.modules.empty())
      texts("modules", theCase.modules);
    texts("predicate", theCase.predicates);
    if (!theCase.writtenFiles.empty())
      texts("written_files", theCase.writtenFiles);
    attribute("poison", theCase.poison);
    attribute("flow", theCase.flow);
    if (theCase.threads > 1) {
      attribute("threads", theCase.threads);
      attribute("schedule", theCase.schedule);
    }
  });
  if (!run.failure.empty())
    text("failure", run.failure);
  attributeObject("engine", [&] {
    attribute("name", run.engine.name);
    textOrNull("fallback", run.engine.fallback);
  });
  sizes();
}

void ResultWriter::sizes() {
  attributeObject("trace", [&] {
    attribute("events", trace.size());
    attribute("units", instances.executedUnits());
    attribute("invocations", trace.allInvocations().size());
    if (run.crash)
      attributeObject("crash", [&] { crash(*run.crash); });
    if (run.uninitialised)
      attributeObject("uninitialised",
                      [&] { uninitialised(*run.uninitialised); });
  });
}

void ResultWriter::crash(const CrashDescription &crash) {
  text("text", crash.text);
  textOrNull("signal", crash.signal);
  if (!crash.fault.empty())
    text("fault", crash.fault);
  if (crash.usedAddress)
    text("address", "0x" + llvm::utohexstr(*crash.usedAddress,
                                           /*LowerCase=*/true));
  textOrNull("message", crash.message);
  if (crash.function)
    function(table.function(*crash.function));
  if (crash.unit)
    place(table.unit(*crash.unit).range);
  textOrNull("buffered_output", crash.bufferedOutput);
}

void ResultWriter::uninitialised(const UninitialisedMemory &memory) {
  objects("uses", memory.uses, [&](const UninitialisedUse &use) {
    attribute("kind", kebab(nameOf(use.kind)));
    function(table.function(use.function));
    text("file", table.displayPath(use.line.file));
    attribute("line", use.line.number);
    if (!use.variable.empty())
      text("variable", use.variable);
    if (use.event)
      index(*use.event);
    attribute("instances", use.instances);
    if (use.origin)
      attributeObject("origin", [&] {
        text("file", table.displayPath(use.origin->file));
        attribute("line", use.origin->number);
      });
  });
  textOrNull("no_result", memory.omitted);
}

void ResultWriter::index(EventIndex event) {
  attribute("index", static_cast<int64_t>(event) + 1);
}

void ResultWriter::unitOf(EventIndex event) {
  const UnitEntry &entry = table.entry(trace.entryOf(event));
  extent(table.unit(entry.unit).range);
  function(table.function(entry.function));
}

void ResultWriter::event(EventIndex event) {
  const StatementUnit &unit = table.unit(instances.unitOf(event));
  index(event);
  unitOf(event);
  attribute("instance", instances.instanceOf(event));
  attribute("kind", unitKindName(unit.kind));
  text("text", unit.text);
  attribute("depth", instances.depthOf(trace.invocationOf(event)));
  attribute("pinned", unit.isPinned());
}

void ResultWriter::events(const EventSet &set, uint64_t max,
                          llvm::StringRef remedy,
                          llvm::function_ref<void(EventIndex)> writeMore) {
  uint64_t count = set.count();
  attribute("listed", std::min(count, max));
  if (!remedy.empty())
    textOrNull("cut", count <= max
                          ? ""
                          : "events has the first " + std::to_string(max) +
                                " only; " + remedy.str());
  attributeArray("events", [&] {
    uint64_t left = max;
    for (EventIndex each : set) {
      if (left-- == 0)
        return;
      object([&] {
        event(each);
        writeMore(each);
      });
    }
  });
}

std::vector<int64_t> ResultWriter::keptOfUnits(const EventSet &kept) const {
  std::vector<int64_t> counts(table.units.size());
  for (EventIndex event : kept)
    ++counts[static_cast<size_t>(instances.unitOf(event))];
  return counts;
}

void ResultWriter::lines(const EventSet &kept) {
  struct Counts {
    int64_t kept = 0, executed = 0;
  };
  std::map<std::pair<std::string, uint32_t>, Counts> lines;
  std::vector<int64_t> keptOfUnit = keptOfUnits(kept);
  for (size_t i = 0; i != table.units.size(); ++i) {
    uint32_t executed = instances.executions(UnitId(i));
    if (executed == 0)
      continue;
    const SourceRange &range = table.units[i].range;
    Counts &counts = lines[{table.displayPath(range.file), range.line}];
    counts.executed += executed;
    counts.kept += keptOfUnit[i];
  }
  objects("lines", lines, [&](const auto &line) {
    text("file", line.first.first);
    attribute("line", line.first.second);
    attribute("kept", line.second.kept);
    attribute("executed", line.second.executed);
  });
}

void ResultWriter::replacedValue(const ReplacedValue &value) {
  attributeObject("replaced", [&] {
    text("operand", value.operand);
    attribute("when", value.isAfter ? "after" : "before");
    text("recorded", value.recorded);
    text("instead", value.instead);
  });
}

void pinstripe::writeDocument(
    const RunHeader &run, llvm::raw_ostream &stream,
    llvm::function_ref<void(ResultWriter &)> writeBody) {
  ResultWriter json(run, stream);
  json.object([&] {
    json.header();
    writeBody(json);
  });
  stream << '\n';
}
