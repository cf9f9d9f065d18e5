// Finds the memory that skipped events would have written, to be poisoned.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In guarded flow, an executed condition must not decide correctly by accident,
// thanks to an older value that a skipped event would have overwritten. Two
// kinds of stores are known: stores whose address, or distance from rbp, is
// fixed in the machine code, and stores whose address only the recording can
// tell.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_SKIPPEDSTORES_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_SKIPPEDSTORES_H

#include "pinstripe/Analysis/ComputedStores.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Looks up the stores of skipped events. Each answer contains a store only
/// once. A look-up takes time for each skipped event, and for each event of the
/// invocations that skipped events called. The frames of the called invocations
/// do not exist, so stores in these frames are left out.
class SkippedStores {
public:
  struct Found {
    std::vector<FixedStore> fixed;
    std::vector<ComputedStore> computed;
  };

  /// Creates an object that refers to all arguments, which must outlive it.
  /// `computed` may be null.
  SkippedStores(const UnitTable &table, const Trace &trace,
                const ComputedStores *computed);

  /// Finds the stores of `events`, which follow each other in one invocation,
  /// and of all invocations that they called. If `inFrame` is false, leaves out
  /// fixed stores of `events` in the frame of their own invocation.
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
  /// The entries whose stores at fixed places are in `found` already.
  EntrySet isListed;
  const ComputedStores *computed;
  Found found;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_SKIPPEDSTORES_H
