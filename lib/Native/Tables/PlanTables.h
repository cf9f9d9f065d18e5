// Makes the tables by which the runtime follows a trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These are the tables that do not depend on addresses. They convert between
// events, which are numbered in order of time, and positions, which are
// numbered by invocation.

#ifndef PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H
#define PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H

#include "Runtime/Layout.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// The tables of a trace, by position: an index into Trace::eventsByInvocation.
/// Everything except the sets of events is computed once. The tables take 1 bit
/// for 64 events, 16 bytes for an invocation, and up to 16 for its call. The
/// memory that the `fill` functions write belongs to the caller: 4 bytes an
/// event, and 1 bit an event for a set.
class PlanTables {
public:
  /// `table` and `trace` must outlive the tables.
  PlanTables(const UnitTable &table, const Trace &trace);

  /// Returns the invocations of the trace and two more records: one for the
  /// code that has no caller, and one that ends the call groups of that code.
  llvm::ArrayRef<native::InvocationRecord> invocations() const {
    return records;
  }
  /// Returns the call groups, sorted by invocation, event and function. One
  /// more group at the end bounds the callees.
  llvm::ArrayRef<native::CallGroup> callGroups() const { return groups; }
  llvm::ArrayRef<uint32_t> callees() const { return calledInvocations; }

  size_t positions() const { return trace.size(); }
  EventIndex eventAt(uint32_t position) const {
    return trace.eventsByInvocation()[position];
  }
  /// Returns the position of an event, in time logarithmic in the number of its
  /// invocation's events.
  uint32_t positionOf(EventIndex event) const;

  /// Writes the entry of the event at each position.
  void fillEntries(llvm::MutableArrayRef<uint32_t> entries) const;

  static size_t wordsFor(size_t events) { return (events + 63) / 64; }
  /// Writes a bit for each position: whether its event is in the set.
  void fillIncluded(const EventSet &included,
                    llvm::MutableArrayRef<uint64_t> words) const;
  /// Writes a bit for each position: whether its event is among the first
  /// `count` events of the run.
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
  /// For each word of a set: whether its 64 events are consecutive in time.
  std::vector<bool> isRun;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H
