// Makes the sandbox in which runs of a case happen.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sandbox keeps runs from damaging files of the user, and shows the same
// files to every run.

#ifndef PINSTRIPE_CASE_RUNSANDBOX_H
#define PINSTRIPE_CASE_RUNSANDBOX_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// Says what runs may do on the user's machine. The user decides this with
/// options of the command.
struct ContainmentOptions {
  /// True if runs have no sandbox. Then they can do whatever the user can. Such
  /// runs happen in a copy of the working directory if the directory is small.
  bool unconfined = false;
  /// The paths of files and folders that runs may change for good. They are as
  /// the user has written them.
  std::vector<std::string> writablePaths = {};
  /// The limits that the user sets for the runs of this command, such as
  /// "memory=2G". The case stores the limits that were set for the recording.
  std::vector<std::string> limits = {};
  /// True if runs see the folder CaseDirectory::referenceDirectory(), which can
  /// hold inputs of other runs than the recorded one. If the case directory is
  /// inside another case directory, runs see this folder of both. The rest of
  /// the case directories is hidden from runs. A sandbox shows only folders
  /// that exist when it is made. So if an argument of the program names a file,
  /// the folders are made at once, since such inputs may be added later.
  bool showsReferenceRuns = false;
};

/// Describes the sandbox for runs of a case. The runs see the working directory
/// as it was when the case was recorded. If the case has no copy of the working
/// directory, the runs see it as it is now. In place of the case directory,
/// they see an empty folder. Returns a UsageError if a path in the options does
/// not exist.
llvm::Expected<SandboxSpec> sandboxSpecFor(const CaseDirectory &directory,
                                           const LaunchSpec &launch,
                                           const ContainmentOptions &options,
                                           const LimitOptions &limits);

/// Says what the user can do on a machine where no sandbox can be made.
extern const char *const containmentRemedy;

/// Makes a sandbox for the runs in `place`. `spec` describes the sandbox. If
/// this fails with a ContainmentError, adds `containmentRemedy` to the error.
llvm::Error confine(RunPlace &place, const SandboxSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RUNSANDBOX_H
