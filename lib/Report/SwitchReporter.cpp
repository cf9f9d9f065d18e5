//===- SwitchReporter.cpp - Hints at wrong decisions ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JSONWriting.h"
#include "pinstripe/Report/SwitchSummary.h"
#include "pinstripe/Report/TextStyle.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace pinstripe;

namespace {

class SwitchReport {
public:
  SwitchReport(const SwitchSummary &summary, const TextStyle &style,
               llvm::raw_ostream &stream)
      : summary(summary), style(style), stream(stream),
        instances(summary.table, summary.trace) {}

  void write(size_t most);

private:
  void line(Emphasis emphasis, const std::string &text) {
    writeStyled(stream, style, emphasis, fitted(text, style.width));
    stream << '\n';
  }
  void writeHint(const SwitchedCondition &condition);
  void writeCounts();
  std::string changeOf(const SwitchedCondition &condition) const;

  const SwitchSummary &summary;
  const TextStyle &style;
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

std::string SwitchReport::changeOf(const SwitchedCondition &condition) const {
  std::string of = " of " + std::to_string(condition.instances);
  switch (condition.form) {
  case SwitchForm::Single:
    return "#" + std::to_string(instances.instanceOf(condition.event)) + of +
           ": to " + placeText(summary.table, condition.instead) +
           " instead of " + placeText(summary.table, condition.taken);
  case SwitchForm::Constant:
    return "each time" + of + ": to " +
           placeText(summary.table, condition.instead);
  case SwitchForm::Inverted:
    return "each time" + of + ": the other way";
  }
  llvm_unreachable("not a form");
}

void SwitchReport::writeHint(const SwitchedCondition &condition) {
  const UnitTable &table = summary.table;
  const UnitEntry &entry = table.entry(condition.entry);
  const StatementUnit &unit = table.unit(entry.unit);
  line(Emphasis::Strong, "  " + table.displayPath(unit.range.file) + ":" +
                             std::to_string(unit.range.line) + " " +
                             table.displayName(table.function(entry.function)) +
                             "  " + printable(unit.text));
  line(Emphasis::Plain, "      " + changeOf(condition));
  line(
      Emphasis::Dim,
      "      rank " + std::to_string(condition.rankByFewest) +
          " by fewest instances, " + std::to_string(condition.rankByLatest) +
          " by the latest; " +
          std::to_string(condition.tests[static_cast<size_t>(condition.best)]) +
          " of " + counted(condition.allTests(), "test"));
}

static llvm::StringRef headingOf(Effect effect) {
  switch (effect) {
  case Effect::ExpectedOutput:
    return "the expected output comes out if another way is taken at";
  case Effect::Partly:
    return "the first wrong line comes out right if another way is taken at";
  default:
    return "more of the output comes out right if another way is taken at";
  }
}

void SwitchReport::writeCounts() {
  std::string text = counted(summary.allTests(), "test") + ":";
  for (size_t i = 0; i < effects; ++i)
    if (summary.tests[i] != 0)
      text += (text.back() == ':' ? " " : ", ") +
              std::to_string(summary.tests[i]) + " " +
              effectName(static_cast<Effect>(i)).str();
  line(Emphasis::Dim, text);
}

void SwitchReport::write(size_t most) {
  std::string text = counted(summary.executedConditions, "executed condition") +
                     ", " + counted(summary.allTests(), "changed run") +
                     " of " + std::to_string(summary.possibleTests) +
                     " possible, " + describeSeconds(summary.totalSeconds);
  if (summary.interrupted)
    text += ", interrupted";
  if (!summary.exhausted.empty())
    text += ", ended by " + summary.exhausted;
  line(Emphasis::Strong, text);
  std::optional<Effect> heading;
  size_t shown = 0;
  for (const SwitchedCondition &condition : summary.conditions) {
    if (shown++ == most)
      break;
    if (heading != condition.best) {
      stream << '\n';
      line(Emphasis::Heading, headingOf(condition.best).str() + ":");
      heading = condition.best;
    }
    writeHint(condition);
  }
  stream << '\n';
  if (summary.conditions.size() > most)
    line(Emphasis::Plain, "and " +
                              std::to_string(summary.conditions.size() - most) +
                              " more; --limit shows them");
  if (summary.conditions.empty())
    line(Emphasis::Plain, "no single decision makes the output right, nor "
                          "more of it");
  else
    line(Emphasis::Plain,
         "hints, no verdicts: the defect is often there, or where such a "
         "decision is prepared or lacking");
  writeCounts();
}

void pinstripe::writeSwitches(const SwitchSummary &summary,
                              const TextStyle &style, size_t most,
                              llvm::raw_ostream &stream) {
  SwitchReport(summary, style, stream).write(most);
}

static std::string jsonName(llvm::StringRef name) {
  std::string text = name.str();
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

static void writeCounts(llvm::json::OStream &json, llvm::StringRef name,
                        llvm::ArrayRef<uint64_t> counts) {
  json.attributeObject(name, [&] {
    for (size_t i = 0; i < counts.size(); ++i)
      json.attribute(jsonName(effectName(static_cast<Effect>(i))), counts[i]);
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

static void writeSwitch(llvm::json::OStream &json, const SwitchSummary &summary,
                        const InstanceTable &instances,
                        const SwitchedCondition &condition) {
  const UnitTable &table = summary.table;
  const UnitEntry &entry = table.entry(condition.entry);
  const StatementUnit &unit = table.unit(entry.unit);
  json.object([&] {
    json.attribute("index", static_cast<int64_t>(condition.event) + 1);
    json.attribute("file", utf8(table.displayPath(unit.range.file)));
    json.attribute("line", unit.range.line);
    json.attribute("column", unit.range.column);
    json.attribute("function", utf8(table.function(entry.function).name));
    writeLibraryJSON(json, table, table.function(entry.function).low);
    json.attribute("text", utf8(unit.text));
    json.attribute("instance", instances.instanceOf(condition.event));
    json.attribute("instances", condition.instances);
    json.attribute("form", switchFormName(condition.form));
    writeTarget(json, "taken", table, condition.taken);
    writeTarget(json, "instead", table, condition.instead);
    json.attribute("effect", jsonName(effectName(condition.best)));
    json.attribute("rank_by_fewest", condition.rankByFewest);
    json.attribute("rank_by_latest", condition.rankByLatest);
    std::vector<uint64_t> counts(condition.tests.begin(),
                                 condition.tests.end());
    writeCounts(json, "tests", counts);
  });
}

void pinstripe::writeSwitchesJSON(const SwitchSummary &summary,
                                  llvm::raw_ostream &stream) {
  InstanceTable instances(summary.table, summary.trace);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    writeToolJSON(json, summary.version);
    writeCaseJSON(json, summary.theCase);
    writeEngineJSON(json, summary.engine);
    writeTraceJSON(json, summary.trace, instances);
    json.attributeArray("switches", [&] {
      for (const SwitchedCondition &condition : summary.conditions)
        writeSwitch(json, summary, instances, condition);
    });
    json.attribute("conditions", summary.executedConditions);
    writeCounts(json, "tests", summary.tests);
    json.attribute("possible_tests", summary.possibleTests);
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
