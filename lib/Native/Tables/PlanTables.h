// Makes the tables by which the runtime follows a recorded trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables in this file do not depend on addresses. They convert between
// event numbers, which follow the order of time, and positions. In the order of
// positions, the events of each call are contiguous.

#ifndef PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H
#define PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H

#include "Runtime/Layout.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Holds the tables of a trace that are ordered by position. A position is an
/// index into Trace::eventsByInvocation. In this order, the events of each call
/// are contiguous.
///
/// The constructor makes tables that take 16 bytes for each recorded call, up
/// to 16 for the event that made the call, and 1 bit for each 64 events. The
/// `fill` functions write further tables into memory that the caller provides.
/// These take 4 bytes or 1 bit for each event of the trace.
class PlanTables {
public:
  /// `table` and `trace` must outlive this object.
  PlanTables(const UnitTable &table, const Trace &trace);

  /// Returns a record for each recorded call, and two more records at the end.
  /// The first of these two stands for the missing caller of all calls without
  /// a traced caller; the second one marks the end of the table.
  llvm::ArrayRef<native::InvocationRecord> invocations() const {
    return records;
  }
  /// A call group is all calls of one function that one event (execution of a
  /// statement) has made. Returns the groups, sorted by the caller, the calling
  /// event and the called function. One more group at the end tells where the
  /// calls of the last group end.
  llvm::ArrayRef<native::CallGroup> callGroups() const { return groups; }
  llvm::ArrayRef<uint32_t> callees() const { return calledInvocations; }

  size_t positions() const { return trace.size(); }
  EventIndex eventAt(uint32_t position) const {
    return trace.eventsByInvocation()[position];
  }
  /// Returns the position of an event: its index in Trace::eventsByInvocation.
  /// Takes logarithmic time in the number of events in the same call.
  uint32_t positionOf(EventIndex event) const;

  /// Writes into `entries`, for each event, the number of the statement entry:
  /// the address at which control entered the statement. The elements are in
  /// the order of Trace::eventsByInvocation.
  void fillEntries(llvm::MutableArrayRef<uint32_t> entries) const;

  static size_t wordsFor(size_t events) { return (events + 63) / 64; }
  /// Writes one bit for each event (execution of a statement), in the order of
  /// Trace::eventsByInvocation. The bit tells whether the event is in the set
  /// `included`.
  void fillIncluded(const EventSet &included,
                    llvm::MutableArrayRef<uint64_t> words) const;
  /// Writes one bit for each event (execution of a statement), in the order of
  /// Trace::eventsByInvocation. The bit tells whether the event is among the
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
  /// Trace::eventsByInvocation sorts events by call, not by time. For each 64
  /// neighbouring events in this order: true if they are consecutive in time,
  /// too. Then their bits in a set of events can be copied as one word.
  std::vector<bool> isRun;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H
