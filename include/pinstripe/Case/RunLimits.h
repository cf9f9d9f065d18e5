// Limits how long partial executions may take.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_RUNLIMITS_H
#define PINSTRIPE_CASE_RUNLIMITS_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

class CaseRunner;
struct RecordedCase;

/// How many times as long as a plain run a recording may take.
inline constexpr double recordingSlowdown = 60;

/// Limits events and time of partial executions where the user has stated no
/// limit. The limits follow the recorded run, all of whose events are in the
/// trace.
void limitRuns(LaunchSpec &launch, const Trace &trace,
               const RunResult &recorded, const LimitOptions &stated = {});

/// Returns how partial executions of the case start in the place of `runner`.
LaunchSpec partialLaunch(const RecordedCase &recorded,
                         const CaseRunner &runner);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RUNLIMITS_H
