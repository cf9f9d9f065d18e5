// Writes slices side by side, as `pinstripe compare` shows them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ComparedLines.h"
#include "Names.h"
#include "SourceText.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/Support/Format.h"

using namespace pinstripe;

static constexpr unsigned columnWidth = 9;

namespace {

class CompareReport {
public:
  CompareReport(const CompareSummary &summary, TextStyle style,
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
  TextStyle style;
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
  for (const ComparedColumn &column : comparedColumns)
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
    for (size_t c = 0; c != std::size(comparedColumns); ++c)
      text +=
          cell(isMade(summary.sets.*comparedColumns[c].events), counts.in[c]);
    std::string effect =
        counts.switched ? nameOf(counts.switched->best).str() : "";
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
  for (size_t c = 0; c != std::size(comparedColumns); ++c) {
    const EventSet &set = summary.sets.*comparedColumns[c].events;
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

void pinstripe::writeComparison(const CompareSummary &summary, TextStyle style,
                                llvm::raw_ostream &stream) {
  CompareReport(summary, style, stream).write();
}
