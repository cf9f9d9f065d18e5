// Writes the JSON document that describes the case in a page.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Page/PageData.h"
#include "Page/PageText.h"
#include "pinstripe/Report/Page.h"
#include "pinstripe/Result/TestTally.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "JSON/JSONWriter.h"

using namespace pinstripe;

/// The largest number of events whose values the page contains.
static constexpr size_t maxValues = 4 * maxEventsWithValues;
/// The length in bytes of the longest source text of a statement in the page.
/// Longer texts are cut.
static constexpr size_t maxUnitText = 500;
/// The largest number of events that one JSON document in the page lists. Most
/// facts about the other events are still in the page, as arrays of numbers.
static constexpr size_t maxListedEvents = 2000;

namespace {

class MetaWriter : public JSONWriter {
public:
  MetaWriter(const CaseReport &report, llvm::ArrayRef<PageSet> sets,
             const PageTests &tests, const PageColumns &columns,
             llvm::raw_ostream &stream)
      : JSONWriter(report.table, stream), report(report), sets(sets),
        tests(tests), columns(columns) {}

  void write();

private:
  void writeCase();
  void writeRun();
  void writeText(llvm::StringRef name, const std::optional<ReportedText> &text);
  void writeCrash();
  void writeFiles();
  void writeFunctions();
  void writeUnits();
  void writeReduction();
  void writeValues();
  void writeReasons();
  void writeDependences();
  void writeTests();
  void writeDocuments();
  void writeColumns();
  std::map<uint32_t, size_t> testsLeavingOut() const;

  const CaseReport &report;
  llvm::ArrayRef<PageSet> sets;
  const PageTests &tests;
  const PageColumns &columns;
};

} // namespace

void MetaWriter::writeText(llvm::StringRef name,
                           const std::optional<ReportedText> &text) {
  if (!text)
    return attribute(name, nullptr);
  attributeObject(name, [&] {
    this->text("text", text->text);
    attribute("bytes", text->bytes);
    attribute("truncated", text->isTruncated());
  });
}

void MetaWriter::writeCase() {
  const CaseDescription &described = report.theCase;
  attributeObject("case", [&] {
    text("program", described.program);
    texts("arguments", described.arguments);
    text("stdin", described.standardInput);
    texts("predicates", described.predicates);
    attribute("flow", described.flow);
    attribute("poison", described.poison);
    text("directory", table.displayPath(described.caseDirectory));
    text("command", report.command);
  });
  attributeObject("engine", [&] {
    text("name", report.engine.name);
    textOrNull("fallback", report.engine.fallback);
  });
}

void MetaWriter::writeRun() {
  // In the page, bytes of an output that are not valid UTF-8 are replaced,
  // which moves later bytes. The written positions count the bytes of the
  // changed text.
  UTF8Positions positions(report.standardOutput.text);
  attributeObject("run", [&] {
    text("ending", report.ending);
    bool isKnown = !report.ending.empty();
    writeText("stdout",
              isKnown ? std::optional(report.standardOutput) : std::nullopt);
    writeText("stderr", report.standardError);
    writeText("stdin", report.standardInput);
    writeText("expected", report.expectedOutput);
    attributeArray("matched", [&] {
      for (auto [begin, end] : report.matched)
        if (begin < report.standardOutput.text.size())
          array([&] {
            value(positions.of(begin));
            value(positions.of(end));
          });
    });
    attributeArray("written", [&] {
      for (const PrintedBytes &bytes : report.printed)
        if (bytes.begin < report.standardOutput.text.size())
          array([&] {
            value(static_cast<int64_t>(bytes.event));
            value(positions.of(bytes.begin));
            value(positions.of(bytes.end));
          });
    });
  });
}

void MetaWriter::writeCrash() {
  if (!report.crash)
    return attribute("crash", nullptr);
  attributeObject("crash", [&] {
    text("text", report.crash->text);
    attribute("unit",
              report.crash->unit
                  ? llvm::json::Value(static_cast<int64_t>(*report.crash->unit))
                  : nullptr);
    text("message", report.crash->message);
  });
}

/// Writes the source files. Only files with executed statements are written
/// with their text, since the page shows no others.
void MetaWriter::writeFiles() {
  llvm::BitVector isExecuted(static_cast<unsigned>(table.files.size()));
  for (Event event : report.trace.allEvents())
    isExecuted.set(static_cast<unsigned>(table.unitOf(event.entry).range.file));
  objects("files", llvm::seq<size_t>(0, table.files.size()), [&](size_t i) {
    text("path", table.displayPath(FileId(i)));
    bool hasText = isExecuted[static_cast<unsigned>(i)] &&
                   i < report.sources.size() && report.sources[i];
    if (hasText)
      text("text", *report.sources[i]);
    else
      attribute("text", nullptr);
  });
}

void MetaWriter::writeFunctions() {
  objects("functions", table.functions, [&](const TracedFunction &function) {
    text("name", table.displayName(function));
    attribute("file", static_cast<int64_t>(function.range.file));
    attribute("line", function.range.line);
    attribute("end_line", function.range.endLine);
  });
}

void MetaWriter::writeUnits() {
  std::vector<std::optional<FunctionId>> functions(table.units.size());
  for (const UnitEntry &entry : table.entries)
    if (auto &function = functions[static_cast<size_t>(entry.unit)]; !function)
      function = entry.function;
  objects("units", llvm::seq<size_t>(0, table.units.size()), [&](size_t i) {
    const StatementUnit &unit = table.units[i];
    attribute("file", static_cast<int64_t>(unit.range.file));
    attribute("line", unit.range.line);
    attribute("column", unit.range.column);
    attribute("end_line", unit.range.endLine);
    attribute("end_column", unit.range.endColumn);
    attribute("kind", unitKindName(unit.kind));
    text("text", llvm::StringRef(unit.text).take_front(characterBoundary(
                     unit.text, std::min(maxUnitText, unit.text.size()))));
    textOrNull("pinned", unit.pinReason);
    if (functions[i])
      attribute("function", static_cast<int64_t>(*functions[i]));
  });
}

void MetaWriter::writeReduction() {
  if (!report.reduction)
    return attribute("reduction", nullptr);
  const Certificate &certificate = report.reduction->certificate;
  attributeObject("reduction", [&] {
    attribute("minimality", certificateName(certificate));
    attribute("granularity", granularityName(certificate.granularity));
    text("sentence", certificateSentence(report));
    const llvm::json::Object *result = resultOfReduction(report);
    const llvm::json::Value *sensitive =
        result ? result->get("garbage_sensitive") : nullptr;
    attribute("garbage_sensitive",
              sensitive ? *sensitive : llvm::json::Value(nullptr));
    attribute("interrupted", isUnfinished(report));
  });
}

static void writeNamed(JSONWriter &json, llvm::StringRef key,
                       llvm::ArrayRef<NamedValue> named) {
  json.objects(key, named, [&](const NamedValue &each) {
    json.text("name", each.name);
    json.text("value", each.value);
  });
}

void MetaWriter::writeValues() {
  // If more than `maxValues` events have values, kept events are written first,
  // and others only if there is room left.
  EventSet written(report.trace.size());
  size_t left = maxValues;
  auto take = [&](bool isKept) {
    for (const auto &[number, values] : report.values) {
      EventIndex event{number};
      bool belongs = isKept == (report.reduction &&
                                report.reduction->kept.contains(event));
      if (left != 0 && belongs) {
        written.insert(event);
        --left;
      }
    }
  };
  take(true);
  take(false);
  attributeObject("values", [&] {
    for (EventIndex event : written) {
      const EventValues &values =
          report.values.at(static_cast<uint32_t>(event));
      attributeObject(std::to_string(static_cast<uint32_t>(event)), [&] {
        writeNamed(*this, "read", values.read);
        writeNamed(*this, "written", values.written);
        text("text", values.text);
      });
    }
  });
}

/// Finds tests that explain why events were kept. Such a test executed only
/// some of the kept events, no others, and did not reproduce the output. It is
/// assigned to the first kept event that it skipped. Only tests that the page
/// shows are considered.
std::map<uint32_t, size_t> MetaWriter::testsLeavingOut() const {
  std::map<uint32_t, size_t> found;
  const EventSet &kept = report.reduction->kept;
  size_t keptEvents = kept.count();
  for (size_t row = 0; row != tests.shown.size(); ++row) {
    const ReportedTest &test = report.tests[tests.shown[row]];
    if (test.outcome == Outcome::Fail || test.executed >= keptEvents ||
        !test.events.isSubsetOf(kept))
      continue;
    EventSet leftOut = kept;
    leftOut -= test.events;
    // Several tests may have the same first skipped event: if it makes a call,
    // the events in the call come after it, and were skipped with it. Of these
    // tests, the one that has left out the fewest events is taken.
    auto [best, isNew] =
        found.try_emplace(static_cast<uint32_t>(*leftOut.begin()), row);
    if (report.tests[tests.shown[best->second]].executed < test.executed)
      best->second = row;
  }
  return found;
}

void MetaWriter::writeReasons() {
  if (!report.reduction)
    return;
  std::map<uint32_t, size_t> rows = testsLeavingOut();
  attributeObject("reasons", [&] {
    for (const auto &[event, reason] : report.reduction->reasons)
      attributeObject(std::to_string(event), [&] {
        attribute("outcome", outcomeName(reason.outcome));
        bool isUnresolved = reason.outcome == Outcome::Unresolved;
        attribute("cause", isUnresolved ? kebab(nameOf(reason.cause)) : "");
        text("text", reason.text);
        if (auto row = rows.find(event); row != rows.end())
          attribute("test", row->second);
      });
  });
  attributeArray("guards", [&] {
    if (!report.reduction->guards.isUnset())
      for (EventIndex event : report.reduction->guards)
        value(static_cast<int64_t>(event));
  });
}

void MetaWriter::writeDependences() {
  attributeObject("dependences", [&] {
    const auto &known = report.dependences;
    attribute("edges", known ? known->all.size() : 0);
    attribute("of", known && known->isOfSliceOnly ? "slice and kept" : "all");
    textOrNull("missing", known ? "" : report.withoutDependences);
  });
}

void MetaWriter::writeTests() {
  attributeObject("tests", [&] {
    attribute("count", report.tests.size());
    attribute("shown", tests.shown.size());
    attribute("width", tests.width);
  });
}

void MetaWriter::writeDocuments() {
  attributeObject("results", [&] {
    for (const auto &[verb, document] : report.documents)
      attribute(verb, verb == "explain"
                          ? shortStory(document, maxListedEvents)
                          : withFewerEvents(document, maxListedEvents));
  });
  texts("omissions", report.omissions);
}

void MetaWriter::writeColumns() {
  attributeObject("columns", [&] {
    for (const PageColumn &column : columns.all())
      attributeObject(column.name, [&] {
        attribute("type", column.type);
        attribute("length", column.length);
        attribute("delta", column.isDelta);
      });
  });
}

void MetaWriter::write() {
  object([&] {
    attribute("format", pageFormatVersion);
    text("version", report.version);
    writeCase();
    writeRun();
    writeCrash();
    attribute("events", report.trace.size());
    attribute("invocations", report.trace.allInvocations().size());
    writeFiles();
    writeFunctions();
    writeUnits();
    objects("sets", sets, [&](const PageSet &set) {
      attribute("name", set.name);
      attribute("count", set.events.count());
    });
    writeReduction();
    writeValues();
    writeReasons();
    writeDependences();
    writeTests();
    writeDocuments();
    writeColumns();
  });
}

std::string pinstripe::pageMeta(const CaseReport &report,
                                llvm::ArrayRef<PageSet> sets,
                                const PageTests &tests,
                                const PageColumns &columns) {
  std::string meta;
  llvm::raw_string_ostream stream(meta);
  MetaWriter(report, sets, tests, columns, stream).write();
  return meta;
}
