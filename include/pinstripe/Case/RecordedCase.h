// Holds a case with its recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands of the tool need these data to make further runs of the program, or
// to report on the recorded run.

#ifndef PINSTRIPE_CASE_RECORDEDCASE_H
#define PINSTRIPE_CASE_RECORDEDCASE_H

#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// A case with its directory, the list of the program's statements, the
/// recorded trace, and the result of the recorded run. Only CaseRecorder makes
/// such an object. The object does not change afterwards, so all users take it
/// as const. While it exists, the case directory is locked. A CaseRunner makes
/// the runs of the case.
struct RecordedCase {
  CaseDirectory directory;
  Case theCase;
  /// Says what runs can see and do in their sandbox. If runs have no sandbox,
  /// `sandbox.workingDirectory` is empty.
  SandboxSpec sandbox = {};
  /// The limits that the user has set, for this command or for the recording.
  LimitOptions limits = {};
  /// How runs are started: in the working directory, with the case's copy of
  /// the input. Two things are added later: a CaseRunner adds its sandbox, and
  /// limitRuns adds the limits of partial executions, which are runs that skip
  /// statements.
  LaunchSpec launch = {};
  UnitTable table = {};
  Trace trace = {};
  RunResult observation = {};
  /// How long the recording took, in seconds.
  double recordSeconds = 0;
  /// A sentence for the user, which says that the program has asked for a
  /// terminal. It is only set if a run without an engine has asked for a
  /// terminal, and has also failed or printed nothing.
  std::string terminalHint = {};
  /// True if runs without a sandbox happen in the user's folder itself. False
  /// if they happen in a copy of that folder.
  bool runsInPlace = false;

  bool isConfined() const { return !sandbox.workingDirectory.empty(); }
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RECORDEDCASE_H
