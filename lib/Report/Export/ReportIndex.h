// Looks up facts about a recorded run that several export formats show.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EXPORT_REPORTINDEX_H
#define PINSTRIPE_LIB_REPORT_EXPORT_REPORTINDEX_H

#include "pinstripe/Result/CaseReport.h"
#include "pinstripe/Result/SourceLine.h"
#include "pinstripe/Trace/InstanceTable.h"

namespace pinstripe {

/// Looks up events, source lines and values in a CaseReport, which must outlive
/// this object.
class ReportIndex {
public:
  explicit ReportIndex(const CaseReport &report);

  /// Returns true if the last reduction has kept the event. Returns false if
  /// there was no reduction.
  bool isKept(EventIndex event) const {
    return report.reduction && report.reduction->kept.contains(event);
  }
  /// Returns true if the event is a guard: a kept condition on which other kept
  /// events are known to depend.
  bool isGuard(EventIndex event) const {
    return report.reduction && !report.reduction->guards.isUnset() &&
           report.reduction->guards.contains(event);
  }
  const StatementUnit &unitOf(EventIndex event) const {
    return table.unit(instances.unitOf(event));
  }
  const TracedFunction &functionOf(EventIndex event) const {
    return table.function(table.entry(trace.entryOf(event)).function);
  }
  uint32_t executionsOf(EventIndex event) const {
    return instances.executions(instances.unitOf(event));
  }
  /// Returns the number of an event as users see it, counted from 1.
  static uint64_t numberOf(EventIndex event) {
    return static_cast<uint64_t>(event) + 1;
  }
  /// Returns the values that an event read and wrote: `10 + 5 -> 15`, or only
  /// the written value: `a = 3`. Returns an empty text if nothing is known, or
  /// if the text would repeat the source.
  std::string valuesOf(EventIndex event) const;
  /// Returns what happened in a test that left this event out: "without it:
  /// `sum = 3` in place of `sum = 15`". Returns an empty text if there was no
  /// such test or its result is not known.
  std::string reasonOf(EventIndex event) const;
  /// Returns a line of source with its blanks. Lines count from 1. Returns
  /// nullopt if the text of the file is not known, or has fewer lines.
  std::optional<llvm::StringRef> sourceLine(SourceLine place) const;

  const CaseReport &report;
  const UnitTable &table;
  const Trace &trace;
  InstanceTable instances;

private:
  /// The lines of the source files, by FileId.
  std::vector<std::vector<llvm::StringRef>> lines;
};

/// How often the statements on one source line were executed or kept.
struct LineInstances {
  /// Instances of the line's statements in the recorded run.
  uint64_t executed = 0;
  /// Instances of the line's statements that a reduction kept.
  uint64_t kept = 0;
  /// The largest number of executed instances that a single statement of the
  /// line has, and the largest number of kept ones.
  uint64_t mostExecuted = 0, mostKept = 0;
};

/// Counts the executed and the kept instances of each source line on which a
/// statement begins. Lines that were not executed are included.
std::map<SourceLine, LineInstances> countInstances(const ReportIndex &index);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EXPORT_REPORTINDEX_H
