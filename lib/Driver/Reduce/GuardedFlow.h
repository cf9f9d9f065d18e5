// Prepares reductions in guarded flow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_GUARDEDFLOW_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_GUARDEDFLOW_H

#include "Reduce/PoisonCheck.h"
#include "pinstripe/Analysis/ControlTree.h"
#include <functional>

namespace pinstripe {

/// Returns the control tree of the recorded run, or null in trace flow.
std::unique_ptr<ControlTree> controlTreeOf(const RecordedCase &recorded,
                                           Flow flow);

/// Adds all events that must decide that these happen. `control` may be null;
/// then there are none.
EventSet withAncestors(EventSet events, const ControlTree *control);

/// Returns the events of `kept` that decided that others of `kept` happen.
EventSet guardsOf(const EventSet &kept, const ControlTree &control,
                  const Trace &trace);

/// In guarded flow, finds the stores of skipped events whose places only a run
/// can tell, by one further run that is recorded instruction by instruction.
/// Returns null in trace flow, without poison, and if that run is impossible;
/// then `say` gets the reason. `say` may be null. Fails only if the work is
/// interrupted.
llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStores(const RecordedCase &recorded, CaseRunner &runner,
                   const LaunchSpec &launch, const std::atomic<bool> &stop,
                   const std::function<void(llvm::StringRef)> &say);

/// Returns launches with the other poisons, under which the output must also be
/// reproduced, so that no decision comes out right by accident. A whole run
/// that makes another output with one of them has a defect of its own, which is
/// not the one in question: then `say`, which may be null, is told, and that
/// poison is left out.
llvm::Expected<std::vector<LaunchSpec>>
findOtherPoisons(const RecordedCase &recorded, const LaunchSpec &launch,
                 PoisonCheck &check,
                 const std::function<void(llvm::StringRef)> &say);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_GUARDEDFLOW_H
