// Records a case, or opens a recorded one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_CASERECORDER_H
#define PINSTRIPE_CASE_CASERECORDER_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Case/RunSandbox.h"
#include <atomic>
#include <functional>

namespace pinstripe {

/// How a case is to be recorded or opened. These options are not stored with
/// the case.
struct RecordOptions {
  std::string caseDirectory = CaseDirectory::defaultName.str();
  std::string engine = "auto";
  /// Called with notes and warnings for the user, such as "note: ...".
  std::function<void(llvm::StringRef)> say;
  ProgressListener progress;
  ContainmentOptions containment;
  /// Where sources are that were compiled elsewhere: FROM=TO.
  std::vector<std::string> sourceMap;
  const std::atomic<bool> *interrupted = nullptr;
};

/// A recorded case, and the runner that makes runs of the case.
struct OpenCase {
  std::unique_ptr<const RecordedCase> recorded;
  std::unique_ptr<CaseRunner> runner;
};

/// Runs the program of `value` as it is, to see that it is deterministic, then
/// records it and writes the case directory. `value.launch` need only have what
/// the user stated; the rest is filled in. Errors say why the program can't be
/// used, or that its runs differ.
llvm::Expected<OpenCase> recordCase(Case value, const RecordOptions &options);

/// Opens the case in `options.caseDirectory`. A predicate that is not empty
/// replaces the stored one for as long as the case is open.
llvm::Expected<OpenCase> openCase(const PredicateSpec &predicate,
                                  const RecordOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_CASERECORDER_H
