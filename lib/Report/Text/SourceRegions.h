// Divides the source of a run into functions, with counts for each statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H
#define PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H

#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Trace/InstanceTable.h"

namespace pinstripe {

/// Some instances of a unit. If they are far apart, only the first of them can
/// be listed: no row has room for more, and there may be millions.
class InstanceRanges {
public:
  struct Range {
    uint32_t first = 0;
    uint32_t last = 0;
  };
  /// Adds an instance; they come in ascending order.
  void add(uint32_t instance);

  uint32_t count() const { return theCount; }
  bool empty() const { return theCount == 0; }
  llvm::ArrayRef<Range> listed() const { return ranges; }
  /// Returns true if not all of them are listed.
  bool isCut() const { return listedCount != theCount; }

private:
  std::vector<Range> ranges;
  uint32_t theCount = 0;
  uint32_t listedCount = 0;
};

/// An executed unit and the instances of it that were kept.
struct UnitTally {
  UnitId unit{};
  uint32_t executed = 0;
  InstanceRanges kept;       ///< Instances without those of `userPinned`.
  InstanceRanges userPinned; ///< Instances that were kept on request.
  uint32_t guards = 0;       ///< Kept instances that decided about others.
  uint32_t missing = 0; ///< Instances that only another poison shows as needed.
};

/// The lines of one function of the source, or of a nest of functions (lambdas,
/// local classes), or a few lines that belong to a function but are elsewhere
/// (initialisers of members).
struct SourceRegion {
  FileId file{};
  uint32_t firstLine = 0;
  uint32_t lastLine = 0;
  std::vector<std::string> functions;
  std::vector<UnitTally> units = {}; ///< Ordered by line and column.
  // Numbers of instances:
  uint64_t executed = 0;
  uint64_t critical = 0; ///< Kept instances of units that aren't pinned.
  uint64_t userPinned = 0;
};

/// Returns all regions that executed anything: files in the order in which the
/// run reached them, regions of a file from top to bottom.
std::vector<SourceRegion> sourceRegions(const ReductionSummary &summary,
                                        const InstanceTable &instances);

/// Returns `#1-3,5`, with an ellipsis at the end if it would be wider than
/// `width` columns (0 means no limit), or if not all instances are listed.
/// Returns an empty text if not even the first has room.
std::string describeInstances(const InstanceRanges &instances, unsigned width);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H
