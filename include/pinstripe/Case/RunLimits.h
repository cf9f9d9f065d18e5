// Limits the time and the events of partial executions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partial execution is a run that skips some events. An event is one
// execution of a statement. A partial execution can loop for ever, so it needs
// limits.

#ifndef PINSTRIPE_CASE_RUNLIMITS_H
#define PINSTRIPE_CASE_RUNLIMITS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

class CaseRunner;
struct RecordedCase;

/// The time limit of a recording, as a multiple of the time that a run without
/// an engine takes.
inline constexpr double recordingSlowdown = 60;

/// Writes the limits for partial executions into `launch`. The limits in
/// `stated` come from the user and are copied. All other limits are multiples
/// of what the recorded run took: of the events in `trace`, and of the time in
/// `recorded`.
void limitRuns(LaunchSpec &launch, const Trace &trace,
               const RunResult &recorded, const LimitOptions &stated = {});

/// Returns how `runner` starts partial executions of the case.
LaunchSpec partialLaunch(const RecordedCase &recorded,
                         const CaseRunner &runner);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RUNLIMITS_H
