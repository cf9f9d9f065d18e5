// Divides the source of a run into functions, and counts the executed and kept
// statement instances in each, for text reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H
#define PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H

#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Trace/InstanceTable.h"

namespace pinstripe {

/// A set of instances of a statement, as ranges of instance numbers. Only the
/// first ranges are stored, since there can be millions, and no row of a report
/// has room for more.
class InstanceRanges {
public:
  struct Range {
    uint32_t first = 0;
    uint32_t last = 0;
  };
  /// Adds an instance by its number. Numbers must be added in ascending order.
  void add(uint32_t instance);

  uint32_t count() const { return theCount; }
  bool empty() const { return theCount == 0; }
  llvm::ArrayRef<Range> listed() const { return ranges; }
  /// Returns true if not all added instances are stored, so that listed() lacks
  /// some of them.
  bool isCut() const { return listedCount != theCount; }

private:
  std::vector<Range> ranges;
  uint32_t theCount = 0;
  uint32_t listedCount = 0;
};

/// An executed statement of the program, and which of its instances were kept.
struct UnitTally {
  UnitId unit{};
  uint32_t executed = 0;
  /// Kept instances other than cleanups and instances kept on the user's
  /// request, which are in `cleanups` and `userPinned`.
  InstanceRanges kept;
  /// Instances that are kept because the user asked for it.
  InstanceRanges userPinned;
  /// Kept instances that are cleanups, executed because the construction of
  /// their object is kept.
  InstanceRanges cleanups;
  /// The statement that constructs the object which the last instance in
  /// `cleanups` destroys; nullopt if `cleanups` is empty.
  std::optional<UnitId> construction = {};
  /// How many kept instances are guards: conditions on which other kept events
  /// depend.
  uint32_t guards = 0;
  /// How many instances are not kept, but would be needed with another poison
  /// (another pattern in uninitialised memory).
  uint32_t missing = 0;
};

/// A statement that can only be executed or skipped together with another
/// statement, its host. It can't be skipped alone, since it has no address of
/// its own to which control could be sent.
struct GluedUnit {
  UnitId unit{};
  UnitId host{};
};

/// A stretch of source lines that a report shows together. It is a function
/// with the lambdas and local classes nested in it. It can also be a few lines
/// elsewhere that belong to a function, such as initialisers of members.
struct SourceRegion {
  FileId file{};
  uint32_t firstLine = 0;
  uint32_t lastLine = 0;
  std::vector<std::string> functions;
  /// The executed statements of the region, sorted by line and column.
  std::vector<UnitTally> units = {};
  /// The statements that can only be skipped together with an executed
  /// statement (see GluedUnit), sorted by line and column.
  std::vector<GluedUnit> glued = {};
  // How many instances of the region's statements were executed.
  uint64_t executed = 0;
  /// How many kept instances are critical: they could be skipped, are not kept
  /// on request, and are not there just to destroy a kept object.
  uint64_t critical = 0;
  /// How many instances were kept because their statements are pinned: they
  /// can't be skipped.
  uint64_t pinned = 0;
  uint64_t userPinned = 0;
};

/// Returns all regions in which a statement was executed. Files are in the
/// order in which the run reached them, regions of a file from top to bottom.
std::vector<SourceRegion> sourceRegions(const ReductionSummary &summary,
                                        const InstanceTable &instances);

/// Returns the instances as `#1-3,5`, in at most `width` columns. A `width` of
/// 0 means no limit. The text ends with an ellipsis if there is no room for all
/// instances, or if not all are stored. The text is empty if not even the first
/// range has room.
std::string describeInstances(const InstanceRanges &instances, unsigned width);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H
