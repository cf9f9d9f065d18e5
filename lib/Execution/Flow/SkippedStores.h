// Finds the memory that skipped statements would have overwritten.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In guarded flow, this memory is filled with a pattern (poison), since with an
// older value there, an executed condition could decide correctly by accident.
// Two kinds of stores are known. A fixed store has its address, or its distance
// from rbp, in the machine code. The address of a computed store is known only
// from the recording.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_SKIPPEDSTORES_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_SKIPPEDSTORES_H

#include "pinstripe/Analysis/ComputedStores.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Finds the stores that skipped events made in the recording, each store once.
/// Also finds the stores of the calls that these events made, except for those
/// to fixed places in the frames of the calls: a run that skips the calls has
/// no such frames.
///
/// A look-up takes time for each skipped event, and for each event of the
/// calls.
class SkippedStores {
public:
  struct Found {
    std::vector<FixedStore> fixed;
    std::vector<ComputedStore> computed;
  };

  /// Creates an object that keeps references to all arguments, so they must
  /// outlive it. `computed` holds the stores whose addresses are known only
  /// from the recording; null if they are not to be found.
  SkippedStores(const UnitTable &table, const Trace &trace,
                const ComputedStores *computed);

  /// Finds the stores of `events`, which are consecutive events of one call,
  /// and of all calls that they made. If `inFrame` is false, leaves out stores
  /// of `events` at a fixed distance from rbp, since the frame of the one call
  /// is then not to be poisoned (filled with a pattern).
  Found ofEvents(llvm::ArrayRef<EventIndex> events, bool inFrame);
  Found ofInvocation(InvocationId invocation);

private:
  void begin();
  Found take();
  void add(llvm::ArrayRef<EventIndex> events, bool inFrame);
  void addComputed(llvm::ArrayRef<EventIndex> events);
  llvm::ArrayRef<InvocationId>
  callsOf(InvocationId caller, std::optional<EventIndex> from = {},
          std::optional<EventIndex> last = {}) const;
  void addAll(llvm::ArrayRef<InvocationId> invocations);

  const UnitTable &table;
  const Trace &trace;
  /// The entries (beginnings of statements) whose stores to fixed places were
  /// added to the result already. Each execution makes the same fixed stores,
  /// so they are added once.
  EntrySet isListed;
  const ComputedStores *computed;
  Found found;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_SKIPPEDSTORES_H
