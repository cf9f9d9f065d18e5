//===- SkippedStores.h - What skipped code would have written ---*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guarded flow: so that an executed decision can't be right by what an older
// event has left behind, the events between are as good as undone. Only where
// the machine code says by itself what it writes, or the recording does.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_SKIPPEDSTORES_H
#define PINSTRIPE_LIB_EXECUTION_SKIPPEDSTORES_H

#include "pinstripe/Analysis/ComputedStores.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/BitVector.h"

namespace pinstripe {

/// Each answer names a store once. Takes time for each skipped event, also of
/// the invocations that they called, whose frames are not there.
class SkippedStores {
public:
  struct Found {
    std::vector<FixedStore> fixed;
    std::vector<ComputedStore> computed;
  };

  /// All must outlive the object. `computed` may be null: nothing is known.
  SkippedStores(const UnitTable &table, const Trace &trace,
                const ComputedStores *computed);

  /// `events` follow each other in one invocation, whose frame is there
  /// `inFrame`.
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
  llvm::BitVector isListed; ///< by entry
  const ComputedStores *computed;
  Found found;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_SKIPPEDSTORES_H
