// Divides the source of a run into functions for text reports, and counts the
// executed and kept statement instances in each function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SourceRegions.h"
#include "pinstripe/Program/GluedUnits.h"
#include "pinstripe/Report/TextStyle.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace pinstripe;

namespace {

/// Divides the source of a reduced run into regions. A region is a function
/// with all functions nested in it. A statement belongs to the region that
/// contains its line, or to a region of its own if no function contains the
/// line. A function that the compiler made (such as a constructor) may have the
/// lines of its whole class. It then makes no region, since other functions
/// stand between its statements.
class RegionBuilder {
public:
  RegionBuilder(const ReductionSummary &summary, const InstanceTable &instances)
      : summary(summary), instances(instances) {}

  std::vector<SourceRegion> build() {
    tallyUnits();
    addFunctionRegions();
    addGlued();
    for (UnitTally &tally : tallies)
      if (tally.executed != 0)
        place(std::move(tally));
    return ordered();
  }

private:
  void tallyUnits();
  void addKept(EventIndex event, UnitTally &tally) const;
  void addFunctionRegions();
  void addGlued();
  void place(UnitTally tally);
  SourceRegion *regionAt(FileId file, uint32_t line);
  SourceRegion &regionFor(const StatementUnit &unit,
                          const TracedFunction &function);
  std::vector<SourceRegion> ordered();

  const ReductionSummary &summary;
  const InstanceTable &instances;
  /// The executed instances of each statement, and which of them were kept. The
  /// index is a UnitId.
  std::vector<UnitTally> tallies;
  /// For each statement that was executed, the function that contains it; the
  /// index is a UnitId.
  std::vector<FunctionId> functionsOfUnits;
  std::map<FileId, size_t> fileOrder;
  std::vector<SourceRegion> regions;
};

} // namespace

void RegionBuilder::addKept(EventIndex event, UnitTally &tally) const {
  uint32_t instance = instances.instanceOf(event);
  if (summary.isUserPinned(event))
    return tally.userPinned.add(instance);
  auto construction = summary.constructionOf(event);
  if (!construction)
    return tally.kept.add(instance);
  tally.cleanups.add(instance);
  tally.construction = instances.unitOf(*construction);
}

void RegionBuilder::tallyUnits() {
  tallies.resize(summary.table.units.size());
  functionsOfUnits.resize(tallies.size());
  for (size_t i = 0, size = summary.trace.size(); i != size; ++i) {
    EventIndex index{static_cast<uint32_t>(i)};
    const UnitEntry &entry = summary.table.entry(summary.trace.entryOf(index));
    UnitTally &tally = tallies[static_cast<size_t>(entry.unit)];
    if (summary.kept.contains(index))
      addKept(index, tally);
    tally.guards += summary.isGuard(index);
    tally.missing += summary.isMissingElsewhere(index);
    if (tally.executed++ != 0)
      continue;
    tally.unit = entry.unit;
    functionsOfUnits[static_cast<size_t>(entry.unit)] = entry.function;
    FileId file = summary.table.unit(entry.unit).range.file;
    fileOrder.try_emplace(file, fileOrder.size());
  }
}

void RegionBuilder::addFunctionRegions() {
  std::vector<bool> executed(summary.table.functions.size());
  for (Event event : summary.trace.allEvents())
    executed[size_t(summary.table.entry(event.entry).function)] = true;
  std::vector<const TracedFunction *> functions;
  for (const auto &[function, isExecuted] :
       llvm::zip(summary.table.functions, executed)) {
    bool spansClass =
        function.isImplicit && function.range.line != function.range.endLine;
    if (isExecuted && function.range.line != 0 && !spansClass)
      functions.push_back(&function);
  }
  // A function comes before the functions that are nested in it. Instantiations
  // of one template have the same lines and are sorted by address.
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
                         {std::move(name)}});
      continue;
    }
    last->lastLine = std::max(last->lastLine, range.endLine);
    // A function that begins on the same line as the first function is an
    // instantiation of the same template. The report names all instantiations.
    // A function that begins on a later line is nested in the first one. The
    // report need not name a nested function, since the printed source shows
    // its name.
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

/// Returns the region (a part of the source that is shown together) of a
/// statement that lies in no function of the source, such as the initialiser of
/// a member. Initialisers of one class share a region if no other region lies
/// between them.
SourceRegion &RegionBuilder::regionFor(const StatementUnit &unit,
                                       const TracedFunction &function) {
  std::string name = summary.table.displayName(function);
  const SourceRange &range = unit.range;
  for (SourceRegion &region : regions) {
    if (!function.isImplicit || function.range.line == 0 ||
        region.file != range.file || region.functions != std::vector{name})
      continue;
    uint32_t first = std::min(region.firstLine, range.line);
    uint32_t last = std::max(region.lastLine, range.line);
    bool isFree = llvm::none_of(regions, [&](const SourceRegion &other) {
      return &other != &region && other.file == range.file &&
             other.firstLine <= last && first <= other.lastLine;
    });
    if (isFree) {
      region.firstLine = first;
      region.lastLine = last;
      return region;
    }
  }
  regions.push_back({range.file,
                     range.line,
                     std::max(range.line, range.endLine),
                     {std::move(name)}});
  return regions.back();
}

void RegionBuilder::addGlued() {
  for (auto [unit, host] : gluedUnits(summary.table)) {
    if (tallies[static_cast<size_t>(host)].executed == 0)
      continue;
    const SourceRange &range = summary.table.unit(unit).range;
    if (SourceRegion *region = regionAt(range.file, range.line))
      region->glued.push_back({unit, host});
  }
}

void RegionBuilder::place(UnitTally tally) {
  const StatementUnit &unit = summary.table.unit(tally.unit);
  SourceRegion *region = regionAt(unit.range.file, unit.range.line);
  if (!region)
    region = &regionFor(unit,
                        summary.table.function(
                            functionsOfUnits[static_cast<size_t>(tally.unit)]));
  region->lastLine = std::max(region->lastLine, unit.range.endLine);
  region->executed += tally.executed;
  (unit.isPinned() ? region->pinned : region->critical) += tally.kept.count();
  region->userPinned += tally.userPinned.count();
  region->units.push_back(std::move(tally));
}

std::vector<SourceRegion> RegionBuilder::ordered() {
  llvm::erase_if(
      regions, [](const SourceRegion &region) { return region.units.empty(); });
  llvm::sort(regions, [&](const auto &left, const auto &right) {
    return std::make_pair(fileOrder[left.file], left.firstLine) <
           std::make_pair(fileOrder[right.file], right.firstLine);
  });
  auto comesBefore = [&](const auto &left, const auto &right) {
    const SourceRange &a = summary.table.unit(left.unit).range;
    const SourceRange &b = summary.table.unit(right.unit).range;
    return std::tie(a.line, a.column, left.unit) <
           std::tie(b.line, b.column, right.unit);
  };
  for (SourceRegion &region : regions) {
    llvm::sort(region.units, comesBefore);
    llvm::sort(region.glued, comesBefore);
  }
  return std::move(regions);
}

std::vector<SourceRegion>
pinstripe::sourceRegions(const ReductionSummary &summary,
                         const InstanceTable &instances) {
  return RegionBuilder(summary, instances).build();
}

void InstanceRanges::add(uint32_t instance) {
  // The largest number of ranges of instance numbers that are stored, to save
  // memory. In a row of a report, each range takes at least two columns, so no
  // row has room for more.
  constexpr size_t maxRanges = 64;
  ++theCount;
  bool isNext = !ranges.empty() && ranges.back().last + 1 == instance;
  if (!isNext && ranges.size() == maxRanges)
    return;
  ++listedCount;
  if (isNext)
    ranges.back().last = instance;
  else
    ranges.push_back({instance, instance});
}

std::string pinstripe::describeInstances(const InstanceRanges &instances,
                                         unsigned width) {
  std::string result = "#";
  for (const InstanceRanges::Range &range : instances.listed()) {
    bool isFirst = result.size() == 1;
    std::string part = (isFirst ? "" : ",") + std::to_string(range.first);
    if (range.last != range.first)
      part += (range.last == range.first + 1 ? "," : "-") +
              std::to_string(range.last);
    bool isLast = &range == &instances.listed().back() && !instances.isCut();
    if (width != 0 && result.size() + part.size() + (isLast ? 0 : 2) > width)
      return isFirst ? "" : result + ",…";
    result += part;
  }
  return result + (instances.isCut() ? ",…" : "");
}
