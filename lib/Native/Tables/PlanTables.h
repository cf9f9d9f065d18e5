// Makes the tables by which the process under test follows a recorded trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables are read by the runtime, the tool's code in the process. They do
// not depend on addresses. Events are numbered in the order of time. The tables
// also give each event a position. In the order of positions, the events of
// each call are contiguous.

#ifndef PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H
#define PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H

#include "Runtime/Layout.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Holds the tables of a trace that are ordered by position (see EventsByCall).
/// In this order, the events of each call are contiguous.
///
/// The constructor makes tables that take 20 to 32 bytes for each recorded
/// call. The `fill` functions write further
/// tables into memory that the caller provides. These tables take 1 bit, or 1
/// to 4 bytes, for each event of the trace.
class PlanTables {
public:
  /// `table` and `trace` must outlive this object.
  PlanTables(const UnitTable &table, const Trace &trace);

  /// Returns a record for each recorded call. Two more records follow. The
  /// first one stands for the caller of all calls that have no traced caller,
  /// the second one marks the end of the table.
  llvm::ArrayRef<native::InvocationRecord> invocations() const {
    return records;
  }
  /// Returns the call groups, sorted by the calling invocation, then by the
  /// calling event, then by the called function. A call group is all calls of
  /// one function that one event has made. One extra element after the last
  /// group tells where that group's calls end.
  llvm::ArrayRef<native::CallGroup> callGroups() const { return groups; }
  llvm::ArrayRef<uint32_t> callees() const { return calledInvocations; }

  size_t positions() const { return trace.size(); }
  EventIndex eventAt(uint32_t position) const {
    return trace.eventAt(position);
  }
  uint32_t positionOf(EventIndex event) const {
    return trace.positionOf(event);
  }

  /// Returns the size in bytes of each element that `fillEntries` writes.
  uint32_t entryWidth() const { return widthOfEntries; }
  /// Writes an element for each event: the number of the statement entry (the
  /// address at which control entered the event's statement). The elements are
  /// in the order of positions: the events are sorted by call.
  void fillEntries(llvm::MutableArrayRef<uint8_t> bytes) const;

  static size_t wordsFor(size_t events) { return (events + 63) / 64; }
  /// Writes one bit for each event, which is set if the event is in `included`.
  /// The bits are in the order of positions: the events are sorted by call.
  void fillIncluded(const EventSet &included,
                    llvm::MutableArrayRef<uint64_t> words) const;
  /// Writes one bit for each event, which is set for the first `count` events
  /// of the run. The bits are in the order of positions: the events are sorted
  /// by call.
  void fillPrefix(size_t count, llvm::MutableArrayRef<uint64_t> words) const;

private:
  void addInvocations(const UnitTable &table);
  void addCalls();
  void addCallsOf(llvm::ArrayRef<InvocationId> callees);

  const Trace &trace;
  uint32_t widthOfEntries;
  GrowingArray<native::InvocationRecord> records;
  GrowingArray<native::CallGroup> groups;
  GrowingArray<uint32_t> calledInvocations;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TABLES_PLANTABLES_H
