// Holds a case with its recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All commands of the tool that make further runs of the program, or report on
// the recorded run, need these data.

#ifndef PINSTRIPE_CASE_RECORDEDCASE_H
#define PINSTRIPE_CASE_RECORDEDCASE_H

#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// A case with its directory, the list of the program's statements, the
/// recorded trace, and what came out of the recorded run. Only CaseRecorder
/// makes such an object. It is not changed afterwards, so all its users take it
/// as const. While it exists, the case directory is locked. A CaseRunner makes
/// the runs.
struct RecordedCase {
  CaseDirectory directory;
  Case theCase;
  /// Says what runs can see and do in their sandbox. If runs have no sandbox,
  /// `sandbox.workingDirectory` is empty.
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
  /// A sentence for the user: the program has asked for a terminal. It is empty
  /// unless that happened in a run without an engine, and the run failed or
  /// printed nothing.
  std::string terminalHint = {};
  /// True if runs that have no sandbox happen in the user's folder itself, not
  /// in a copy of that folder.
  bool runsInPlace = false;

  bool isConfined() const { return !sandbox.workingDirectory.empty(); }
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RECORDEDCASE_H
