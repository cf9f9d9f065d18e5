//===- RunLimits.h - How long partial executions may go on -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_RUNLIMITS_H
#define PINSTRIPE_LIB_DRIVER_RUNLIMITS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Execution/StatedLimits.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

class RecordedCase;

/// Limits events and time of partial executions by what the recorded run, all
/// of whose events are in the trace, has taken, where nothing is stated.
void limitRuns(LaunchSpec &launch, const Trace &trace,
               const RunResult &recorded, const StatedLimits &stated = {});

/// The same for the runs of a case.
void limitRuns(LaunchSpec &launch, const RecordedCase &recorded);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_RUNLIMITS_H
