// What statements are good for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

static void writeLine(llvm::raw_ostream &stream, TextStyle style,
                      Emphasis emphasis, const std::string &text) {
  writeStyled(stream, style, emphasis, fitted(text, style.width));
  stream << '\n';
}

static std::string placeOf(const UnitTable &table, UnitId id) {
  const StatementUnit &unit = table.unit(id);
  return table.displayPath(unit.range.file) + ":" +
         std::to_string(unit.range.line) + "  " + printable(unit.text);
}

// Single places

static std::string howOften(const UnitTable &table,
                            const OmissionTrial &trial) {
  std::string text =
      "without all of its " + counted(trial.instances, "instance");
  if (trial.instances == 1)
    text = "without its only instance";
  else if (trial.instance)
    text = "without #" + std::to_string(*trial.instance) + " of " +
           std::to_string(trial.instances);
  if (!trial.next.entry)
    return text + ", on to the end of the function";
  uint32_t line = table.unitOf(*trial.next.entry).range.line;
  return text + ", on to line " + std::to_string(line);
}

void pinstripe::writeTrials(const TrialSummary &summary, TextStyle style,
                            llvm::raw_ostream &stream) {
  for (const OmissionTrial &trial : summary.trials) {
    writeLine(stream, style, Emphasis::Strong,
              placeOf(summary.table, trial.unit));
    writeLine(stream, style, Emphasis::Plain,
              "  " + howOften(summary.table, trial));
    if (trial.difference.empty())
      writeLine(stream, style, Emphasis::Plain, "  nothing differs");
    for (llvm::StringRef line : llvm::split(trial.difference, '\n'))
      if (!line.empty())
        writeLine(stream, style, Emphasis::Plain, "  " + line.str());
    writeLine(stream, style, Emphasis::Dim,
              "  " + trial.ending + "; recorded " + summary.recordedEnding);
  }
}

// Critical statements

static std::string needText(const StatementNeed &need) {
  switch (need.kind) {
  case StatementNeed::Kind::Critical:
    return "without it: " +
           (need.cause == "output" ? "another output" : need.cause);
  case StatementNeed::Kind::Needless:
    return "needless";
  case StatementNeed::Kind::Untested:
    return "not tested: " + need.cause;
  }
  llvm_unreachable("not a kind");
}

void pinstripe::writeCritical(const CriticalSummary &summary, TextStyle style,
                              llvm::raw_ostream &stream) {
  using Kind = StatementNeed::Kind;
  std::string predicates = llvm::join(summary.theCase.predicates, ", ");
  writeLine(stream, style, Emphasis::Strong,
            std::to_string(summary.count(Kind::Critical)) + " of " +
                counted(summary.statements.size(), "executed statement") +
                " are critical for " + predicates + ", " +
                counted(summary.tests, "test") + ", " +
                describeSeconds(summary.totalSeconds) +
                (summary.interrupted ? ", interrupted" : ""));
  for (Kind kind : {Kind::Critical, Kind::Untested}) {
    if (summary.count(kind) != 0)
      stream << '\n';
    for (const StatementNeed &need : summary.statements) {
      if (need.kind != kind)
        continue;
      writeLine(stream, style,
                kind == Kind::Critical ? Emphasis::Critical : Emphasis::Plain,
                "  " + placeOf(summary.table, need.unit));
      writeLine(stream, style, Emphasis::Dim,
                "      " + counted(need.instances, "instance") + ", " +
                    needText(need));
    }
  }
}
