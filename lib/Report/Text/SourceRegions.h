// Stretches of source with their units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H
#define PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H

#include "pinstripe/Result/ReductionSummary.h"
#include "pinstripe/Trace/InstanceTable.h"

namespace pinstripe {

/// Some instances of a unit. Of those that are far apart only the first can be
/// listed: no row has room for more, and there may be millions.
class InstanceRanges {
public:
  struct Range {
    uint32_t first = 0;
    uint32_t last = 0;
  };
  /// In ascending order.
  void add(uint32_t instance);

  uint32_t count() const { return theCount; }
  bool empty() const { return theCount == 0; }
  llvm::ArrayRef<Range> listed() const { return ranges; }
  /// Not all of them are listed.
  bool isCut() const { return listedCount != theCount; }

private:
  std::vector<Range> ranges;
  uint32_t theCount = 0;
  uint32_t listedCount = 0;
};

/// An executed unit and which of its instances were kept, at the user's wish or
/// not.
struct UnitTally {
  UnitId unit{};
  uint32_t executed = 0;
  InstanceRanges kept; ///< without the following
  InstanceRanges userPinned;
  uint32_t guards = 0; ///< kept instances that decided about others
  /// Instances that are needed over other garbage only.
  uint32_t missing = 0;
};

/// The lines of one function of the source, or of a nest of them (lambdas,
/// local classes), or a few lines that belong to a function but stand
/// elsewhere (initialisers of members).
struct SourceRegion {
  FileId file{};
  uint32_t firstLine = 0;
  uint32_t lastLine = 0;
  std::vector<std::string> functions;
  std::vector<UnitTally> units; ///< by line and column
  uint64_t executed = 0;        ///< instances
  uint64_t critical = 0;        ///< kept instances of units that aren't pinned
  uint64_t userPinned = 0;      ///< kept instances
};

/// All regions that executed anything; files in the order in which the run
/// reached them, regions of a file from top to bottom.
std::vector<SourceRegion> sourceRegions(const ReductionSummary &summary,
                                        const InstanceTable &instances);

/// `#1-3,5`; ends with an ellipsis where it would exceed `width` columns (0: no
/// limit), or where more are not listed. Empty if not even the first has room.
std::string describeInstances(const InstanceRanges &instances, unsigned width);

/// The lines of a file; nothing if it can't be read.
std::optional<std::vector<std::string>> readLines(const std::string &path);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_SOURCEREGIONS_H
