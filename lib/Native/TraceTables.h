//===- TraceTables.h - What all sessions of a trace share -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_TRACETABLES_H
#define PINSTRIPE_LIB_NATIVE_TRACETABLES_H

#include "PlanTables.h"
#include "SkippedTables.h"
#include "pinstripe/Analysis/UnitGraph.h"

namespace pinstripe {

/// Computed once a trace, and not before someone asks.
class TraceTables {
public:
  /// What guarded flow takes.
  struct Guard {
    Guard(const UnitTable &table, const Trace &trace)
        : conditions(UnitGraph(table, trace).conditions()),
          skipped(table, trace) {}
    llvm::BitVector conditions; ///< by entry
    SkippedTables skipped;
  };

  /// Both must outlive the tables.
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

#endif // PINSTRIPE_LIB_NATIVE_TRACETABLES_H
