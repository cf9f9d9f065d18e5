// Writes the result of `transitions` as text for a person.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/TextReport.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/PrintableText.h"

using namespace pinstripe;

namespace {

class TransitionReport : TextReport {
public:
  TransitionReport(const TransitionSummary &summary, TextStyle style,
                   llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary) {}
  void write();

private:
  void writeHeadline();
  void writeMove(const CauseStretch &from, const CauseStretch &to);
  void writeStretch(const CauseStretch &stretch);
  void writeEnd();
  void writePartings();
  void writeCounts();
  std::string describeNext(std::optional<UnitId> unit) const;

  const TransitionSummary &summary;
};

} // namespace

void TransitionReport::writeHeadline() {
  size_t moves = summary.causes.empty() ? 0 : summary.causes.size() - 1;
  sentence(Emphasis::Strong, counted(moves, "transition") + " of the cause, " +
                                 counted(summary.counts.distinct(), "test") +
                                 ", " + describeSeconds(summary.totalSeconds) +
                                 earlyEnd());
  sentence(Emphasis::Plain,
           "passing run: " + printable(summary.passingRun) + "; " +
               std::to_string(summary.matched) + " of " +
               counted(trace.size(), "statement instance") +
               " match one of its " + std::to_string(summary.passingEvents));
  writeMishaps();
}

static std::string describeVariable(const CausingVariable &each) {
  return printable(each.name) + " = " + printable(each.failing) +
         " (passing: " + printable(each.passing) + ")" +
         (each.function.empty() ? "" : " in " + printable(each.function));
}

/// Writes where the cause moves from one variable to another.
void TransitionReport::writeMove(const CauseStretch &from,
                                 const CauseStretch &to) {
  if (to.isAdjacent)
    sentence(Emphasis::Plain, "moves at " + nameOf(from.last) + " to");
  else
    sentence(Emphasis::Plain, "moves between " + nameOf(from.last) + " and " +
                                  shortNameOf(to.first) + " to");
}

void TransitionReport::writeStretch(const CauseStretch &stretch) {
  for (const CausingVariable &each : stretch.variables)
    sentence(Emphasis::Critical, "  " + describeVariable(each));
  for (const CausingVariable &each : stretch.context)
    sentence(
        Emphasis::Plain,
        "      with " + printable(each.name) + " = " + printable(each.passing) +
            (each.function.empty() ? "" : " in " + printable(each.function)));
  std::string text = "      tested before " + nameOf(stretch.first);
  if (stretch.last != stretch.first)
    text += " and before " + nameOf(stretch.last);
  sentence(Emphasis::Dim, text);
}

void TransitionReport::writeEnd() {
  if (summary.causes.empty())
    return;
  sentence(Emphasis::Plain, "and from there to the output");
}

std::string TransitionReport::describeNext(std::optional<UnitId> unit) const {
  if (!unit)
    return "at the end of the call";
  const StatementUnit &next = table.unit(*unit);
  return "at " + placeOf(table, next.range) + " " + printable(next.text);
}

/// Writes the decisions after which the two runs execute other statements.
void TransitionReport::writePartings() {
  if (summary.partings.empty())
    return;
  emptyLine();
  sentence(Emphasis::Heading, "the runs part:");
  for (const RunParting &each : summary.partings) {
    sentence(Emphasis::Plain, "  " + nameOf(each.event));
    sentence(Emphasis::Plain, "      goes on " + describeNext(each.failing) +
                                  "; in the passing run " +
                                  describeNext(each.passing));
  }
}

void TransitionReport::writeCounts() {
  emptyLine();
  std::string ending = summary.isStrict
                           ? "print what the passing run prints"
                           : "do not fail and end like the passing run";
  sentence(Emphasis::Dim, counted(summary.counts.distinct(), "test") + " at " +
                              counted(summary.points, "point") + ": " +
                              std::to_string(summary.counts.fail) + " fail, " +
                              std::to_string(summary.counts.pass) +
                              " pass (they " + ending + "), " +
                              std::to_string(summary.counts.unresolved) +
                              " unresolved");
}

void TransitionReport::write() {
  writeHeadline();
  emptyLine();
  for (size_t i = 0; i < summary.causes.size(); ++i) {
    if (i != 0)
      writeMove(summary.causes[i - 1], summary.causes[i]);
    writeStretch(summary.causes[i]);
  }
  writeEnd();
  writePartings();
  writeCounts();
}

void pinstripe::writeTransitions(const TransitionSummary &summary,
                                 TextStyle style, llvm::raw_ostream &stream) {
  TransitionReport(summary, style, stream).write();
}
