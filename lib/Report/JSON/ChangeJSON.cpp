// Writes the results of `switch`, `omit` and `replace` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "UserCode.h"

using namespace pinstripe;

/// Writes the statement to which control goes, as the attribute `name`. Writes
/// null if control goes to the end of the function.
static void writeTarget(JSONWriter &json, llvm::StringRef name,
                        const FlowTarget &target) {
  if (!target.entry) {
    json.attribute(name, nullptr);
    return;
  }
  const StatementUnit &unit = json.table.unitOf(*target.entry);
  json.attributeObject(name, [&] {
    json.attribute("line", unit.range.line);
    json.attribute("column", unit.range.column);
    json.text("text", unit.text);
  });
}

static void writeEntry(JSONWriter &json, EntryId id) {
  const UnitEntry &entry = json.table.entry(id);
  const StatementUnit &unit = json.table.unit(entry.unit);
  json.place(unit.range);
  json.function(json.table.function(entry.function));
  json.text("text", unit.text);
}

static void writeOperand(ResultWriter &json, const ForcedOperand &forced) {
  const ConditionOperand &operand = json.table.operand(forced.operand);
  json.place(operand.range);
  json.text("text", operand.text);
  json.index(forced.event);
  json.attribute("form", nameOf(forced.form));
  json.attribute("value", forced.value);
}

/// Writes how a statement was changed. If the value of an operand was forced,
/// writes this operand. Otherwise writes the places to which control went
/// without the change and with it.
template <typename Change>
static void writeWay(ResultWriter &json, const Change &change) {
  if (change.operand) {
    json.attributeObject("operand",
                         [&] { writeOperand(json, *change.operand); });
    return;
  }
  writeTarget(json, "taken", change.taken);
  writeTarget(json, "instead", change.instead);
}

static void writeChange(ResultWriter &json, const ChangedUnit &changed) {
  json.index(changed.event);
  writeEntry(json, changed.entry);
  if (auto caller = userCaller(json.table, json.trace, changed.event))
    json.attributeObject("caller", [&] {
      json.index(*caller);
      writeEntry(json, json.trace.entryOf(*caller));
    });
  json.attribute("instance", json.instances.instanceOf(changed.event));
  json.attribute("instances", json.instances.executions(
                                  json.table.entry(changed.entry).unit));
  json.attribute("changeable", changed.instances);
  json.attribute("form", nameOf(changed.form));
  if (changed.leavesSwitch)
    json.attribute("leaves_switch", true);
  if (changed.replaced)
    json.replacedValue(*changed.replaced);
  else
    writeWay(json, changed);
  if (!changed.others.empty())
    json.objects(
        "other_operands", changed.others,
        [&](const ForcedOperand &other) { writeOperand(json, other); });
  json.attribute("effect", kebab(nameOf(changed.best)));
  json.attribute("rank_by_fewest", changed.rankByFewest);
  json.attribute("rank_by_latest", changed.rankByLatest);
  json.effectCounts(changed.tests);
}

static void writeLink(ResultWriter &json, const ChainLink &link) {
  writeEntry(json, link.entry);
  json.attribute("instance", link.instance);
  json.attribute("instances", link.instances);
  writeWay(json, link);
  json.attribute("effect", kebab(nameOf(link.effect)));
  json.attribute("right_bytes", link.right);
}

static llvm::StringRef arrayName(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::Switch:
    return "switches";
  case ChangeKind::Omission:
    return "omissions";
  case ChangeKind::Replacement:
    return "replacements";
  }
  llvm_unreachable("not a kind");
}

void pinstripe::writeChangesJSON(const ChangeSummary &summary,
                                 llvm::raw_ostream &stream) {
  bool isSwitch = summary.kind == ChangeKind::Switch;
  writeDocument(summary, stream, [&](ResultWriter &json) {
    json.objects(arrayName(summary.kind), summary.units,
                 [&](const ChangedUnit &unit) { writeChange(json, unit); });
    json.attribute(isSwitch ? "conditions" : "statements",
                   summary.executedUnits);
    if (isSwitch)
      json.attribute("operands", summary.executedOperands);
    json.effectCounts(summary.tests);
    json.attribute("possible_tests", summary.possibleTests);
    if (isSwitch) {
      json.objects("chain", summary.chain.links,
                   [&](const ChainLink &link) { writeLink(json, link); });
      json.attribute("chain_tests", summary.chain.tests);
    }
    json.attribute("interrupted", summary.interrupted);
    json.textOrNull("ended_by", optionOf(summary.exhausted));
    json.attributeObject("time", [&] {
      json.decimal("total_s", summary.totalSeconds);
      json.decimal("tests_s", summary.testsSeconds);
    });
  });
}
