// Makes the tables by which the runtime follows a recorded trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These are the tables that do not depend on addresses. They convert between
// events, which are numbered in order of time, and positions: there, the events
// of each call are contiguous.

#ifndef PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H
#define PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H

#include "Runtime/Layout.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// The tables of a trace, by position. A position is an index into
/// Trace::eventsByInvocation. All tables but those of sets of events are
/// computed once. They take 1 bit for 64 events, 16 bytes for each recorded
/// call and up to 16 for its caller. The memory that the `fill` functions write
/// belongs to the caller: 4 bytes for each event, or 1 bit for each event of a
/// set.
class PlanTables {
public:
  /// `table` and `trace` must outlive this object.
  PlanTables(const UnitTable &table, const Trace &trace);

  /// Returns the recorded calls and two more records: one for the code that has
  /// no caller, and one that ends the call groups of that code.
  llvm::ArrayRef<native::InvocationRecord> invocations() const {
    return records;
  }
  /// Returns the call groups, sorted by calling invocation, calling event and
  /// called function. One more group at the end tells where the last group's
  /// calls end.
  llvm::ArrayRef<native::CallGroup> callGroups() const { return groups; }
  llvm::ArrayRef<uint32_t> callees() const { return calledInvocations; }

  size_t positions() const { return trace.size(); }
  EventIndex eventAt(uint32_t position) const {
    return trace.eventsByInvocation()[position];
  }
  /// Returns the position of an event. Takes logarithmic time in the number of
  /// events in the same call.
  uint32_t positionOf(EventIndex event) const;

  /// Writes for each position the entry at which its event begins.
  void fillEntries(llvm::MutableArrayRef<uint32_t> entries) const;

  static size_t wordsFor(size_t events) { return (events + 63) / 64; }
  /// Writes for each position a bit that tells whether its event is in the set.
  void fillIncluded(const EventSet &included,
                    llvm::MutableArrayRef<uint64_t> words) const;
  /// Writes for each position a bit that tells whether its event is among the
  /// first `count` events of the run.
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
  /// For each word of 64 positions: whether their events are consecutive in
  /// time.
  std::vector<bool> isRun;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H
