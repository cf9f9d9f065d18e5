// Writes the result of `call` as text for a person.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/TextReport.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/PrintableText.h"

using namespace pinstripe;

namespace {

class CallReport : TextReport {
public:
  CallReport(const CallSummary &summary, TextStyle style,
             llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary) {}
  void write();

private:
  void writeHeadline();
  void writeCall(llvm::StringRef title, llvm::StringRef call);
  std::string describe(const ChangedArgument &each) const;
  void writeArguments();
  void writeCounts();

  const CallSummary &summary;
};

} // namespace

void CallReport::writeHeadline() {
  std::string text = "call " + std::to_string(summary.number) + " of " +
                     std::to_string(summary.calls) + " of " + summary.function;
  if (summary.minimality != Minimality::None)
    text += ", " + minimalityName(summary.minimality).str();
  sentence(Emphasis::Strong,
           text + ", " + counted(summary.counts.distinct(), "test") + ", " +
               describeSeconds(summary.totalSeconds) + earlyEnd());
  writeMishaps();
  if (!summary.difference.empty())
    sentence(Emphasis::Plain, "a call fails if the program, compared with " +
                                  printable(summary.expectedFile) + ", " +
                                  summary.difference);
}

void CallReport::writeCall(llvm::StringRef title, llvm::StringRef call) {
  if (call.empty())
    return;
  emptyLine();
  sentence(Emphasis::Heading, title);
  sentence(Emphasis::Critical, "    " + printable(call.str()));
}

/// Returns how an argument differs between the failing and the passing call.
static std::string describeDifference(const ChangedArgument &each) {
  if (each.passing == each.failing)
    return "the same in both calls";
  if (each.kind == "number")
    return each.passing + " passes, " + each.failing + " fails";
  llvm::StringRef noun = each.kind == "text" ? "character" : "element";
  return "passes with " + std::to_string(each.passingElements) +
         ", fails with " + counted(each.failingElements, noun);
}

std::string CallReport::describe(const ChangedArgument &each) const {
  bool isLarge = summary.form == SearchForm::Maximise;
  if (isLarge && !each.passing.empty())
    return "passes with " + fitted(printable(each.passing), 200);
  if (isLarge)
    return each.tests == 0 ? "as it was"
                           : "no value was found with which the call passes";
  if (!each.passing.empty())
    return describeDifference(each);
  if (each.original == each.failing)
    return "as it was";
  if (each.kind == "number")
    return each.failing + " in place of " + each.original;
  llvm::StringRef noun = each.kind == "text" ? "character" : "element";
  return std::to_string(each.failingElements) + " of " +
         counted(each.elements, noun);
}

/// Writes how the search has changed each argument.
void CallReport::writeArguments() {
  emptyLine();
  for (const ChangedArgument &each : summary.arguments)
    sentence(Emphasis::Plain,
             "  " + printable(each.name) + ": " + describe(each) +
                 (each.tests != 0 ? ", " + counted(each.tests, "test") : ""));
  for (const FixedArgument &each : summary.fixed)
    sentence(Emphasis::Dim,
             "  " + printable(each.name) + ": not changed: " + each.reason);
}

void CallReport::writeCounts() {
  std::string text = counted(summary.counts.distinct(), "test") + ": " +
                     std::to_string(summary.counts.fail) + " fail, " +
                     std::to_string(summary.counts.pass) + " pass, " +
                     std::to_string(summary.counts.unresolved) + " unresolved";
  std::string causes;
  for (const auto &[cause, number] : summary.causes)
    causes += (causes.empty() ? " (" : ", ") + std::to_string(number) + " by " +
              cause;
  text += causes.empty() ? "" : causes + ")";
  if (summary.stored != 0)
    text += "; earlier searches made " + std::to_string(summary.stored) +
            " of them";
  if (summary.reproduced != summary.repeated)
    text += "; the result failed in " + std::to_string(summary.reproduced) +
            " of " + counted(summary.repeated, "further run") +
            " only: the program is not deterministic";
  emptyLine();
  sentence(Emphasis::Dim, text);
}

void CallReport::write() {
  writeHeadline();
  bool isMinimised = summary.form == SearchForm::Minimise;
  writeCall("as it was:", summary.original);
  writeCall("passes:", summary.passing);
  writeCall(isMinimised ? "still fails:" : "fails:", summary.failing);
  writeArguments();
  writeCounts();
}

void pinstripe::writeCall(const CallSummary &summary, TextStyle style,
                          llvm::raw_ostream &stream) {
  CallReport(summary, style, stream).write();
}
