// Lines to read, as text and JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Names.h"
#include "SourceText.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Trace/InstanceTable.h"

using namespace pinstripe;

namespace {

class LocateReport {
public:
  LocateReport(const LocateSummary &summary, TextStyle style,
               llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream),
        instances(summary.table, summary.trace), source(summary.table) {}

  void write(size_t most);

private:
  void line(Emphasis emphasis, const std::string &text) {
    writeStyled(stream, style, emphasis, fitted(text, style.width));
    stream << '\n';
  }
  void writeHeadline(size_t shown);
  void writeLine(size_t place, const LineEvidence &evidence);
  std::string describe(llvm::StringRef change,
                       const ChangeEvidence &evidence) const;
  void writeEvidence(const LineEvidence &evidence);
  std::string sourceOf(const LineEvidence &evidence);
  void writeSteps();
  void writeStep(llvm::StringRef name, const SearchStep &step);

  const LocateSummary &summary;
  TextStyle style;
  llvm::raw_ostream &stream;
  InstanceTable instances;
  SourceText source;
};

} // namespace

static std::string describeEffect(Effect effect) {
  switch (effect) {
  case Effect::ExpectedOutput:
    return "the expected output comes out";
  case Effect::Partly:
    return "the first wrong line comes out right";
  default:
    return "more of the output comes out right";
  }
}

/// "taken the other way at #2: the expected output comes out".
std::string LocateReport::describe(llvm::StringRef change,
                                   const ChangeEvidence &evidence) const {
  std::string which =
      evidence.isSingle
          ? " at #" + std::to_string(instances.instanceOf(evidence.event))
          : " each time";
  std::string what;
  if (evidence.operand)
    what = "operand '" +
           printable(summary.table.operand(*evidence.operand).text) + "' ";
  return what + change.str() + which + ": " + describeEffect(evidence.effect);
}

void LocateReport::writeEvidence(const LineEvidence &evidence) {
  auto add = [&](const std::string &text) {
    line(Emphasis::Plain, "      " + text);
  };
  if (evidence.switched)
    add(describe("taken the other way", *evidence.switched));
  if (evidence.omitted)
    add(describe("left out", *evidence.omitted));
  if (evidence.replaced)
    add(describe(pinstripe::describe(*evidence.replaced->replaced),
                 *evidence.replaced));
  if (evidence.kept != 0)
    add((evidence.isGuard ? "decides that the wrong line is printed as it is: "
                          : "the wrong line needs it: ") +
        std::to_string(evidence.kept) + " of " +
        counted(evidence.executed, "instance"));
  if (evidence.wrongOutputs + evidence.rightOutputs != 0)
    line(Emphasis::Dim, std::string("      ") +
                            (evidence.wrongOutputs != 0 ? "" : "not ") +
                            "in the slice of the wrong line, in those of " +
                            std::to_string(evidence.rightOutputs) + " of " +
                            counted(summary.outputs, "right line"));
}

/// Else its first statement.
std::string LocateReport::sourceOf(const LineEvidence &evidence) {
  return source.line(evidence.line)
      .value_or(summary.table.unit(evidence.unit).text);
}

void LocateReport::writeLine(size_t place, const LineEvidence &evidence) {
  const UnitTable &table = summary.table;
  std::string number = std::to_string(place);
  line(Emphasis::Strong,
       std::string(number.size() < 3 ? 3 - number.size() : 0, ' ') + number +
           " " + table.displayPath(evidence.line.file) + ":" +
           std::to_string(evidence.line.number) + " " +
           table.displayName(table.function(evidence.function)) + "  " +
           printable(sourceOf(evidence)));
  writeEvidence(evidence);
}

void LocateReport::writeHeadline(size_t shown) {
  std::string text =
      counted(summary.trace.size(), "executed statement instance") + " on " +
      counted(summary.executedLines, "line") + ", " +
      (shown == 0 ? "no line stands out"
                  : counted(shown, "line") + " to read first") +
      ", " + describeSeconds(summary.totalSeconds);
  if (summary.interrupted)
    text += ", interrupted";
  line(Emphasis::Strong, text);
  if (!summary.wrongLine.empty())
    line(Emphasis::Plain,
         (summary.isUnexpectedLine ? "first wrong line: "
                                   : "output is missing before: ") +
             printable(summary.wrongLine));
  stream << '\n';
}

void LocateReport::writeStep(llvm::StringRef name, const SearchStep &step) {
  std::string text = name.str() + ": ";
  if (!step.omitted.empty())
    text += "no result, " + step.omitted;
  else
    text += counted(step.tests, "test") + ", " + describeSeconds(step.seconds) +
            (step.isComplete ? "" : ", not complete");
  line(Emphasis::Dim, llvm::StringRef(text).split('\n').first.str());
}

void LocateReport::writeSteps() {
  writeStep("switched decisions", summary.switching);
  writeStep("statements left out", summary.omission);
  writeStep("dynamic slices", summary.slicing);
  writeStep("replaced values", summary.replacement);
  writeStep("critical slice in guarded flow, " +
                counted(summary.keptEvents, "instance"),
            summary.reduction);
}

void LocateReport::write(size_t most) {
  size_t shown = 0;
  while (shown != summary.lines.size() && shown != most &&
         summary.lines[shown].score > 0)
    ++shown;
  writeHeadline(shown);
  for (size_t i = 0; i != shown; ++i)
    writeLine(i + 1, summary.lines[i]);
  stream << '\n';
  line(Emphasis::Plain, "hints, no verdicts: each says what an experiment did "
                        "to the output, not what was meant");
  writeSteps();
}

void pinstripe::writeLocation(const LocateSummary &summary, TextStyle style,
                              size_t most, llvm::raw_ostream &stream) {
  LocateReport(summary, style, stream).write(most);
}
