// Hints at wrong statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Names.h"
#include "UserCode.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

class ChangeReport {
public:
  ChangeReport(const ChangeSummary &summary, TextStyle style,
               llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream),
        instances(summary.table, summary.trace) {}

  void write(size_t most);

private:
  void line(Emphasis emphasis, const std::string &text) {
    writeStyled(stream, style, emphasis, fitted(text, style.width));
    stream << '\n';
  }
  std::string placeOf(EntryId id) const;
  std::string headingOf(Effect effect) const;
  void writeHint(const ChangedUnit &changed);
  void writeChain();
  void writeCounts();
  std::string changeOf(const ChangedUnit &changed) const;
  std::string changeOf(const ForcedOperand &forced, uint32_t of) const;
  std::string nameOf(const ForcedOperand &forced) const;
  std::string changeOf(const ChainLink &link) const;

  const ChangeSummary &summary;
  TextStyle style;
  llvm::raw_ostream &stream;
  InstanceTable instances;
};

} // namespace

static std::string placeText(const UnitTable &table, const FlowTarget &target) {
  if (!target.entry)
    return "the end of the function";
  const SourceRange &range = table.unitOf(*target.entry).range;
  return "line " + std::to_string(range.line);
}

namespace {

/// What is said of one kind of change.
struct Words {
  llvm::StringRef what, how, nothing, hint;
};

} // namespace

static Words wordsFor(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::Switch:
    return {"executed condition", " if another way is taken at:",
            "no single decision makes the output right, nor more of it",
            "where such a decision is prepared or lacking"};
  case ChangeKind::Omission:
    return {"executed statement", " without:",
            "nothing that is left out makes the output right, nor more of it",
            "where what it does should be undone"};
  case ChangeKind::Replacement:
    return {"executed statement", " with another value at:",
            "no single value makes the output right, nor more of it",
            "where the value comes from"};
  }
  llvm_unreachable("not a kind");
}

/// "operand 'b' at bug.c:12:9 forced true"
std::string ChangeReport::nameOf(const ForcedOperand &forced) const {
  const ConditionOperand &operand = summary.table.operand(forced.operand);
  std::string name = "operand '" + printable(operand.text) + "' at " +
                     summary.table.displayPath(operand.range.file) + ":" +
                     std::to_string(operand.range.line) + ":" +
                     std::to_string(operand.range.column);
  if (forced.form == ChangeForm::Inverted)
    return name + " the other way";
  return name + (forced.value ? " forced true" : " forced false");
}

std::string ChangeReport::changeOf(const ForcedOperand &forced,
                                   uint32_t of) const {
  std::string which =
      forced.form == ChangeForm::Single
          ? "#" + std::to_string(instances.instanceOf(forced.event))
          : std::string("each time");
  return which + " of " + std::to_string(of) + ": " + nameOf(forced);
}

std::string ChangeReport::changeOf(const ChainLink &link) const {
  std::string how =
      link.operand ? nameOf(*link.operand)
                   : "to " + placeText(summary.table, link.instead) +
                         " instead of " + placeText(summary.table, link.taken);
  return "#" + std::to_string(link.instance) + " of " +
         std::to_string(link.instances) + ": " + how + "; " +
         counted(link.right, "byte") + " right";
}

std::string ChangeReport::changeOf(const ChangedUnit &changed) const {
  if (changed.operand)
    return changeOf(*changed.operand, changed.instances);
  std::string of = " of " + std::to_string(changed.instances);
  switch (changed.form) {
  case ChangeForm::Single:
    if (changed.replaced)
      return "#" + std::to_string(instances.instanceOf(changed.event)) + of +
             ": " + describe(*changed.replaced);
    if (summary.kind == ChangeKind::Omission)
      return "#" + std::to_string(instances.instanceOf(changed.event)) + of +
             ": left out, on to " + placeText(summary.table, changed.instead);
    return "#" + std::to_string(instances.instanceOf(changed.event)) + of +
           ": to " + placeText(summary.table, changed.instead) +
           " instead of " + placeText(summary.table, changed.taken);
  case ChangeForm::Constant:
    return "each time" + of + ": to " +
           placeText(summary.table, changed.instead);
  case ChangeForm::Inverted:
    return "each time" + of + ": the other way";
  case ChangeForm::Always:
    return "each time" + of + ": left out, on to " +
           placeText(summary.table, changed.instead);
  }
  llvm_unreachable("not a form");
}

std::string ChangeReport::placeOf(EntryId id) const {
  const UnitTable &table = summary.table;
  const UnitEntry &entry = table.entry(id);
  const StatementUnit &unit = table.unit(entry.unit);
  return table.displayPath(unit.range.file) + ":" +
         std::to_string(unit.range.line) + " " +
         table.displayName(table.function(entry.function)) + "  " +
         printable(unit.text);
}

void ChangeReport::writeHint(const ChangedUnit &changed) {
  line(Emphasis::Strong, "  " + placeOf(changed.entry));
  if (auto caller = userCaller(summary.table, summary.trace, changed.event))
    line(Emphasis::Strong, "    in a library, for " +
                               placeOf(summary.trace.event(*caller).entry));
  line(Emphasis::Plain, "      " + changeOf(changed));
  for (const ForcedOperand &other : changed.others)
    line(Emphasis::Plain, "      or " + changeOf(other, changed.instances));
  line(Emphasis::Dim,
       "      rank " + std::to_string(changed.rankByFewest) +
           " by fewest instances, " + std::to_string(changed.rankByLatest) +
           " by the latest; " +
           std::to_string(changed.tests[static_cast<size_t>(changed.best)]) +
           " of " + counted(changed.allTests(), "test"));
}

std::string ChangeReport::headingOf(Effect effect) const {
  std::string how = wordsFor(summary.kind).how.str();
  switch (effect) {
  case Effect::ExpectedOutput:
    return "the expected output comes out" + how;
  case Effect::Partly:
    return "the first wrong line comes out right" + how;
  default:
    return "more of the output comes out right" + how;
  }
}

void ChangeReport::writeChain() {
  const ChangeChain &chain = summary.chain;
  if (chain.links.empty())
    return;
  stream << '\n';
  bool isWhole = chain.links.back().effect == Effect::ExpectedOutput;
  line(Emphasis::Heading,
       (isWhole ? "the expected output comes out if "
                : "still more of the output comes out right if ") +
           counted(chain.links.size(), "decision") + " of one run " +
           "go another way:");
  for (const ChainLink &link : chain.links) {
    line(Emphasis::Strong, "  " + placeOf(link.entry));
    line(Emphasis::Plain, "      " + changeOf(link));
  }
  line(Emphasis::Dim,
       "      each in the run as changed by those above, chosen for the most "
       "bytes right; " +
           counted(chain.tests, "more test"));
}

void ChangeReport::writeCounts() {
  std::string text = counted(summary.allTests(), "test") + ":";
  for (size_t i = 0; i < effects; ++i)
    if (summary.tests[i] != 0)
      text += (text.back() == ':' ? " " : ", ") +
              std::to_string(summary.tests[i]) + " " +
              pinstripe::nameOf(static_cast<Effect>(i)).str();
  line(Emphasis::Dim, text);
}

void ChangeReport::write(size_t most) {
  Words words = wordsFor(summary.kind);
  std::string text =
      counted(summary.executedUnits, words.what) +
      (summary.executedOperands == 0
           ? std::string()
           : " and " + counted(summary.executedOperands, "operand")) +
      ", " + counted(summary.allTests(), "changed run") + " of " +
      std::to_string(summary.possibleTests) + " possible, " +
      describeSeconds(summary.totalSeconds);
  if (summary.interrupted)
    text += ", interrupted";
  if (!summary.exhausted.empty())
    text += ", ended by " + summary.exhausted;
  line(Emphasis::Strong, text);
  std::optional<Effect> heading;
  size_t shown = 0;
  for (const ChangedUnit &changed : summary.units) {
    if (shown++ == most)
      break;
    if (heading != changed.best) {
      stream << '\n';
      line(Emphasis::Heading, headingOf(changed.best));
      heading = changed.best;
    }
    writeHint(changed);
  }
  writeChain();
  stream << '\n';
  if (summary.units.size() > most)
    line(Emphasis::Plain, "and " + std::to_string(summary.units.size() - most) +
                              " more; --limit shows them");
  line(Emphasis::Plain, summary.units.empty() ? words.nothing.str()
                                              : "hints, no verdicts: the "
                                                "defect is often there, or " +
                                                    words.hint.str());
  writeCounts();
}

void pinstripe::writeChanges(const ChangeSummary &summary, TextStyle style,
                             size_t most, llvm::raw_ostream &stream) {
  ChangeReport(summary, style, stream).write(most);
}
