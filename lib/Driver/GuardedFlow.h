//===- GuardedFlow.h - What a reduction in guarded flow needs -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_GUARDEDFLOW_H
#define PINSTRIPE_LIB_DRIVER_GUARDEDFLOW_H

#include "ResultCheck.h"
#include "pinstripe/Analysis/ControlTree.h"
#include <functional>

namespace pinstripe {

/// Null in trace flow.
std::unique_ptr<ControlTree> controlTreeOf(const RecordedCase &recorded);

/// The events, and all that have to decide that they happen. `control` may be
/// null: nothing has.
EventSet withAncestors(EventSet events, const ControlTree *control);

/// Those of `kept` that decided that others of it happen.
EventSet guardsOf(const EventSet &kept, const ControlTree &control,
                  const Trace &trace);

/// In guarded flow: sees to it that what is skipped poisons what it would have
/// written also where only the run can tell, by one more run, instruction by
/// instruction. Where that can't be made, `say` is told, which may be empty,
/// and it goes without. An Error only if it is interrupted.
llvm::Error
recordComputedStores(RecordedCase &recorded, const std::atomic<bool> &stop,
                     const std::function<void(llvm::StringRef)> &say);

/// In guarded flow a decision must not hold by accident: with what else in
/// uninitialised memory the output has to be reproduced. A whole run that makes
/// another output with some of it has a defect of its own, which is not the one
/// in question: then `say` is told, and does without. `say` may be empty.
llvm::Expected<std::vector<LaunchSpec>>
findOtherGarbage(const RecordedCase &recorded, const LaunchSpec &launch,
                 ResultCheck &check,
                 const std::function<void(llvm::StringRef)> &say);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_GUARDEDFLOW_H
