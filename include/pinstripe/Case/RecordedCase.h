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
  /// What runs can see and do in their sandbox. The working directory is empty
  /// if runs are not confined.
  SandboxSpec sandbox = {};
  /// The limits that the user stated for this command or for the recording.
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
  /// Says why the program may print less than with a terminal; mostly empty.
  std::string terminalHint = {};
  /// True if unconfined runs happen in the user's folder and not in a copy.
  bool runsInPlace = false;

  bool isConfined() const { return !sandbox.workingDirectory.empty(); }
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RECORDEDCASE_H
