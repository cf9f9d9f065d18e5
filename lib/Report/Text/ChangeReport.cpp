// Writes the results of `switch`, `omit` and `replace` as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Text/TextReport.h"
#include "UserCode.h"
#include "pinstripe/Report/Annotations.h"
#include "pinstripe/Report/TextReports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

class ChangeReport : TextReport {
public:
  ChangeReport(const ChangeSummary &summary, TextStyle style,
               llvm::raw_ostream &stream)
      : TextReport(summary, style, stream), summary(summary) {}

  void write(size_t max);
  std::vector<Annotation> annotations(size_t max) const;

private:
  std::string nameOf(EntryId id) const;
  std::string describe(const ChangedUnit &changed) const;
  std::string describe(const ForcedOperand &forced) const;
  std::string describe(const ForcedOperand &forced,
                       const ChangedUnit &changed) const;
  std::string whichOf(const ChangedUnit &changed, ChangeForm form,
                      EventIndex event) const;
  std::string describe(const ChainLink &link) const;
  std::string describe(const FlowTarget &target) const {
    return pinstripe::describe(table, target);
  }
  void writeHeadline();
  void writeHint(const ChangedUnit &changed);
  void writeChain();
  void writeCounts();

  const ChangeSummary &summary;
};

/// The words of the report that depend on the kind of change. A condition is
/// switched, a statement is left out, or a value is replaced.
struct Words {
  llvm::StringRef verb, what, how, nothing, hint;
};

} // namespace

/// Returns a sentence that says that no change of this kind prevents the crash.
static llvm::StringRef nothingPreventsCrash(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::Switch:
    return "with no single decision changed does the crash go away";
  case ChangeKind::Omission:
    return "with nothing left out does the crash go away";
  case ChangeKind::Replacement:
    return "with no single value replaced does the crash go away";
  }
  llvm_unreachable("not a kind");
}

static Words wordsFor(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::Switch:
    return {"switch", "executed condition", " if another way is taken at:",
            "no single decision makes the output right, nor more of it",
            "where such a decision is prepared or lacking"};
  case ChangeKind::Omission:
    return {"omit", "executed statement", " without:",
            "nothing that is left out makes the output right, nor more of it",
            "where what it does should be undone"};
  case ChangeKind::Replacement:
    return {"replace", "executed statement", " with another value at:",
            "no single value makes the output right, nor more of it",
            "where the value comes from"};
  }
  llvm_unreachable("not a kind");
}

/// Describes an operand whose value was forced: "operand 'b' at bug.c:12:9
/// forced true".
std::string ChangeReport::describe(const ForcedOperand &forced) const {
  const ConditionOperand &operand = table.operand(forced.operand);
  std::string name = "operand '" + printable(operand.text) + "' at " +
                     exactPlaceOf(table, operand.range);
  if (forced.form == ChangeForm::Inverted)
    return name + " the other way";
  return name + (forced.value ? " forced true" : " forced false");
}

/// Says which instances of a statement were changed: "#3 of 6: " for a single
/// one, otherwise "each time of 6: ". If a statement can begin at several
/// addresses, a change concerns only the instances that begin at one of them.
/// If there are other instances, the text also has the number of all instances:
/// "each time of 4 (6 in all): ".
std::string ChangeReport::whichOf(const ChangedUnit &changed, ChangeForm form,
                                  EventIndex event) const {
  uint32_t all = instances.executions(table.entry(changed.entry).unit);
  if (form == ChangeForm::Single)
    return numberOf(event) + " of " + std::to_string(all) + ": ";
  std::string text = "each time of " + std::to_string(changed.instances);
  if (changed.instances != all)
    text += " (" + std::to_string(all) + " in all)";
  return text + ": ";
}

std::string ChangeReport::describe(const ForcedOperand &forced,
                                   const ChangedUnit &changed) const {
  return whichOf(changed, forced.form, forced.event) + describe(forced);
}

std::string ChangeReport::describe(const ChainLink &link) const {
  std::string how = link.operand ? describe(*link.operand)
                                 : "to " + describe(link.instead) +
                                       " instead of " + describe(link.taken);
  return "#" + std::to_string(link.instance) + " of " +
         std::to_string(link.instances) + ": " + how + "; " +
         counted(link.right, "byte") + " right";
}

std::string ChangeReport::describe(const ChangedUnit &changed) const {
  if (changed.operand)
    return describe(*changed.operand, changed);
  std::string which = whichOf(changed, changed.form, changed.event);
  std::string instead = describe(changed.instead);
  if (changed.leavesSwitch)
    return which + "with a `break` after it, on to " + instead +
           " instead of " + describe(changed.taken);
  switch (changed.form) {
  case ChangeForm::Single:
    if (changed.replaced)
      return which + pinstripe::describe(*changed.replaced);
    if (summary.kind == ChangeKind::Omission)
      return which + "left out, on to " + instead;
    return which + "to " + instead + " instead of " + describe(changed.taken);
  case ChangeForm::Constant:
    return which + "to " + instead;
  case ChangeForm::Inverted:
    return which + "the other way";
  case ChangeForm::Always:
    return which + "left out, on to " + instead;
  }
  llvm_unreachable("not a form");
}

std::string ChangeReport::nameOf(EntryId id) const {
  const UnitEntry &entry = table.entry(id);
  const StatementUnit &unit = table.unit(entry.unit);
  return placeInFunction(unit.range, entry.function) + printable(unit.text);
}

void ChangeReport::writeHint(const ChangedUnit &changed) {
  line(Emphasis::Strong, "  " + nameOf(changed.entry));
  if (auto caller = userCaller(table, trace, changed.event))
    line(Emphasis::Strong,
         "    in a library, for " + nameOf(trace.entryOf(*caller)));
  sentence(Emphasis::Plain, "      " + describe(changed));
  for (const ForcedOperand &other : changed.others)
    sentence(Emphasis::Plain, "      or " + describe(other, changed));
  sentence(
      Emphasis::Dim,
      "      rank " + std::to_string(changed.rankByFewest) +
          " by fewest instances, " + std::to_string(changed.rankByLatest) +
          " by the latest; " +
          std::to_string(changed.tests[static_cast<size_t>(changed.best)]) +
          " of " + counted(changed.allTests(), "test"));
}

void ChangeReport::writeChain() {
  const ChangeChain &chain = summary.chain;
  if (chain.links.empty())
    return;
  emptyLine();
  bool isWhole = chain.links.back().effect == Effect::ExpectedOutput;
  sentence(Emphasis::Heading,
           (isWhole ? "the expected output comes out if "
                    : "still more of the output comes out right if ") +
               counted(chain.links.size(), "decision") +
               " of one run go another way:");
  for (const ChainLink &link : chain.links) {
    line(Emphasis::Strong, "  " + nameOf(link.entry));
    sentence(Emphasis::Plain, "      " + describe(link));
  }
  sentence(
      Emphasis::Dim,
      "      each in the run as changed by those above, chosen for the most "
      "bytes right; " +
          counted(chain.tests, "more test"));
}

void ChangeReport::writeCounts() {
  std::vector<std::string> counts;
  for (auto [effect, count] : llvm::enumerate(summary.tests))
    if (count != 0)
      counts.push_back(std::to_string(count) + " " +
                       pinstripe::nameOf(static_cast<Effect>(effect)).str());
  sentence(Emphasis::Dim, counted(summary.allTests(), "test") +
                              (counts.empty() ? ":" : ": ") +
                              llvm::join(counts, ", "));
}

void ChangeReport::writeHeadline() {
  std::string text =
      counted(summary.executedUnits, wordsFor(summary.kind).what);
  if (summary.executedOperands != 0)
    text += " and " + counted(summary.executedOperands, "operand");
  sentence(Emphasis::Strong,
           text + ", " + counted(summary.allTests(), "changed run") + " of " +
               std::to_string(summary.possibleTests) + " possible, " +
               describeSeconds(summary.totalSeconds) + earlyEnd());
  writeMishaps();
}

std::vector<Annotation> ChangeReport::annotations(size_t max) const {
  std::vector<Annotation> result;
  for (const ChangedUnit &changed :
       llvm::ArrayRef(summary.units).take_front(max)) {
    const SourceRange &range =
        table.unit(table.entry(changed.entry).unit).range;
    Annotation each;
    each.file = table.file(range.file);
    each.line = range.line;
    each.endLine = std::max(range.line, range.endLine);
    each.title = "pinstripe " + wordsFor(summary.kind).verb.str() + ": " +
                 pinstripe::describe(changed.best).str();
    each.message = describe(changed);
    result.push_back(std::move(each));
  }
  return result;
}

void ChangeReport::write(size_t max) {
  Words words = wordsFor(summary.kind);
  writeHeadline();
  llvm::ArrayRef<ChangedUnit> units = summary.units;
  std::optional<Effect> heading;
  for (const ChangedUnit &changed : units.take_front(max)) {
    if (heading != changed.best) {
      emptyLine();
      sentence(Emphasis::Heading,
               pinstripe::describe(changed.best) + words.how);
      heading = changed.best;
    }
    writeHint(changed);
  }
  writeChain();
  emptyLine();
  if (units.size() > max)
    sentence(Emphasis::Plain, "and " + std::to_string(units.size() - max) +
                                  " more; --limit shows them");
  if (summary.isAboutCrash)
    words.nothing = nothingPreventsCrash(summary.kind);
  if (!units.empty())
    sentence(Emphasis::Plain, "hints, not verdicts: the defect is often "
                              "there, or " +
                                  words.hint);
  else if (earlyEnd().empty())
    sentence(Emphasis::Plain, words.nothing);
  else
    sentence(Emphasis::Plain, words.nothing + ", as far as was tried");
  writeCounts();
}

void pinstripe::writeChanges(const ChangeSummary &summary, TextStyle style,
                             size_t max, llvm::raw_ostream &stream) {
  ChangeReport(summary, style, stream).write(max);
}

std::vector<Annotation> pinstripe::annotationsOf(const ChangeSummary &summary,
                                                 size_t max) {
  return ChangeReport(summary, {}, llvm::nulls()).annotations(max);
}
