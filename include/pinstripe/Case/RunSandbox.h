// Makes the sandbox in which runs of a case happen.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_RUNSANDBOX_H
#define PINSTRIPE_CASE_RUNSANDBOX_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// The options by which the user states, for one command, what runs may do to
/// the system.
struct ContainmentOptions {
  /// True if runs can do whatever the user can. They are then made one after
  /// the other, in a copy of the working directory if that is small.
  bool unconfined = false;
  /// Files and folders that runs may change for good, as the user has written
  /// them.
  std::vector<std::string> writablePaths = {};
  /// Limits of each run, such as "memory=2G", that the user states for this
  /// command. Limits that were stated for the recording are stored in the case.
  std::vector<std::string> limits = {};
};

/// Returns the description of what runs of the case see: the working directory
/// as it was saved when the case was recorded, if it was saved, and no files of
/// the case. Returns a UsageError if a path of the options does not exist.
llvm::Expected<SandboxSpec> sandboxSpecFor(const CaseDirectory &directory,
                                           const LaunchSpec &launch,
                                           const ContainmentOptions &options,
                                           const LimitOptions &limits);

/// Advice to the user for machines that allow no sandbox.
extern const char *const containmentRemedy;

/// Makes a sandbox for the runs in this place. If that fails, adds advice to
/// the ContainmentError.
llvm::Error confine(RunPlace &place, const SandboxSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_RUNSANDBOX_H
