//===- CompareReporter.cpp - Slices side by side, as text and JSON --------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONWriting.h"
#include "SourceText.h"
#include "pinstripe/Report/CompareSummary.h"
#include "pinstripe/Report/InstanceTable.h"
#include "pinstripe/Report/SourceLine.h"
#include "llvm/Support/Format.h"
#include <map>
#include <set>

using namespace pinstripe;

llvm::StringRef pinstripe::differenceReasonName(DifferenceReason reason) {
  switch (reason) {
  case DifferenceReason::ValueUnchanged:
    return "value unchanged";
  case DifferenceReason::Masked:
    return "masked";
  case DifferenceReason::NoCause:
    return "no cause";
  case DifferenceReason::ControlOnly:
    return "control only";
  case DifferenceReason::LeavesStale:
    return "stale memory";
  case DifferenceReason::PreventsCrash:
    return "prevents a crash";
  case DifferenceReason::ChangesOutput:
    return "changes the output";
  }
  llvm_unreachable("not a reason");
}

namespace {

/// The sets, in the order of the columns.
struct Column {
  llvm::StringLiteral name;
  EventSet ComparedSets::*events;
};
constexpr Column columns[] = {{"full", &ComparedSets::full},
                              {"data", &ComparedSets::data},
                              {"critical", &ComparedSets::critical},
                              {"guarded", &ComparedSets::guarded}};
constexpr unsigned columnWidth = 9;

/// How many events of a line are in each set.
struct LineCounts {
  uint64_t executed = 0;
  uint64_t in[std::size(columns)] = {};
  const ChangedUnit *switched = nullptr;
  std::vector<UnitId> units; ///< executed ones, by first execution
};

using CountedLines = std::map<SourceLine, LineCounts>;

} // namespace

static bool isMade(const EventSet &set) { return !set.empty(); }

static CountedLines countLines(const CompareSummary &summary) {
  CountedLines lines;
  std::set<UnitId> seen;
  for (unsigned i = 0; i != summary.trace.size(); ++i) {
    UnitId id =
        summary.table.entry(summary.trace.event(EventIndex(i)).entry).unit;
    LineCounts &line = lines[lineOf(summary.table.unit(id))];
    ++line.executed;
    if (seen.insert(id).second)
      line.units.push_back(id);
    for (size_t c = 0; c != std::size(columns); ++c) {
      const EventSet &set = summary.sets.*columns[c].events;
      line.in[c] += isMade(set) && set.test(i);
    }
  }
  for (const ChangedUnit &unit : summary.sets.switches) {
    LineCounts &line = lines[lineOf(summary.table.unitOf(unit.entry))];
    if (!line.switched)
      line.switched = &unit;
  }
  return lines;
}

namespace {

class CompareReport {
public:
  CompareReport(const CompareSummary &summary, const TextStyle &style,
                llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream),
        instances(summary.table, summary.trace), lines(countLines(summary)),
        source(summary.table) {}

  void write();

private:
  void line(Emphasis emphasis, const std::string &text) {
    writeStyled(stream, style, emphasis, fitted(text, style.width));
    stream << '\n';
  }
  void writeHeadline();
  void writeHeader();
  void writeLines();
  void writeTotals();
  void writeDifferences(DifferenceReason reason, const std::string &heading);
  std::string describe(const SliceDifference &difference) const;
  std::string textOf(SourceLine place, const LineCounts &counts);

  const CompareSummary &summary;
  const TextStyle &style;
  llvm::raw_ostream &stream;
  InstanceTable instances;
  CountedLines lines;
  SourceText source;
};

} // namespace

static std::string cell(const std::string &text) {
  unsigned width = displayWidth(text);
  return std::string(width < columnWidth ? columnWidth - width : 0, ' ') + text;
}

static std::string cell(bool isThere, uint64_t count) {
  if (!isThere)
    return cell("");
  return cell(count == 0 ? "·" : std::to_string(count));
}

void CompareReport::writeHeadline() {
  std::string text =
      counted(summary.trace.size(), "executed statement instance") + " on " +
      counted(lines.size(), "line") + ", " +
      describeSeconds(summary.totalSeconds);
  if (summary.interrupted)
    text += ", interrupted";
  line(Emphasis::Strong, text);
  stream << '\n';
}

void CompareReport::writeHeader() {
  std::string text = cell("executed");
  for (const Column &column : columns)
    text += cell(column.name.str());
  line(Emphasis::Heading, text + (summary.hasSwitches ? "  switched" : ""));
}

/// The line as it stands there, else its statements.
std::string CompareReport::textOf(SourceLine place, const LineCounts &counts) {
  if (std::optional<std::string> line = source.line(place))
    return printable(*line);
  std::string text;
  for (UnitId id : counts.units)
    text += (text.empty() ? "" : "; ") + printable(summary.table.unit(id).text);
  return text;
}

void CompareReport::writeLines() {
  std::optional<FileId> file;
  for (const auto &[place, counts] : lines) {
    if (file != place.file) {
      line(Emphasis::Heading, summary.table.displayPath(place.file));
      file = place.file;
    }
    std::string text = cell(std::to_string(counts.executed));
    for (size_t c = 0; c != std::size(columns); ++c)
      text += cell(isMade(summary.sets.*columns[c].events), counts.in[c]);
    std::string effect =
        counts.switched ? effectName(counts.switched->best).str() : "";
    if (summary.hasSwitches)
      effect.resize(std::max<size_t>(effect.size(), 16), ' ');
    constexpr size_t critical = 2;
    line(counts.in[critical] != 0 ? Emphasis::Critical : Emphasis::Plain,
         text + "  " + effect + std::to_string(place.number) + ": " +
             textOf(place, counts));
  }
}

void CompareReport::writeTotals() {
  stream << '\n';
  std::string instancesText = cell(std::to_string(summary.trace.size()));
  std::string shares = cell("");
  std::string linesText = cell(std::to_string(lines.size()));
  for (size_t c = 0; c != std::size(columns); ++c) {
    const EventSet &set = summary.sets.*columns[c].events;
    if (!isMade(set)) {
      for (std::string *text : {&instancesText, &shares, &linesText})
        *text += cell("");
      continue;
    }
    uint64_t there = 0;
    for (const auto &[place, counts] : lines)
      there += counts.in[c] != 0;
    instancesText += cell(std::to_string(set.count()));
    std::string share;
    llvm::raw_string_ostream(share)
        << llvm::format("%.0f %%", 100.0 * set.count() / summary.trace.size());
    shares += cell(share);
    linesText += cell(std::to_string(there));
  }
  line(Emphasis::Strong, instancesText + "  instances");
  line(Emphasis::Plain, shares + "  of them");
  line(Emphasis::Plain, linesText + "  lines");
}

std::string CompareReport::describe(const SliceDifference &difference) const {
  const StatementUnit &unit =
      summary.table.unitOf(summary.trace.event(difference.event).entry);
  std::string text = "  " + summary.table.displayPath(unit.range.file) + ":" +
                     std::to_string(unit.range.line) + " #" +
                     std::to_string(instances.instanceOf(difference.event)) +
                     "  " + printable(unit.text);
  if (!difference.ending.empty())
    text += "  (without it: " + difference.ending + ")";
  return text;
}

void CompareReport::writeDifferences(DifferenceReason reason,
                                     const std::string &heading) {
  constexpr size_t mostListed = 10;
  size_t count = 0;
  for (const SliceDifference &each : summary.differences) {
    if (each.reason != reason)
      continue;
    if (count++ == 0) {
      stream << '\n';
      line(Emphasis::Heading, heading + ":");
    }
    if (count <= mostListed)
      line(Emphasis::Plain, describe(each));
  }
  if (count > mostListed)
    line(Emphasis::Dim, "  and " + std::to_string(count - mostListed) +
                            " more; --json lists them");
}

void CompareReport::write() {
  writeHeadline();
  writeHeader();
  writeLines();
  writeTotals();
  writeDifferences(DifferenceReason::ValueUnchanged,
                   "a dependence, but no cause: it wrote the value that was "
                   "there before");
  writeDifferences(DifferenceReason::Masked,
                   "a dependence, but no cause: it wrote another value, but "
                   "masked, the output is the same without it");
  writeDifferences(DifferenceReason::NoCause,
                   "a dependence, but no cause: the output is the same without "
                   "it");
  writeDifferences(
      DifferenceReason::ControlOnly,
      "in the full slice through a decision or an address only; in "
      "trace flow the trace decides");
  writeDifferences(DifferenceReason::LeavesStale,
                   "a cause, but no dependence: what it leaves in memory that "
                   "is given up is read again");
  writeDifferences(DifferenceReason::PreventsCrash,
                   "a cause, but no dependence: without it the run has another "
                   "end");
  writeDifferences(DifferenceReason::ChangesOutput,
                   "a cause, but no dependence: without it something else is "
                   "printed");
  stream << '\n';
  if (summary.unexplained != 0)
    line(Emphasis::Plain,
         counted(summary.unexplained, "more difference") + " not looked into");
  if (!summary.withoutGuarded.empty())
    line(Emphasis::Plain,
         "no slice in guarded flow: " + summary.withoutGuarded);
  line(Emphasis::Plain,
       "full, data: dynamic slices, inferred; critical, guarded: proved by "
       "experiment in trace flow (" +
           summary.criticalMinimality + ") and in guarded flow (" +
           (summary.guardedMinimality.empty() ? "none"
                                              : summary.guardedMinimality) +
           ")");
}

void pinstripe::writeComparison(const CompareSummary &summary,
                                const TextStyle &style,
                                llvm::raw_ostream &stream) {
  CompareReport(summary, style, stream).write();
}

static void writeCounts(llvm::json::OStream &json,
                        const CompareSummary &summary,
                        const LineCounts &counts) {
  json.attribute("executed", counts.executed);
  for (size_t c = 0; c != std::size(columns); ++c)
    if (isMade(summary.sets.*columns[c].events))
      json.attribute(columns[c].name, counts.in[c]);
  if (!summary.hasSwitches)
    return;
  if (!counts.switched) {
    json.attribute("switch", nullptr);
    return;
  }
  std::string effect = effectName(counts.switched->best).str();
  std::replace(effect.begin(), effect.end(), ' ', '-');
  json.attribute("switch", effect);
}

static void writeEvent(llvm::json::OStream &json, const CompareSummary &summary,
                       const InstanceTable &instances, unsigned i,
                       const SliceDifference *difference) {
  const StatementUnit &unit =
      summary.table.unitOf(summary.trace.event(EventIndex(i)).entry);
  json.object([&] {
    json.attribute("index", static_cast<int64_t>(i) + 1);
    json.attribute("file", utf8(summary.table.displayPath(unit.range.file)));
    json.attribute("line", unit.range.line);
    json.attribute("column", unit.range.column);
    json.attribute("instance", instances.instanceOf(EventIndex(i)));
    json.attribute("text", utf8(unit.text));
    for (const Column &column : columns)
      if (isMade(summary.sets.*column.events))
        json.attribute(column.name, (summary.sets.*column.events).test(i));
    if (isMade(summary.sets.guards))
      json.attribute("guard", summary.sets.guards.test(i));
    if (!difference)
      return;
    std::string reason = differenceReasonName(difference->reason).str();
    std::replace(reason.begin(), reason.end(), ' ', '-');
    json.attribute("reason", reason);
    if (!difference->ending.empty())
      json.attribute("without_it", difference->ending);
  });
}

static void writeTotalsJSON(llvm::json::OStream &json,
                            const CompareSummary &summary) {
  json.attribute("executed", static_cast<int64_t>(summary.trace.size()));
  for (const Column &column : columns) {
    const EventSet &set = summary.sets.*column.events;
    if (isMade(set))
      json.attribute(column.name, set.count());
  }
}

void pinstripe::writeComparisonJSON(const CompareSummary &summary,
                                    uint64_t mostEvents,
                                    llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  std::map<unsigned, const SliceDifference *> differences;
  for (const SliceDifference &each : summary.differences)
    differences[static_cast<unsigned>(each.event)] = &each;
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCaseJSON(json, summary.theCase);
    writeEngineJSON(json, summary.engine);
    writeTraceJSON(json, summary.trace, instances);
    json.attributeObject("events", [&] { writeTotalsJSON(json, summary); });
    json.attributeArray("lines", [&] {
      for (const auto &[place, counts] : countLines(summary))
        json.object([&, place = place, &counts = counts] {
          json.attribute("file", utf8(summary.table.displayPath(place.file)));
          json.attribute("line", place.number);
          writeCounts(json, summary, counts);
        });
    });
    json.attributeArray("instances", [&] {
      for (unsigned i = 0; i != summary.trace.size() && i < mostEvents; ++i) {
        auto found = differences.find(i);
        writeEvent(json, summary, instances, i,
                   found == differences.end() ? nullptr : found->second);
      }
    });
    json.attribute("minimality", summary.criticalMinimality);
    json.attribute("guarded_minimality", summary.guardedMinimality);
    json.attribute("unexplained", summary.unexplained);
    json.attribute("interrupted", summary.interrupted);
    json.attributeObject("time", [&] {
      json.attribute("total_s", rounded(summary.totalSeconds));
    });
  });
  stream << '\n';
}
