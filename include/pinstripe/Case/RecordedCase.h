// A case with its recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_RECORDEDCASE_H
#define PINSTRIPE_CASE_RECORDEDCASE_H

#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// A case with its directory, its unit table, its recorded trace, and what came
/// out of the recorded run. Only CaseRecorder makes one. Nobody changes it
/// afterwards, so all who use it take it as const. It holds the lock of the
/// case directory. How runs are made is not part of it: see CaseRunner.
struct RecordedCase {
  CaseDirectory directory;
  Case theCase;
  /// Describes the sandbox of the runs: what they can see and do there. If runs
  /// are not confined, the working directory in it is empty.
  SandboxSpec sandbox = {};
  /// The limits that the user has set, for this command or for the recording.
  LimitOptions limits = {};
  /// How runs start: in the working directory, with the case's copy of the
  /// input. A CaseRunner adds its sandbox, and limitRuns adds the limits of
  /// partial executions.
  LaunchSpec launch = {};
  UnitTable table = {};
  Trace trace = {};
  RunResult observation = {};
  /// How long the recording took, in seconds.
  double recordSeconds = 0;
  /// A sentence which says that the program has asked for a terminal. It is
  /// empty unless the plain run (the run without an engine) has asked for one,
  /// and failed or printed nothing.
  std::string terminalHint = {};
  /// True if runs without a sandbox happen in the user's folder, not in a copy
  /// of it.
  bool runsInPlace = false;

  bool isConfined() const { return !sandbox.workingDirectory.empty(); }
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RECORDEDCASE_H
