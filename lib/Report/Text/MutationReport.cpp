// Writes the result of `pinstripe mutate` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/TextReport.h"
#include "pinstripe/Report/TextReports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

class MutationReport : TextReport {
public:
  MutationReport(const MutationSummary &summary, TextStyle style,
                 llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary) {}

  void write(size_t max);

private:
  void writeHeadline();
  void writeUnit(const MutatedUnit &unit);
  void writeMutation(const MutatedUnit &unit, const TriedMutation &tried);
  void writeVerdict();
  void writeUnmutated();
  void writeCounts();

  const MutationSummary &summary;
};

} // namespace

/// The largest number of mutations that the text shows for one statement. The
/// JSON output has all of them.
static constexpr size_t maxShown = 3;
/// The text shows the names of at most this many functions that can't be
/// mutated.
static constexpr size_t maxNamed = 5;

void MutationReport::writeHeadline() {
  sentence(Emphasis::Strong,
           counted(summary.executedUnits, "executed statement") + ", " +
               counted(summary.functions, "function") + " compiled again, " +
               counted(summary.allTests(), "mutant") + " run" +
               (summary.stored == 0 ? ""
                                    : " (" + std::to_string(summary.stored) +
                                          " in earlier searches)") +
               ", " + describeSeconds(summary.totalSeconds) + earlyEnd());
  writeMishaps();
  writeReference(summary.reference);
}

void MutationReport::writeMutation(const MutatedUnit &unit,
                                   const TriedMutation &tried) {
  const Mutation &mutation = tried.mutation;
  if (mutation.isInMacro)
    line(Emphasis::Dim, "      in the expansion of a macro:");
  if (mutation.isInsertion)
    line(Emphasis::Plain, "      + " + mutation.after + "    before line " +
                              llvm::Twine(mutation.line));
  else {
    bool isElsewhere = mutation.changedLine != table.unit(unit.unit).range.line;
    line(Emphasis::Plain,
         "      - " + mutation.before +
             (isElsewhere
                  ? "    on line " + std::to_string(mutation.changedLine)
                  : std::string()));
    line(Emphasis::Plain, "      + " + mutation.after);
  }
  if (tried.otherLines.empty())
    return;
  std::vector<std::string> lines;
  for (uint32_t other : tried.otherLines)
    lines.push_back(std::to_string(other));
  sentence(Emphasis::Dim, "        or before line " + llvm::join(lines, ", "));
}

void MutationReport::writeUnit(const MutatedUnit &unit) {
  const StatementUnit &statement = table.unit(unit.unit);
  line(Emphasis::Strong, "  " +
                             placeInFunction(statement.range, unit.function) +
                             printable(statement.text));
  llvm::ArrayRef<TriedMutation> mutations = unit.mutations;
  for (const TriedMutation &tried : mutations.take_front(maxShown))
    writeMutation(unit, tried);
  if (mutations.size() > maxShown)
    line(Emphasis::Plain,
         "      and " + counted(mutations.size() - maxShown, "more change") +
             " here");
  sentence(Emphasis::Dim,
           "      rank " + std::to_string(unit.rank) + "; " +
               std::to_string(unit.tests[static_cast<size_t>(unit.best)]) +
               " of " + counted(unit.allTests(), "mutant") + ", by " +
               counted(unit.operators, "operator") + "; executed " +
               counted(unit.instances, "time"));
}

void MutationReport::writeUnmutated() {
  if (summary.unmutated.empty())
    return;
  sentence(Emphasis::Dim, "not mutated:");
  for (const UnmutatedCode &each :
       llvm::ArrayRef(summary.unmutated).take_front(maxNamed))
    sentence(Emphasis::Dim, "  " + table.displayPath(each.file) +
                                (each.name.empty() ? "" : " " + each.name) +
                                ": " + each.reason);
  if (summary.unmutated.size() > maxNamed)
    andMore(Emphasis::Dim, summary.unmutated.size() - maxNamed,
            "; --json lists them");
}

void MutationReport::writeCounts() {
  std::vector<std::string> counts;
  for (auto [effect, count] : llvm::enumerate(summary.tests))
    if (count != 0)
      counts.push_back(std::to_string(count) + " " +
                       pinstripe::nameOf(static_cast<Effect>(effect)).str());
  sentence(Emphasis::Dim,
           counted(summary.listed, "mutation") + ", of which " +
               std::to_string(summary.rejected) + " can't be tried; " +
               counted(summary.allTests(), "mutant") +
               (counts.empty() ? "" : ": ") + llvm::join(counts, ", "));
}

/// Explains to the user what the list of suspect statements means, and what it
/// does not prove.
void MutationReport::writeVerdict() {
  if (summary.units.empty())
    sentence(Emphasis::Plain,
             summary.isAboutCrash
                 ? "with none of these changes does the crash go away"
                 : "none of these changes makes the output right, nor more of "
                   "it");
  else if (summary.otherRuns == 0)
    sentence(Emphasis::Plain,
             "hints, not verdicts: a change that mends this run need not be "
             "right in others; --passing FILE takes them into account");
  if (summary.otherRuns != 0)
    sentence(Emphasis::Plain,
             counted(summary.refuted, "change") + " left out, refuted by " +
                 counted(summary.otherRuns, "other run") +
                 (summary.untested == 0
                      ? ""
                      : "; " + std::to_string(summary.untested) +
                            " left out, since there was no time to try them "
                            "in these"));
}

void MutationReport::write(size_t max) {
  writeHeadline();
  llvm::ArrayRef<MutatedUnit> units = summary.units;
  std::optional<Effect> heading;
  for (const MutatedUnit &unit : units.take_front(max)) {
    if (heading != unit.best) {
      emptyLine();
      sentence(Emphasis::Heading,
               describe(unit.best) + " if this were written:");
      heading = unit.best;
    }
    writeUnit(unit);
  }
  emptyLine();
  if (units.size() > max)
    sentence(Emphasis::Plain, "and " + std::to_string(units.size() - max) +
                                  " more; --limit shows them");
  writeVerdict();
  writeUnmutated();
  writeCounts();
}

void pinstripe::writeMutations(const MutationSummary &summary, TextStyle style,
                               size_t max, llvm::raw_ostream &stream) {
  MutationReport(summary, style, stream).write(max);
}
