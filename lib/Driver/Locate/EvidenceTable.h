// Collects for each line of the source what the steps of `locate` have shown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_EVIDENCETABLE_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_EVIDENCETABLE_H

#include "Slice/OutputSlices.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/LocateSummary.h"
#include "pinstripe/Result/MutationSummary.h"
#include <map>
#include <set>

namespace pinstripe {

/// The evidence about each source line that the recorded run has executed or
/// that uses uninitialised memory.
class EvidenceTable {
public:
  /// Makes a table of the source lines that the recorded run has executed.
  /// `recorded` must outlive the table.
  explicit EvidenceTable(const RecordedCase &recorded);

  size_t size() const { return all.size(); }
  LineEvidence &at(EventIndex event);
  /// Returns the evidence about a source line; null if the table does not have
  /// the line.
  const LineEvidence *find(SourceLine place) const;
  /// Returns all lines, in the order of the source.
  std::vector<LineEvidence> lines() const;

  /// Stores the best change of each source line. `units` holds all statements
  /// to which one kind of change was applied, such as an omission. The
  /// statement with the best change comes first.
  void take(llvm::ArrayRef<ChangedUnit> units,
            std::optional<ChangeEvidence> LineEvidence::*evidence);
  /// Stores the best mutation of each source line. `units` holds all mutated
  /// statements, the one with the best mutation first.
  void take(llvm::ArrayRef<MutatedUnit> units);
  /// Notes which source lines are in slices of wrong output lines, and which
  /// are in slices of right output lines.
  void take(const OutputSlices &slices);
  /// Notes which lines use uninitialised memory.
  void take(llvm::ArrayRef<UninitialisedUse> uses);
  /// Notes the source lines whose statements were being executed when the run
  /// crashed.
  void addCrash();
  /// Counts another run of the program: adds 1 to the counter `runs` of each
  /// line in `executed`.
  void addRun(const std::set<SourceLine> &executed,
              uint64_t LineEvidence::*runs);
  /// Computes for each line the share of the failing runs that have executed
  /// it. Must be called after all failing runs were added.
  void shareFailingRuns(uint64_t failingRuns);

private:
  LineEvidence &at(EntryId entry);
  void addGlued();
  void addSlice(const EventSet &slice, uint64_t LineEvidence::*outputs);
  void addDistances(const OutputSlices &slices);
  void addDefiners(const OutputSlices &slices);

  const RecordedCase &recorded;
  std::map<SourceLine, LineEvidence> all;
  /// Maps each line that has only glued statements to the line of the statement
  /// with which these are executed. What the run shows about that line holds
  /// for both.
  std::map<SourceLine, SourceLine> hosts;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_EVIDENCETABLE_H
