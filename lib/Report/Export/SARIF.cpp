// Writes lines with evidence as SARIF 2.1.0, the format of static analysers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lines that `locate` has ranked are results of the rule SuspectLine. If
// there are none, the lines that a reduction has kept are results of the rule
// CriticalLine. In addition, a code flow lists the kept events in the order of
// the run.

#include "Export/Formats.h"
#include "Export/KeptEvents.h"
#include "Export/RankedLines.h"
#include "Export/SARIFLocations.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include "JSON/JSONWriter.h"

using namespace pinstripe;

namespace {

/// The largest number of ranked or critical lines that become results in the
/// file. Services that read SARIF limit the number of results.
constexpr size_t maxResults = 100;
/// The largest number of kept events in a code flow, which is a list of steps
/// in SARIF.
constexpr size_t maxSteps = 400;

struct Rule {
  llvm::StringLiteral id, name, sentence, explanation;
};

constexpr Rule suspectLine = {
    "PIN1001", "SuspectLine",
    "A line that may be wrong, since experiments with it changed the output.",
    "Pinstripe executed the program again and again, each time with one "
    "statement changed: left out, decided the other way, with another value, "
    "or written otherwise. The lines are ranked by what became of the output. "
    "These are hints, not verdicts: each says what an experiment did to the "
    "output, not what was meant."};
constexpr Rule criticalLine = {
    "PIN1002", "CriticalLine",
    "A line without which the output does not come out.",
    "Pinstripe executed the program again and again, with some of the executed "
    "statements skipped, until no single one could be skipped any more. What "
    "is left is needed for the output."};
constexpr Rule criticalSlice = {
    "PIN1003", "CriticalSlice",
    "The chain of executed statements that lead from the input to the output.",
    "Pinstripe executed the program again and again, with some of the executed "
    "statements skipped. The code flow has all that are left, in the order of "
    "the run, with the values that they read and wrote."};
constexpr Rule rules[] = {suspectLine, criticalLine, criticalSlice};

class SARIFWriter {
public:
  SARIFWriter(const CaseReport &report, llvm::raw_ostream &stream)
      : index(report), report(report), table(report.table),
        ranking(readRanking(report)), json(report.table, stream),
        locations(index, json) {}
  void write();

private:
  void writeRun();
  void writeTool();
  void writeInvocation();
  void writeRule(const Rule &rule);
  void writeRuleOf(const Rule &rule, llvm::StringRef level);
  void writeFingerprint(llvm::StringRef path, llvm::StringRef function,
                        llvm::StringRef text);
  void writeSuspects();
  void writeSuspect(size_t place);
  void writeFixes(const RankedLine &line);
  void writeFix(const RankedLine &line, const LineHint &hint,
                llvm::StringRef source);
  void writeRelated(const RankedLine &line);
  void writeCriticalLines();
  void writeSlice();
  void writeCodeFlow();
  void writeStep(EventIndex event, size_t order);
  std::string nameOf(const TracedFunction &function) const {
    return table.displayName(function);
  }

  ReportIndex index;
  const CaseReport &report;
  const UnitTable &table;
  Ranking ranking;
  JSONWriter json;
  SARIFLocations locations;
};

} // namespace

/// Returns a sentence that begins with a capital letter and ends with a period.
static std::string asSentence(std::string text) {
  if (!text.empty())
    text[0] = llvm::toUpper(text[0]);
  return text + ".";
}

/// Writes a fingerprint. Other tools use the fingerprint to recognise the same
/// result in a later version of the source, even if the line has moved.
void SARIFWriter::writeFingerprint(llvm::StringRef path,
                                   llvm::StringRef function,
                                   llvm::StringRef text) {
  std::string key = (path + "\n" + function + "\n" + text).str();
  json.attributeObject("partialFingerprints", [&] {
    json.attribute("pinstripeStatement/v1",
                   llvm::utohexstr(llvm::xxh3_64bits(key), /*LowerCase=*/true,
                                   /*Width=*/16));
  });
}

void SARIFWriter::writeRule(const Rule &rule) {
  json.attribute("id", rule.id);
  json.attribute("name", rule.name);
  writeMessage(json, "shortDescription", rule.sentence);
  writeMessage(json, "fullDescription", rule.explanation);
  writeMessage(json, "help", rule.explanation);
  json.attributeObject("defaultConfiguration",
                       [&] { json.attribute("level", "note"); });
}

void SARIFWriter::writeRuleOf(const Rule &rule, llvm::StringRef level) {
  json.attribute("ruleId", rule.id);
  auto place = llvm::find_if(
      rules, [&](const Rule &each) { return each.id == rule.id; });
  json.attribute("ruleIndex", place - rules);
  json.attribute("level", level);
}

void SARIFWriter::writeTool() {
  json.attributeObject("tool", [&] {
    json.attributeObject("driver", [&] {
      json.attribute("name", "Pinstripe");
      json.attribute("version", report.version);
      json.attribute("semanticVersion", report.version);
      writeMessage(json, "shortDescription",
                   "Finds by experiment the executed statements that an output "
                   "needs, and the lines that may be wrong.");
      json.objects("rules", rules, [&](const Rule &rule) { writeRule(rule); });
    });
  });
}

/// Writes the command that made the result, and which output must be
/// reproduced.
void SARIFWriter::writeInvocation() {
  json.attributeArray("invocations", [&] {
    json.object([&] {
      json.attribute("executionSuccessful", report.failure.empty());
      if (!report.command.empty())
        json.text("commandLine", report.command);
      if (!report.failure.empty())
        json.attributeArray("toolExecutionNotifications", [&] {
          json.object([&] {
            json.attribute("level", "error");
            writeMessage(json, "message", report.failure);
          });
        });
    });
  });
  json.attributeObject("properties", [&] {
    json.text("program", report.theCase.program);
    json.texts("arguments", report.theCase.arguments);
    json.text("predicate", describeQuestion(report));
    json.attribute("executedEvents", report.trace.size());
    if (report.reduction)
      json.attribute("keptEvents", report.reduction->kept.count());
  });
}

/// Writes the places that are related to a line: the events that experiments
/// with the line changed, and the last event that the reduction kept.
void SARIFWriter::writeRelated(const RankedLine &line) {
  struct Related {
    EventIndex event;
    std::string caption;
  };
  std::vector<Related> places;
  for (const LineHint &hint : line.hints)
    if (hint.event)
      places.push_back({*hint.event, asSentence(hint.sentence)});
  if (report.reduction && report.reduction->kept.any()) {
    EventIndex last{};
    for (EventIndex event : report.reduction->kept)
      last = event;
    places.push_back(
        {last, "The last statement that the output needs is executed here."});
  }
  if (places.empty())
    return;
  uint64_t id = 0;
  json.objects("relatedLocations", places, [&](const Related &place) {
    json.attribute("id", ++id);
    locations.writePlace(index.unitOf(place.event).range,
                         nameOf(index.functionOf(place.event)), place.caption);
  });
}

/// Writes a change of the source that made the output right in a test. `source`
/// is the text of the changed line, or of the line before which a line is
/// added.
void SARIFWriter::writeFix(const RankedLine &line, const LineHint &hint,
                           llvm::StringRef source) {
  const SourceChange &change = *hint.change;
  llvm::StringRef indent =
      source.take_front(source.size() - source.ltrim().size());
  SourceRange range = locations.wholeLine(*line.file, change.line, change.line);
  std::string inserted = change.after;
  if (change.isInsertion) {
    range.endColumn = range.column;
    inserted += "\n" + indent.str();
  }
  writeMessage(json, "description",
               "A change that was tried, not a verdict. " +
                   asSentence(hint.sentence));
  json.attributeArray("artifactChanges", [&] {
    json.object([&] {
      locations.writeFileLocation(line.file, "");
      json.attributeArray("replacements", [&] {
        json.object([&] {
          json.attributeObject("deletedRegion", [&] {
            json.attribute("startLine", range.line);
            json.attribute(
                "startColumn",
                locations.columnOf(range.file, range.line, range.column));
            json.attribute("endLine", range.line);
            json.attribute(
                "endColumn",
                locations.columnOf(range.file, range.line, range.endColumn));
          });
          json.attributeObject("insertedContent",
                               [&] { json.text("text", inserted); });
        });
      });
    });
  });
}

/// Writes the changes of a source line that made all of the output right, or
/// the crash disappear. A change that replaces text of the line is left out if
/// the line no longer has the text that it had when `locate` tried the change.
void SARIFWriter::writeFixes(const RankedLine &line) {
  auto sourceOf = [&](const LineHint &hint) -> std::optional<llvm::StringRef> {
    if (!hint.change || !hint.isStrong || !line.file)
      return std::nullopt;
    auto source = index.sourceLine({*line.file, hint.change->line});
    bool isAsBefore =
        source && source->trim() == llvm::StringRef(hint.change->before).trim();
    return isAsBefore || (source && hint.change->isInsertion) ? source
                                                              : std::nullopt;
  };
  if (llvm::none_of(line.hints, sourceOf))
    return;
  json.attributeArray("fixes", [&] {
    for (const LineHint &hint : line.hints)
      if (auto source = sourceOf(hint))
        json.object([&] { writeFix(line, hint, *source); });
  });
}

void SARIFWriter::writeSuspect(size_t place) {
  const RankedLine &line = ranking.lines[place];
  // The message has the line's place in the ranking as a number. The number is
  // padded with zeros, since viewers sort messages as texts.
  size_t count = std::min(ranking.lines.size(), maxResults);
  std::string number = std::to_string(place + 1);
  number.insert(0, std::to_string(count).size() - number.size(), '0');
  std::string text = "No. " + number + " of the lines to read first for " +
                     ranking.question + ".";
  for (const LineHint &hint : line.hints)
    text += " " + asSentence(hint.sentence);
  writeRuleOf(suspectLine, line.isStrong() ? "warning" : "note");
  json.decimal("rank", 100 * line.score / ranking.lines.front().score);
  writeMessage(json, "message", text);
  locations.writeLinePlace(line);
  writeRelated(line);
  // Only the first result gets the code flow (the list of kept events), since
  // this list is the same for all results.
  if (place == 0 && report.reduction)
    writeCodeFlow();
  writeFixes(line);
  writeFingerprint(line.path, line.function, line.text);
  json.attributeObject("properties", [&] {
    json.attribute("place", place + 1);
    json.decimal("score", line.score);
    json.attribute("executed", line.executed);
    json.attributeArray("evidence", [&] {
      for (const LineHint &hint : line.hints)
        json.value(llvm::json::fixUTF8(hint.sentence));
    });
  });
}

void SARIFWriter::writeSuspects() {
  for (size_t i = 0; i != std::min(ranking.lines.size(), maxResults); ++i)
    json.object([&] { writeSuspect(i); });
}

void SARIFWriter::writeCriticalLines() {
  std::map<SourceLine, LineInstances> counts = countInstances(index);
  size_t left = maxResults;
  for (const auto &[place, kept] : keptByLine(index)) {
    if (left-- == 0)
      return;
    EventIndex first = kept.front();
    const StatementUnit &unit = index.unitOf(first);
    std::string function = nameOf(index.functionOf(first));
    std::string text = "The output needs this line: " +
                       describeInstances(index, kept, counts[place]) +
                       " instances";
    std::string reason = index.reasonOf(kept.back());
    if (!reason.empty())
      text += "; #" + std::to_string(index.instances.instanceOf(kept.back())) +
              ", " + reason;
    json.object([&] {
      writeRuleOf(criticalLine, "note");
      writeMessage(json, "message", text + ".");
      locations.writeResultPlace(unit.range, function);
      writeFingerprint(table.displayPath(unit.range.file), function, unit.text);
      json.attributeObject("properties", [&] {
        json.attribute("kept", kept.size());
        json.attribute("executed", counts[place].executed);
      });
    });
  }
}

void SARIFWriter::writeStep(EventIndex event, size_t order) {
  const StatementUnit &unit = index.unitOf(event);
  std::string text =
      "#" + std::to_string(index.instances.instanceOf(event)) + " " + unit.text;
  std::string values = index.valuesOf(event);
  if (!values.empty())
    text += "    " + values;
  json.attributeObject("location", [&] {
    locations.writePlace(unit.range, nameOf(index.functionOf(event)), text);
  });
  json.attribute("executionOrder", order);
  json.attribute("nestingLevel",
                 index.instances.depthOf(index.trace.invocationOf(event)));
  json.attribute("importance",
                 index.isGuard(event) ? "essential" : "important");
  auto known = report.values.find(static_cast<uint32_t>(event));
  if (known != report.values.end() && !known->second.written.empty())
    json.attributeObject("state", [&] {
      std::map<std::string, std::string> state;
      for (const NamedValue &each : known->second.written)
        state[llvm::json::fixUTF8(each.name)] = each.value;
      for (const auto &[name, value] : state)
        writeMessage(json, name, value);
    });
  json.attributeObject("properties", [&] {
    json.attribute("event", ReportIndex::numberOf(event));
    if (std::string reason = index.reasonOf(event); !reason.empty())
      json.text("reason", reason);
  });
}

void SARIFWriter::writeCodeFlow() {
  CausalChain chain = chainOf(index, maxSteps);
  std::string text = "The kept statement instances in the order of the run";
  if (chain.leftOut != 0)
    text += "; " + counted(chain.leftOut, "instance") +
            " in the middle are left out";
  size_t order = 0;
  auto writeSteps = [&](llvm::ArrayRef<EventIndex> events) {
    for (EventIndex event : events)
      json.object([&] { writeStep(event, ++order); });
  };
  json.attributeArray("codeFlows", [&] {
    json.object([&] {
      writeMessage(json, "message", text + ".");
      json.attributeArray("threadFlows", [&] {
        json.object([&] {
          json.attributeArray("locations", [&] {
            writeSteps(chain.first);
            writeSteps(chain.last);
          });
        });
      });
    });
  });
}

/// Writes a result of SARIF that stands for the whole reduction. Its place is
/// the last kept statement of the run.
void SARIFWriter::writeSlice() {
  const EventSet &kept = report.reduction->kept;
  if (kept.none())
    return;
  EventIndex last{};
  for (EventIndex event : kept)
    last = event;
  const StatementUnit &unit = index.unitOf(last);
  std::string function = nameOf(index.functionOf(last));
  std::string text = asSentence(describeResult(report));
  if (report.crash)
    text = "The program crashes: " + report.crash->text + ". " + text;
  json.object([&] {
    writeRuleOf(criticalSlice, report.crash ? "error" : "note");
    writeMessage(json, "message", text);
    locations.writeResultPlace(unit.range, function);
    writeCodeFlow();
    writeFingerprint(table.displayPath(unit.range.file), function, unit.text);
  });
}

void SARIFWriter::writeRun() {
  writeTool();
  writeInvocation();
  locations.writeBase();
  locations.writeFiles();
  json.attribute("columnKind", "utf16CodeUnits");
  json.attributeArray("results", [&] {
    if (ranking.lines.empty())
      writeCriticalLines();
    else
      writeSuspects();
    if (report.reduction)
      writeSlice();
  });
}

void SARIFWriter::write() {
  json.object([&] {
    json.attribute("$schema",
                   "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/"
                   "os/schemas/sarif-schema-2.1.0.json");
    json.attribute("version", "2.1.0");
    json.attributeArray("runs", [&] { json.object([&] { writeRun(); }); });
  });
}

void pinstripe::writeSARIF(const CaseReport &report,
                           llvm::raw_ostream &stream) {
  SARIFWriter(report, stream).write();
  stream << '\n';
}
