// Writes the result of `pinstripe locate` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/TextReport.h"
#include "pinstripe/Report/TextReports.h"

using namespace pinstripe;

namespace {

class LocateReport : TextReport {
public:
  LocateReport(const LocateSummary &summary, TextStyle style,
               llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary) {}

  void write(size_t max);

private:
  void writeHeadline(size_t shown);
  void writeLine(size_t place, const LineEvidence &evidence);
  std::string describe(llvm::StringRef change,
                       const ChangeEvidence &evidence) const;
  llvm::StringRef needText(bool isGuard) const;
  void writeEvidence(const LineEvidence &evidence);
  void writeSteps();
  void writeStep(llvm::StringRef name, const SearchStep &step);

  const LocateSummary &summary;
};

} // namespace

/// Describes the evidence on a line: "taken the other way at #2: the expected
/// output comes out".
std::string LocateReport::describe(llvm::StringRef change,
                                   const ChangeEvidence &evidence) const {
  std::string text;
  if (evidence.operand)
    text =
        "operand '" + printable(table.operand(*evidence.operand).text) + "' ";
  return text + change.str() +
         (evidence.isSingle ? " at " + numberOf(evidence.event)
                            : " each time") +
         ": " + pinstripe::describe(evidence.effect).str();
}

/// Says why the critical slice has a line.
llvm::StringRef LocateReport::needText(bool isGuard) const {
  if (summary.isAboutCrash)
    return isGuard ? "decides that it crashes: " : "the crash needs it: ";
  return isGuard ? "decides that the wrong line is printed as it is: "
                 : "the wrong line needs it: ";
}

void LocateReport::writeEvidence(const LineEvidence &evidence) {
  auto add = [&](Emphasis emphasis, const std::string &text) {
    line(emphasis, "      " + text);
  };
  if (evidence.switched)
    add(Emphasis::Plain, describe("taken the other way", *evidence.switched));
  if (evidence.omitted)
    add(Emphasis::Plain, describe("left out", *evidence.omitted));
  if (evidence.replaced)
    add(Emphasis::Plain,
        describe(pinstripe::describe(*evidence.replaced->replaced),
                 *evidence.replaced));
  if (evidence.kept != 0)
    add(Emphasis::Plain, needText(evidence.isGuard).str() +
                             std::to_string(evidence.kept) + " of " +
                             counted(evidence.executed, "instance"));
  if (evidence.wrongOutputs + evidence.rightOutputs != 0)
    add(Emphasis::Dim,
        std::string(evidence.wrongOutputs != 0 ? "" : "not ") +
            "in the slice of the " +
            (summary.isAboutCrash ? "crash" : "wrong line") + ", in those of " +
            std::to_string(evidence.rightOutputs) + " of " +
            counted(summary.outputs,
                    summary.isAboutCrash ? "earlier execution" : "right line"));
}

void LocateReport::writeLine(size_t place, const LineEvidence &evidence) {
  std::string number = std::to_string(place);
  // If the source file can't be read, the text of the line's first statement is
  // printed.
  std::string text =
      source.line(evidence.line).value_or(table.unit(evidence.unit).text);
  line(Emphasis::Strong,
       std::string(number.size() < 3 ? 3 - number.size() : 0, ' ') + number +
           " " +
           placeInFunction({evidence.line.file, evidence.line.number},
                           evidence.function) +
           printable(text));
  writeEvidence(evidence);
}

void LocateReport::writeHeadline(size_t shown) {
  line(Emphasis::Strong,
       counted(trace.size(), "executed statement instance") + " on " +
           counted(summary.executedLines, "line") + ", " +
           (shown == 0 ? "no line stands out"
                       : counted(shown, "line") + " to read first") +
           ", " + describeSeconds(summary.totalSeconds) + earlyEnd());
  writeCrash();
  if (!summary.wrongLine.empty())
    line(Emphasis::Plain,
         (summary.isUnexpectedLine ? "first wrong line: "
                                   : "output is missing before: ") +
             printable(summary.wrongLine));
  emptyLine();
}

void LocateReport::writeStep(llvm::StringRef name, const SearchStep &step) {
  std::string text = name.str() + ": ";
  if (!step.omitted.empty())
    text += "no result, " + step.omitted;
  else
    text += counted(step.tests, "test") + ", " + describeSeconds(step.seconds) +
            (step.isComplete ? "" : ", not complete");
  line(Emphasis::Dim, llvm::StringRef(text).split('\n').first);
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

void LocateReport::write(size_t max) {
  llvm::ArrayRef<LineEvidence> shown =
      llvm::ArrayRef(summary.lines)
          .take_front(max)
          .take_while([](const LineEvidence &line) { return line.score > 0; });
  writeHeadline(shown.size());
  for (size_t i = 0; i != shown.size(); ++i)
    writeLine(i + 1, shown[i]);
  emptyLine();
  line(Emphasis::Plain, "hints, not verdicts: each says what an experiment did "
                        "to the output, not what was meant");
  writeSteps();
}

void pinstripe::writeLocation(const LocateSummary &summary, TextStyle style,
                              size_t max, llvm::raw_ostream &stream) {
  LocateReport(summary, style, stream).write(max);
}
