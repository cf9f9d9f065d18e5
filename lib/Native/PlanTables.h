//===- PlanTables.h - A trace as the runtime reads it -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of Runtime/Layout.h that do not depend on addresses, and the way
// between events, which count in order of time, and positions, which count by
// invocation.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_PLANTABLES_H
#define PINSTRIPE_LIB_NATIVE_PLANTABLES_H

#include "Runtime/Layout.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Positions are those of Trace::eventsByInvocation. All but the sets of
/// events is computed once. Takes 1 bit for 64 events, and an invocation 16
/// bytes and up to 16 more for the call that made it; what the `fill` functions
/// write belongs to the caller: 4 bytes an event, and 1 bit per set.
class PlanTables {
public:
  /// Both must outlive the tables.
  PlanTables(const UnitTable &table, const Trace &trace);

  /// Two more than the trace has: behind the last one follows the code
  /// without caller, then the end of its groups.
  llvm::ArrayRef<native::InvocationRecord> invocations() const {
    return records;
  }
  /// By invocation, then event, then function; one more at the end, which
  /// bounds the callees.
  llvm::ArrayRef<native::CallGroup> callGroups() const { return groups; }
  llvm::ArrayRef<uint32_t> callees() const { return calledInvocations; }

  size_t positions() const { return trace.size(); }
  EventIndex eventAt(uint32_t position) const {
    return trace.eventsByInvocation()[position];
  }
  /// Logarithmic in the events of the invocation.
  uint32_t positionOf(EventIndex event) const;

  /// The entry of the event at each position.
  void fillEntries(llvm::MutableArrayRef<uint32_t> entries) const;

  static size_t wordsFor(size_t events) { return (events + 63) / 64; }
  /// One bit a position, for the events of the set; all words are written.
  void fillIncluded(const EventSet &included,
                    llvm::MutableArrayRef<uint64_t> words) const;
  /// The same for the first `count` events of the run.
  void fillPrefix(size_t count, llvm::MutableArrayRef<uint64_t> words) const;

private:
  void addInvocations(const UnitTable &table);
  void addCalls();
  void addCallsOf(llvm::ArrayRef<InvocationId> callees);
  void findRuns();

  const Trace &trace;
  GrowingArray<native::InvocationRecord> records;
  GrowingArray<native::CallGroup> groups;
  GrowingArray<uint32_t> calledInvocations;
  /// Per word of a set: its 64 events follow each other in time, too.
  std::vector<bool> isRun;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PLANTABLES_H
