// Holds the tables of a trace, which all servers for its runs share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A server is a process that forks a child for each run.

#ifndef PINSTRIPE_LIB_NATIVE_TABLES_TRACETABLES_H
#define PINSTRIPE_LIB_NATIVE_TABLES_TRACETABLES_H

#include "Tables/PlanTables.h"
#include "Tables/SkippedTables.h"
#include "pinstripe/Analysis/UnitGraph.h"

namespace pinstripe {

/// Holds the tables of one trace. Each table is computed when it is first
/// needed.
class TraceTables {
public:
  /// The tables that only guarded flow needs. In guarded flow, each executed
  /// condition must decide as in the recorded run.
  struct Guard {
    Guard(const UnitTable &table, const Trace &trace)
        : conditions(UnitGraph(table, trace).conditions()),
          skipped(table, trace) {}
    EntrySet conditions;
    SkippedTables skipped;
  };

  /// `table` and `trace` must outlive this object.
  TraceTables(const UnitTable &table, const Trace &trace)
      : table(table), trace(trace) {}

  const PlanTables &plan() {
    if (!thePlan)
      thePlan.emplace(table, trace);
    return *thePlan;
  }
  const Guard &guard() {
    if (!theGuard)
      theGuard.emplace(table, trace);
    return *theGuard;
  }

private:
  const UnitTable &table;
  const Trace &trace;
  std::optional<PlanTables> thePlan;
  std::optional<Guard> theGuard;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TABLES_TRACETABLES_H
