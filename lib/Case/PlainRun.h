// Runs a program once as it is, without an engine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_PLAINRUN_H
#define PINSTRIPE_LIB_CASE_PLAINRUN_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>
#include <optional>

namespace pinstripe {

struct PlainRunSettings {
  /// The path of the file that the program reads as its standard input. It
  /// replaces LaunchSpec::standardInput. If it is empty, the input is empty.
  std::string standardInput;
  /// The folder in which files with the output of the run are made.
  std::string scratchDirectory;
  /// A function that is called before the run, to restore the working
  /// directory; may be empty.
  std::function<llvm::Error()> prepare;
  /// True if the run is made without address randomisation.
  bool fixedAddresses = true;
  /// True if the run must keep all limits of the launch. If it is false, the
  /// run must keep only three: the limits on wall time, on output and on the
  /// size of a file.
  bool keepsAllLimits = false;
  /// A flag that is set when the user interrupts the work; may be null.
  const std::atomic<bool> *interrupted = nullptr;
};

/// Runs the program once without an engine. If `launch` has a sandbox, runs it
/// there, and afterwards ends everything that the program has left running.
/// Returns an InterruptedError if the user has interrupted the run.
llvm::Expected<RunResult> makePlainRun(const LaunchSpec &launch,
                                       const PlainRunSettings &settings);

/// Returns the result of a plain run (a run without an engine) that has ended.
/// `excess` is the limit that the run exceeded according to a LimitMonitor;
/// nullopt if the run was not ended for this reason.
RunResult resultOf(SubprocessResult ended, const std::optional<Ending> &excess);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_PLAINRUN_H
