// Writes the results of `omit --at` and `omit --critical` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/TextReport.h"
#include "pinstripe/Report/TextReports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

class OmissionReport : TextReport {
public:
  OmissionReport(const RunHeader &run, TextStyle style,
                 llvm::raw_ostream &stream)
      : TextReport(run, style, stream) {}

  void write(const TrialSummary &summary);
  void write(const CriticalSummary &summary);

private:
  std::string nameOf(UnitId id) const {
    const StatementUnit &unit = table.unit(id);
    return placeOf(table, unit.range) + "  " + printable(unit.text);
  }
  std::string describe(const OmissionTrial &trial) const;
};

} // namespace

/// Returns words that say which instances of the statement were left out, and
/// to which place control went instead.
std::string OmissionReport::describe(const OmissionTrial &trial) const {
  std::string text =
      "without all of its " + counted(trial.instances, "instance");
  if (trial.instances == 1)
    text = "without its only instance";
  else if (trial.instance)
    text = "without #" + std::to_string(*trial.instance) + " of " +
           std::to_string(trial.instances);
  return text + ", on to " + pinstripe::describe(table, trial.next);
}

void OmissionReport::write(const TrialSummary &summary) {
  for (const OmissionTrial &trial : summary.trials) {
    line(Emphasis::Strong, nameOf(trial.unit));
    sentence(Emphasis::Plain, "  " + describe(trial));
    if (trial.difference.empty())
      sentence(Emphasis::Plain, "  nothing differs");
    for (llvm::StringRef row : llvm::split(trial.difference, '\n'))
      if (!row.empty())
        line(Emphasis::Plain, "  " + row);
    sentence(Emphasis::Dim,
             "  " + trial.ending + "; recorded " + summary.recordedEnding);
  }
}

static std::string describe(const StatementNeed &need) {
  switch (need.kind) {
  case StatementNeed::Kind::Critical:
    return "without it: " +
           (need.cause ? nameOf(*need.cause).str() : "another output");
  case StatementNeed::Kind::Needless:
    return "needless";
  case StatementNeed::Kind::Untested:
    return "not tested: " + need.whyUntested;
  }
  llvm_unreachable("not a kind");
}

void OmissionReport::write(const CriticalSummary &summary) {
  using Kind = StatementNeed::Kind;
  sentence(Emphasis::Strong,
           std::to_string(summary.count(Kind::Critical)) + " of " +
               counted(summary.statements.size(), "executed statement") +
               " are critical for " +
               llvm::join(summary.theCase.predicates, ", ") + ", " +
               counted(summary.tests, "test") + ", " +
               describeSeconds(summary.totalSeconds) + earlyEnd());
  for (Kind kind : {Kind::Critical, Kind::Untested}) {
    if (summary.count(kind) != 0)
      emptyLine();
    for (const StatementNeed &need : summary.statements) {
      if (need.kind != kind)
        continue;
      line(kind == Kind::Critical ? Emphasis::Critical : Emphasis::Plain,
           "  " + nameOf(need.unit));
      sentence(Emphasis::Dim, "      " + counted(need.instances, "instance") +
                                  ", " + ::describe(need));
    }
  }
}

void pinstripe::writeTrials(const TrialSummary &summary, TextStyle style,
                            llvm::raw_ostream &stream) {
  OmissionReport(summary, style, stream).write(summary);
}

void pinstripe::writeCritical(const CriticalSummary &summary, TextStyle style,
                              llvm::raw_ostream &stream) {
  OmissionReport(summary, style, stream).write(summary);
}
