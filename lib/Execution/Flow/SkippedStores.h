// Finds the memory that skipped statements would have overwritten.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guarded flow fills this memory with the poison pattern. If the memory kept an
// older value, an executed condition could make the right decision by accident.
// Two kinds of stores are known. For a fixed store, the machine code tells the
// address, or the distance from rbp. For a computed store, only the recording
// tells the address.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_SKIPPEDSTORES_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_SKIPPEDSTORES_H

#include "pinstripe/Analysis/ComputedStores.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Finds the stores that skipped events made in the recording, and those of the
/// calls that these events made. Each store is found once. If a store in a
/// called function is known only by its distance from rbp, it is left out,
/// because a run that skips the call has no such frame.
///
/// A look-up takes time in proportion to the number of skipped events and of
/// events in the calls that they made.
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

  /// Finds the stores of `events` and of all calls that they made. `events` are
  /// consecutive events of one call. If `inFrame` is false, leaves out the
  /// stores of `events` at a fixed distance from rbp, since the frame of this
  /// call must keep its content.
  Found ofEvents(CallEvents events, bool inFrame);
  Found ofInvocation(InvocationId invocation);

private:
  void begin();
  Found take();
  void add(CallEvents events, bool inFrame);
  void addComputed(CallEvents events);
  llvm::ArrayRef<InvocationId>
  callsOf(InvocationId caller, std::optional<EventIndex> from = {},
          std::optional<EventIndex> last = {}) const;
  void addAll(llvm::ArrayRef<InvocationId> invocations);

  const UnitTable &table;
  const Trace &trace;
  /// The entries whose fixed stores were added to the result already. An entry
  /// is the beginning of a statement. Each execution makes the same fixed
  /// stores, so they are added once.
  EntrySet isListed;
  const ComputedStores *computed;
  Found found;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_SKIPPEDSTORES_H
