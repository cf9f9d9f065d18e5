// Writes the result of `pinstripe compare` as text: slices side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ComparedLines.h"
#include "KindNames.h"
#include "Text/TextReport.h"
#include "pinstripe/Report/TextReports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace pinstripe;

static constexpr unsigned columnWidth = 9;

namespace {

class CompareReport : TextReport {
public:
  CompareReport(const CompareSummary &summary, TextStyle style,
                llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary),
        lines(countLines(summary)) {}

  void write();

private:
  void writeHeadline();
  void writeHeader();
  void writeLines();
  void writeTotals();
  void writeDifferences(DifferenceReason reason, llvm::StringRef heading);
  void writeProof(llvm::StringRef flow, const std::optional<Certificate> &proof,
                  std::optional<BudgetLimit> limit);
  void writeProofs();
  void writeRemarks();
  std::string textOf(SourceLine place, const LineCounts &counts);

  const CompareSummary &summary;
  CountedLines lines;
};

/// The heading of one list of events: those that one slice contains and the
/// other does not, for the reason `reason`.
struct DifferenceHeading {
  DifferenceReason reason;
  llvm::StringLiteral text;
};

} // namespace

static constexpr DifferenceHeading headings[] = {
    {DifferenceReason::ValueUnchanged,
     "a dependence, but no cause: it wrote the value that was there before"},
    {DifferenceReason::Masked,
     "a dependence, but no cause: it wrote another value, but the "
     "output is the same without it"},
    {DifferenceReason::NoCause,
     "a dependence, but no cause: the output is the same without it"},
    {DifferenceReason::ControlOnly,
     "in the full slice through a decision or an address only; in trace flow "
     "the trace decides"},
    {DifferenceReason::LeavesStale,
     "a cause, but no dependence: what it leaves in memory that is given up is "
     "read again"},
    {DifferenceReason::PreventsCrash,
     "a cause, but no dependence: without it the run ends differently"},
    {DifferenceReason::ChangesOutput,
     "a cause, but no dependence: without it something else is printed"}};

static std::string cell(llvm::StringRef text) {
  unsigned width = displayWidth(text);
  return std::string(width < columnWidth ? columnWidth - width : 0, ' ') +
         text.str();
}

static std::string cell(uint64_t count) { return cell(std::to_string(count)); }

void CompareReport::writeHeadline() {
  sentence(Emphasis::Strong,
           counted(trace.size(), "executed statement instance") + " on " +
               counted(lines.size(), "line") + ", " +
               describeSeconds(summary.totalSeconds) + earlyEnd());
  emptyLine();
}

void CompareReport::writeHeader() {
  std::string text = cell("executed");
  for (const ComparedColumn &column : comparedColumns)
    text += cell(column.name);
  line(Emphasis::Heading, text + (summary.hasSwitches ? "  switched" : ""));
}

/// Returns the text of a source line. If the source file can't be read, returns
/// the texts of the line's statements.
std::string CompareReport::textOf(SourceLine place, const LineCounts &counts) {
  if (std::optional<std::string> line = source.line(place))
    return printable(*line);
  std::string text;
  for (UnitId id : counts.units)
    text += (text.empty() ? "" : "; ") + printable(table.unit(id).text);
  return text;
}

void CompareReport::writeLines() {
  std::optional<FileId> file;
  for (const auto &[place, counts] : lines) {
    if (file != place.file) {
      line(Emphasis::Heading, table.displayPath(place.file));
      file = place.file;
    }
    std::string text = cell(counts.executed);
    for (auto [column, count] : llvm::zip_equal(comparedColumns, counts.in))
      text += !isMade(summary.sets.*column.events) ? cell("")
              : count == 0                         ? cell("·")
                                                   : cell(count);
    std::string effect =
        counts.switched ? pinstripe::nameOf(counts.switched->best).str() : "";
    if (summary.hasSwitches)
      effect.resize(std::max<size_t>(effect.size(), 16), ' ');
    constexpr size_t critical = 2;
    line(counts.in[critical] != 0 ? Emphasis::Critical : Emphasis::Plain,
         text + "  " + effect + std::to_string(place.number) + ": " +
             textOf(place, counts));
  }
}

void CompareReport::writeTotals() {
  emptyLine();
  std::string instancesText = cell(trace.size());
  std::string shares = cell("");
  std::string linesText = cell(lines.size());
  std::string cleanups = cell("");
  bool hasCleanups = false;
  for (auto [c, column] : llvm::enumerate(comparedColumns)) {
    const EventSet &set = summary.sets.*column.events;
    if (!isMade(set)) {
      for (std::string *text : {&instancesText, &shares, &linesText, &cleanups})
        *text += cell("");
      continue;
    }
    instancesText += cell(set.count());
    shares += cell(
        llvm::formatv("{0:F0} %", 100.0 * set.count() / trace.size()).str());
    linesText += cell(llvm::count_if(
        lines, [c = c](const auto &line) { return line.second.in[c] != 0; }));
    size_t glued =
        column.cleanups ? (summary.sets.*column.cleanups).count() : 0;
    cleanups += cell(glued == 0 ? "" : "+" + std::to_string(glued));
    hasCleanups |= glued != 0;
  }
  line(Emphasis::Strong, instancesText + "  instances");
  line(Emphasis::Plain, shares + "  of them");
  line(Emphasis::Plain, linesText + "  lines");
  if (hasCleanups)
    line(Emphasis::Plain, cleanups + "  clean-ups with them");
}

void CompareReport::writeDifferences(DifferenceReason reason,
                                     llvm::StringRef heading) {
  constexpr size_t maxListed = 10;
  size_t count = 0;
  for (const SliceDifference &each : summary.differences) {
    if (each.reason != reason)
      continue;
    if (count++ == 0) {
      emptyLine();
      line(Emphasis::Heading, heading + ":");
    }
    if (count > maxListed)
      continue;
    const StatementUnit &unit = table.unit(instances.unitOf(each.event));
    line(
        Emphasis::Plain,
        "  " + shortNameOf(each.event) + "  " + printable(unit.text) +
            (each.ending.empty() ? "" : "  (without it: " + each.ending + ")"));
  }
  if (count > maxListed)
    andMore(Emphasis::Dim, count - maxListed, "; --json lists them");
}

static std::string proofText(const std::optional<Certificate> &proof) {
  return proof ? certificateName(*proof) : "none";
}

/// If the reduction in a flow was ended early, or nothing is proved about its
/// result, writes a line that says so: the counts of its column are then those
/// of the events that were left.
void CompareReport::writeProof(llvm::StringRef flow,
                               const std::optional<Certificate> &proof,
                               std::optional<BudgetLimit> limit) {
  bool isProved = proof && proof->isOneMinimal();
  if (!proof || (isProved && !limit))
    return;
  std::string end = limit ? "ended by " + optionOf(limit).str() : "";
  sentence(Emphasis::Strong,
           flow + " flow: " +
               (isProved      ? certificateName(*proof) + ", then " + end
                : end.empty() ? "not certified minimal"
                              : "not yet minimal, " + end));
}

void CompareReport::writeProofs() {
  writeProof("trace", summary.criticalProof, summary.criticalLimit);
  writeProof("guarded", summary.guardedProof, summary.guardedLimit);
  auto isUnproved = [](const std::optional<Certificate> &proof) {
    return proof && !proof->isOneMinimal();
  };
  if (isUnproved(summary.criticalProof) || isUnproved(summary.guardedProof))
    return sentence(Emphasis::Plain,
                    "full, data: dynamic slices, inferred; critical, guarded: "
                    "what experiments in trace flow and in guarded flow have "
                    "left");
  sentence(Emphasis::Plain,
           "full, data: dynamic slices, inferred; critical, guarded: proved by "
           "experiment in trace flow (" +
               proofText(summary.criticalProof) + ") and in guarded flow (" +
               proofText(summary.guardedProof) + ")");
}

void CompareReport::writeRemarks() {
  emptyLine();
  if (summary.unexplained != 0)
    sentence(Emphasis::Plain, counted(summary.unexplained, "more difference") +
                                  " not looked into");
  if (!summary.withoutGuarded.empty())
    sentence(Emphasis::Plain,
             "no slice in guarded flow: " + summary.withoutGuarded);
  writeProofs();
}

void CompareReport::write() {
  writeHeadline();
  writeHeader();
  writeLines();
  writeTotals();
  for (const DifferenceHeading &each : headings)
    writeDifferences(each.reason, each.text);
  writeRemarks();
}

void pinstripe::writeComparison(const CompareSummary &summary, TextStyle style,
                                llvm::raw_ostream &stream) {
  CompareReport(summary, style, stream).write();
}
