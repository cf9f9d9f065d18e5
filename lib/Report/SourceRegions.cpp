//===- SourceRegions.cpp - Stretches of source with their units -----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceRegions.h"
#include "pinstripe/Report/TextStyle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace pinstripe;

namespace {

/// Builds the regions of one summary. Order of work: functions make regions,
/// nested ones are merged, units find theirs by position or make their own.
class RegionBuilder {
public:
  RegionBuilder(const ReductionSummary &summary, const InstanceTable &instances)
      : summary(summary), instances(instances) {}

  std::vector<SourceRegion> build() {
    tallyUnits();
    addFunctionRegions();
    for (auto &[unit, tally] : tallies)
      place(std::move(tally));
    return ordered();
  }

private:
  void tallyUnits();
  void addFunctionRegions();
  void place(UnitTally tally);
  SourceRegion *regionAt(FileId file, uint32_t line);
  std::vector<SourceRegion> ordered();

  const ReductionSummary &summary;
  const InstanceTable &instances;
  std::map<UnitId, UnitTally> tallies;
  std::map<UnitId, FunctionId> functionOfUnit;
  std::map<FileId, size_t> fileOrder;
  std::vector<SourceRegion> regions;
};

} // namespace

void RegionBuilder::tallyUnits() {
  for (size_t i = 0, size = summary.trace.size(); i != size; ++i) {
    EventIndex index{static_cast<uint32_t>(i)};
    const UnitEntry &entry =
        summary.table.entry(summary.trace.event(index).entry);
    UnitTally &tally = tallies[entry.unit];
    tally.unit = entry.unit;
    ++tally.executed;
    if (summary.kept.test(i))
      tally.kept.push_back(instances.instanceOf(index));
    functionOfUnit.try_emplace(entry.unit, entry.function);
    FileId file = summary.table.unit(entry.unit).range.file;
    fileOrder.try_emplace(file, fileOrder.size());
  }
}

void RegionBuilder::addFunctionRegions() {
  std::vector<bool> executed(summary.table.functions.size());
  for (const Event &event : summary.trace.allEvents())
    executed[size_t(summary.table.entry(event.entry).function)] = true;
  std::vector<const TracedFunction *> functions;
  for (const auto &[function, isExecuted] :
       llvm::zip(summary.table.functions, executed))
    if (isExecuted && function.range.line != 0)
      functions.push_back(&function);
  // The enclosing one first; instantiations in the order of their addresses.
  llvm::sort(functions, [](const auto *left, const auto *right) {
    auto key = [](const TracedFunction &function) {
      return std::make_tuple(function.range.file, function.range.line,
                             ~function.range.endLine, function.low);
    };
    return key(*left) < key(*right);
  });
  for (const TracedFunction *function : functions) {
    const SourceRange &range = function->range;
    std::string name = summary.table.displayName(*function);
    SourceRegion *last = regions.empty() ? nullptr : &regions.back();
    bool isInside = last && last->file == range.file &&
                    range.line <= last->lastLine &&
                    range.line >= last->firstLine;
    if (!isInside) {
      regions.push_back({range.file,
                         range.line,
                         std::max(range.line, range.endLine),
                         {std::move(name)},
                         {},
                         0,
                         0});
      continue;
    }
    last->lastLine = std::max(last->lastLine, range.endLine);
    // Several instantiations have the same place; nested functions are read
    // where they stand.
    if (range.line == last->firstLine &&
        !llvm::is_contained(last->functions, name))
      last->functions.push_back(std::move(name));
  }
}

SourceRegion *RegionBuilder::regionAt(FileId file, uint32_t line) {
  auto found = llvm::find_if(regions, [&](const SourceRegion &region) {
    return region.file == file && region.firstLine <= line &&
           line <= region.lastLine;
  });
  return found == regions.end() ? nullptr : &*found;
}

void RegionBuilder::place(UnitTally tally) {
  const StatementUnit &unit = summary.table.unit(tally.unit);
  SourceRegion *region = regionAt(unit.range.file, unit.range.line);
  if (!region) {
    std::string function = summary.table.displayName(
        summary.table.function(functionOfUnit[tally.unit]));
    uint32_t lastLine = std::max(unit.range.line, unit.range.endLine);
    regions.push_back(
        {unit.range.file, unit.range.line, lastLine, {function}, {}, 0, 0});
    region = &regions.back();
  }
  region->lastLine = std::max(region->lastLine, unit.range.endLine);
  region->executed += tally.executed;
  if (!unit.isPinned())
    region->critical += tally.kept.size();
  region->units.push_back(std::move(tally));
}

std::vector<SourceRegion> RegionBuilder::ordered() {
  llvm::erase_if(
      regions, [](const SourceRegion &region) { return region.units.empty(); });
  llvm::sort(regions, [&](const auto &left, const auto &right) {
    return std::make_pair(fileOrder[left.file], left.firstLine) <
           std::make_pair(fileOrder[right.file], right.firstLine);
  });
  for (SourceRegion &region : regions)
    llvm::sort(region.units, [&](const auto &left, const auto &right) {
      const SourceRange &a = summary.table.unit(left.unit).range;
      const SourceRange &b = summary.table.unit(right.unit).range;
      return std::tie(a.line, a.column, left.unit) <
             std::tie(b.line, b.column, right.unit);
    });
  return std::move(regions);
}

std::vector<SourceRegion>
pinstripe::sourceRegions(const ReductionSummary &summary,
                         const InstanceTable &instances) {
  return RegionBuilder(summary, instances).build();
}

std::string pinstripe::describeInstances(llvm::ArrayRef<uint32_t> instances,
                                         unsigned width) {
  std::string result = "#";
  for (size_t i = 0; i < instances.size();) {
    size_t end = i + 1;
    while (end < instances.size() && instances[end] == instances[end - 1] + 1)
      ++end;
    std::string part = (i == 0 ? "" : ",") + std::to_string(instances[i]);
    if (end - i > 1)
      part += (end - i == 2 ? "," : "-") + std::to_string(instances[end - 1]);
    bool isLast = end == instances.size();
    if (width != 0 && result.size() + part.size() + (isLast ? 0 : 2) > width)
      return result + (i == 0 ? "…" : ",…");
    result += part;
    i = end;
  }
  return result;
}

std::optional<std::vector<std::string>>
pinstripe::readLines(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  std::vector<std::string> result;
  for (llvm::StringRef line : lines)
    result.push_back(line.rtrim('\r').str());
  return result;
}
