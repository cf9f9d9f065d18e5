// Hints at wrong statements, for programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriting.h"
#include "UserCode.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "llvm/Support/JSON.h"

using namespace pinstripe;

static void writeCounts(llvm::json::OStream &json, llvm::StringRef name,
                        llvm::ArrayRef<uint64_t> counts) {
  json.attributeObject(name, [&] {
    for (size_t i = 0; i < counts.size(); ++i)
      json.attribute(kebab(nameOf(static_cast<Effect>(i))), counts[i]);
  });
}

/// Null: the end of the function.
static void writeTarget(llvm::json::OStream &json, llvm::StringRef name,
                        const UnitTable &table, const FlowTarget &target) {
  if (!target.entry) {
    json.attribute(name, nullptr);
    return;
  }
  const StatementUnit &unit = table.unitOf(*target.entry);
  json.attributeObject(name, [&] {
    json.attribute("line", unit.range.line);
    json.attribute("column", unit.range.column);
    json.attribute("text", utf8(unit.text));
  });
}

static void writePlace(llvm::json::OStream &json, const UnitTable &table,
                       EntryId id) {
  const UnitEntry &entry = table.entry(id);
  const StatementUnit &unit = table.unit(entry.unit);
  json.attribute("file", utf8(table.displayPath(unit.range.file)));
  json.attribute("line", unit.range.line);
  json.attribute("column", unit.range.column);
  json.attribute("function", utf8(table.function(entry.function).name));
  writeLibraryJSON(json, table, table.function(entry.function).low);
  json.attribute("text", utf8(unit.text));
}

void pinstripe::writeReplacedJSON(llvm::json::OStream &json,
                                  const ReplacedValue &value) {
  json.attributeObject("replaced", [&] {
    json.attribute("operand", utf8(value.operand));
    json.attribute("when", value.isAfter ? "after" : "before");
    json.attribute("recorded", utf8(value.recorded));
    json.attribute("instead", utf8(value.instead));
  });
}

static void writeOperand(llvm::json::OStream &json, const UnitTable &table,
                         const ForcedOperand &forced) {
  const ConditionOperand &operand = table.operand(forced.operand);
  json.attribute("file", utf8(table.displayPath(operand.range.file)));
  json.attribute("line", operand.range.line);
  json.attribute("column", operand.range.column);
  json.attribute("text", utf8(operand.text));
  json.attribute("index", static_cast<int64_t>(forced.event) + 1);
  json.attribute("form", nameOf(forced.form));
  json.attribute("value", forced.value);
}

/// Where the whole leads, or the operand.
template <typename Change>
static void writeWay(llvm::json::OStream &json, const UnitTable &table,
                     const Change &change) {
  if (change.operand) {
    json.attributeObject("operand",
                         [&] { writeOperand(json, table, *change.operand); });
    return;
  }
  writeTarget(json, "taken", table, change.taken);
  writeTarget(json, "instead", table, change.instead);
}

static void writeChange(llvm::json::OStream &json, const ChangeSummary &summary,
                        const InstanceTable &instances,
                        const ChangedUnit &changed) {
  const UnitTable &table = summary.table;
  json.object([&] {
    json.attribute("index", static_cast<int64_t>(changed.event) + 1);
    writePlace(json, table, changed.entry);
    if (auto caller = userCaller(table, summary.trace, changed.event))
      json.attributeObject("caller", [&] {
        json.attribute("index", static_cast<int64_t>(*caller) + 1);
        writePlace(json, table, summary.trace.event(*caller).entry);
      });
    json.attribute("instance", instances.instanceOf(changed.event));
    json.attribute("instances", changed.instances);
    json.attribute("form", nameOf(changed.form));
    if (changed.replaced)
      writeReplacedJSON(json, *changed.replaced);
    else
      writeWay(json, table, changed);
    if (!changed.others.empty())
      json.attributeArray("other_operands", [&] {
        for (const ForcedOperand &other : changed.others)
          json.object([&] { writeOperand(json, table, other); });
      });
    json.attribute("effect", kebab(nameOf(changed.best)));
    json.attribute("rank_by_fewest", changed.rankByFewest);
    json.attribute("rank_by_latest", changed.rankByLatest);
    std::vector<uint64_t> counts(changed.tests.begin(), changed.tests.end());
    writeCounts(json, "tests", counts);
  });
}

static void writeChain(llvm::json::OStream &json,
                       const ChangeSummary &summary) {
  json.attributeArray("chain", [&] {
    for (const ChainLink &link : summary.chain.links)
      json.object([&] {
        writePlace(json, summary.table, link.entry);
        json.attribute("instance", link.instance);
        json.attribute("instances", link.instances);
        writeWay(json, summary.table, link);
        json.attribute("effect", kebab(nameOf(link.effect)));
        json.attribute("right_bytes", link.right);
      });
  });
  json.attribute("chain_tests", summary.chain.tests);
}

void pinstripe::writeChangesJSON(const ChangeSummary &summary,
                                 llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  llvm::json::OStream json(stream, 2);
  bool isSwitch = summary.kind == ChangeKind::Switch;
  bool isOmission = summary.kind == ChangeKind::Omission;
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCaseJSON(json, summary.theCase);
    writeEngineJSON(json, summary.engine);
    writeTraceJSON(json, summary.trace, instances);
    llvm::StringRef found = isSwitch     ? "switches"
                            : isOmission ? "omissions"
                                         : "replacements";
    json.attributeArray(found, [&] {
      for (const ChangedUnit &changed : summary.units)
        writeChange(json, summary, instances, changed);
    });
    json.attribute(isSwitch ? "conditions" : "statements",
                   summary.executedUnits);
    if (isSwitch)
      json.attribute("operands", summary.executedOperands);
    writeCounts(json, "tests", summary.tests);
    json.attribute("possible_tests", summary.possibleTests);
    if (isSwitch)
      writeChain(json, summary);
    json.attribute("interrupted", summary.interrupted);
    if (summary.exhausted.empty())
      json.attribute("ended_by", nullptr);
    else
      json.attribute("ended_by", summary.exhausted);
    json.attributeObject("time", [&] {
      json.attribute("total_s", rounded(summary.totalSeconds));
      json.attribute("tests_s", rounded(summary.testsSeconds));
    });
  });
  stream << '\n';
}
