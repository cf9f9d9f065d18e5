// Records a case, or opens a recorded case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case has a program, its input and a recorded run. Each run that the tool
// makes of a program belongs to a case.

#ifndef PINSTRIPE_CASE_CASERECORDER_H
#define PINSTRIPE_CASE_CASERECORDER_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Case/RunSandbox.h"
#include <atomic>
#include <functional>

namespace pinstripe {

/// Options for recording or opening a case. They are not stored with the case.
struct RecordOptions {
  std::string caseDirectory = CaseDirectory::defaultName.str();
  std::string engine = "auto";
  /// A function that receives notes and warnings for the user, such as "note:
  /// ...".
  std::function<void(llvm::StringRef)> say;
  ProgressListener progress;
  ContainmentOptions containment;
  /// Pairs FROM=TO. The sources were at FROM when the program was compiled, and
  /// are at TO now.
  std::vector<std::string> sourceMap;
  const std::atomic<bool> *interrupted = nullptr;
};

/// An open case, and the runner that makes runs of the case.
struct OpenCase {
  std::unique_ptr<const RecordedCase> recorded;
  std::unique_ptr<CaseRunner> runner;
};

/// Runs the program of `value` without tracing to check that it is
/// deterministic. Then records a run and writes the case directory. In
/// `value.launch`, only what the user has stated must be set. This function
/// sets the rest. Without a working directory, runs are made in the current
/// folder. Returns an error if the program can't be used, or if its runs
/// differ.
llvm::Expected<OpenCase> recordCase(Case value, const RecordOptions &options);

/// Runs the program of `value` without recording it, in the same sandbox and
/// working directory as recordCase. The first run has fixed addresses, the
/// second has random ones. Returns the result of the first run. Uses
/// `options.caseDirectory` for files of the runs, but completes no case there.
/// If the program does not start or end, returns the same errors as recordCase.
llvm::Expected<RunResult> observeCase(Case value, const RecordOptions &options);

/// Opens the case in `options.caseDirectory`. If `predicate` is not empty, it
/// replaces the predicate of the case for as long as the case is open.
llvm::Expected<OpenCase> openCase(const PredicateSpec &predicate,
                                  const RecordOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CASERECORDER_H
