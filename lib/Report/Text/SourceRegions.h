// Divides the source of a run into functions for text reports, and counts the
// executed and kept statement instances in each function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H
#define PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H

#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Trace/InstanceTable.h"

namespace pinstripe {

/// A set of instances of a statement, as ranges of instance numbers. There can
/// be millions of ranges. Only the first ones are stored, since no row of a
/// report has room for more.
class InstanceRanges {
public:
  struct Range {
    uint32_t first = 0;
    uint32_t last = 0;
  };
  /// Adds the instance with the number `instance`. The numbers of the instances
  /// must be added in ascending order.
  void add(uint32_t instance);

  uint32_t count() const { return theCount; }
  bool empty() const { return theCount == 0; }
  llvm::ArrayRef<Range> listed() const { return ranges; }
  /// Returns true if too many instances were added to store all of them.
  /// listed() then has only the first ones.
  bool isCut() const { return listedCount != theCount; }

private:
  std::vector<Range> ranges;
  uint32_t theCount = 0;
  uint32_t listedCount = 0;
};

/// An executed statement, with the instances of it that were kept.
struct UnitTally {
  UnitId unit{};
  uint32_t executed = 0;
  /// The kept instances (executions) of the statement, except for those in
  /// `cleanups` and `userPinned`.
  InstanceRanges kept;
  /// The instances (executions) of the statement that the user asked to keep.
  InstanceRanges userPinned;
  /// The kept instances (executions) of the statement that destroy an object,
  /// and are executed only because the construction of this object is kept.
  InstanceRanges cleanups;
  /// The statement that constructs the object that the last instance in
  /// `cleanups` destroys. Nullopt if `cleanups` is empty.
  std::optional<UnitId> construction = {};
  /// How many kept instances (executions) of the statement are conditions on
  /// which other kept events depend.
  uint32_t guards = 0;
  /// How many instances (executions) of the statement were not kept, but would
  /// be needed if uninitialised memory held another pattern.
  uint32_t missing = 0;
};

/// A statement that can only be executed or skipped together with another
/// statement, its host. The statement has no address of its own to which
/// control could be sent, so it can't be skipped alone.
struct GluedUnit {
  UnitId unit{};
  UnitId host{};
};

/// A part of the source that a report shows together. Usually it is a function
/// with the lambdas and local classes nested in it. It can also be a few lines
/// elsewhere that belong to a function, such as initialisers of members.
struct SourceRegion {
  FileId file{};
  uint32_t firstLine = 0;
  uint32_t lastLine = 0;
  std::vector<std::string> functions;
  /// The executed statements of the region, sorted by line and column.
  std::vector<UnitTally> units = {};
  /// The statements in the region that can only be executed or skipped together
  /// with an executed statement (see GluedUnit), sorted by line and column.
  std::vector<GluedUnit> glued = {};
  /// How many instances of the region's statements were executed.
  uint64_t executed = 0;
  /// How many kept instances are critical. Instances that can't be skipped,
  /// that the user asked to keep, or that only destroy a kept object are not
  /// counted.
  uint64_t critical = 0;
  /// How many instances were kept because their statements can't be skipped.
  uint64_t pinned = 0;
  uint64_t userPinned = 0;
};

/// Returns all regions in which a statement was executed. Files are in the
/// order in which the run reached them. The regions of a file are listed from
/// top to bottom.
std::vector<SourceRegion> sourceRegions(const ReductionSummary &summary,
                                        const InstanceTable &instances);

/// Returns the instances as `#1-3,5`, in at most `width` columns. A `width` of
/// 0 means no limit. The text ends with an ellipsis if some instances have no
/// room or are not stored. The text is empty if even the first range has no
/// room.
std::string describeInstances(const InstanceRanges &instances, unsigned width);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H
