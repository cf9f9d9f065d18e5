// Looks up facts about a recorded run that several export formats show.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Export/ReportIndex.h"
#include "pinstripe/Result/TestTally.h"
#include "llvm/ADT/SmallVector.h"

using namespace pinstripe;

static std::vector<llvm::StringRef> trimmedLines(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef &line : lines)
    line.consume_back("\r");
  if (lines.back().empty())
    lines.pop_back();
  return {lines.begin(), lines.end()};
}

ReportIndex::ReportIndex(const CaseReport &report)
    : report(report), table(report.table), trace(report.trace),
      instances(report.table, report.trace) {
  for (const std::optional<std::string> &source : report.sources)
    lines.push_back(source ? trimmedLines(*source)
                           : std::vector<llvm::StringRef>());
}

std::string ReportIndex::valuesOf(EventIndex event) const {
  auto found = report.values.find(static_cast<uint32_t>(event));
  if (found == report.values.end())
    return "";
  const EventValues &values = found->second;
  if (!values.text.empty())
    return values.text;
  std::string text;
  for (const NamedValue &each : values.written)
    text += (text.empty() ? "" : ", ") + each.name + " = " + each.value;
  return text == unitOf(event).text ? "" : text;
}

std::string ReportIndex::reasonOf(EventIndex event) const {
  if (!report.reduction)
    return "";
  const KeptReasons &reasons = report.reduction->reasons;
  auto found = reasons.find(static_cast<uint32_t>(event));
  if (found == reasons.end())
    return "";
  const KeptReason &reason = found->second;
  if (!reason.text.empty())
    return "without it: " + reason.text;
  if (reason.outcome == Outcome::Unresolved)
    return "without it: " + nameOf(reason.cause).str();
  return "without it the output does not come out";
}

std::optional<llvm::StringRef> ReportIndex::sourceLine(SourceLine place) const {
  auto file = static_cast<size_t>(place.file);
  if (file >= lines.size() || place.number == 0 ||
      place.number > lines[file].size())
    return std::nullopt;
  return lines[file][place.number - 1];
}

std::map<SourceLine, LineInstances>
pinstripe::countInstances(const ReportIndex &index) {
  const UnitTable &table = index.table;
  std::vector<uint64_t> kept(table.units.size());
  if (index.report.reduction)
    for (EventIndex event : index.report.reduction->kept)
      ++kept[static_cast<size_t>(index.instances.unitOf(event))];
  std::map<SourceLine, LineInstances> result;
  for (size_t i = 0; i != table.units.size(); ++i) {
    uint64_t executed = index.instances.executions(UnitId(i));
    LineInstances &counts = result[lineOf(table.units[i])];
    counts.executed += executed;
    counts.kept += kept[i];
    counts.mostExecuted = std::max(counts.mostExecuted, executed);
    counts.mostKept = std::max(counts.mostKept, kept[i]);
  }
  return result;
}
