// Records a case (program, input, recorded run), or opens a recorded case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All runs that the tool makes of a program belong to a case: the tool records
// one, or opens one that was recorded before.

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
  /// Pairs FROM=TO: the sources that were at FROM when the program was compiled
  /// are now at TO.
  std::vector<std::string> sourceMap;
  const std::atomic<bool> *interrupted = nullptr;
};

/// A recorded case, and the runner that makes runs of the case.
struct OpenCase {
  std::unique_ptr<const RecordedCase> recorded;
  std::unique_ptr<CaseRunner> runner;
};

/// Runs the program of `value` without tracing to check that it is
/// deterministic. Then records a run and writes the case directory.
/// `value.launch` need only have what the user stated, since this function
/// fills in the rest. Without a working directory, runs are made in the current
/// folder. Returns an error if the program can't be used, or if its
/// runs differ.
llvm::Expected<OpenCase> recordCase(Case value, const RecordOptions &options);

/// Runs the program of `value` as it is, once with fixed and once with random
/// addresses, where recordCase would record it, and returns the result of the
/// first run. Uses `options.caseDirectory` for files of the run, and completes
/// no case there. Returns the same errors as recordCase for a program that does
/// not start or end.
llvm::Expected<RunResult> observeCase(Case value, const RecordOptions &options);

/// Opens the case in `options.caseDirectory`. If `predicate` is not empty, it
/// replaces the predicate of the case for as long as the case is open.
llvm::Expected<OpenCase> openCase(const PredicateSpec &predicate,
                                  const RecordOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CASERECORDER_H
