//===- FirstCandidate.h - Where a reduction may well begin ------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_FIRSTCANDIDATE_H
#define PINSTRIPE_LIB_DRIVER_FIRSTCANDIDATE_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Driver/RecordedCase.h"

namespace pinstripe {

/// What the dynamic slice of the wanted output holds: of values and addresses
/// in trace flow, the full slice in guarded flow. Values alone don't make the
/// output where anything is computed by an index: of 14 samples that fails for
/// seven, with addresses for one. None where there is no slice: another
/// kind of output, a run that can't be recorded instruction by instruction, or
/// is too long to be recorded step by step.
std::optional<EventSet> sliceAsCandidate(RecordedCase &recorded,
                                         const std::atomic<bool> &stop);

/// The events, and all that has to be executed for them to happen: their calls,
/// in guarded flow also the decisions. `control` is null in trace flow.
EventSet withCauses(EventSet events, const Trace &trace,
                    const ControlTree *control);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_FIRSTCANDIDATE_H
