// A case with its recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_RECORDEDCASE_H
#define PINSTRIPE_CASE_RECORDEDCASE_H

#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// The case in its directory, the unit table, the recorded trace and the
/// recorded observation. Only CaseRecorder makes one; nobody changes it after
/// that, so all who use it take it as const. It holds the lock of the case
/// directory. How runs are made is not part of the case: see CaseRunner.
struct RecordedCase {
  CaseDirectory directory;
  Case theCase;
  /// What the sandbox of a run shows. Without a working directory if runs are
  /// not confined.
  SandboxSpec sandbox = {};
  /// The user's limits, of this command or of the recording.
  LimitOptions limits = {};
  /// How runs start: in the working directory, with the copy of the input. A
  /// CaseRunner adds its sandbox, and limitRuns the limits of partial
  /// executions.
  LaunchSpec launch = {};
  UnitTable table = {};
  Trace trace = {};
  RunResult observation = {};
  /// Wall time of the recording.
  double recordSeconds = 0;
  /// Explains why the program may show less than it should; mostly empty.
  std::string terminalHint = {};
  /// True if unconfined runs happen in the user's folder itself.
  bool runsInPlace = false;

  bool isConfined() const { return !sandbox.workingDirectory.empty(); }
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RECORDEDCASE_H
