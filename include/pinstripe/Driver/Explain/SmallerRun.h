// Records the smallest run that fails as the stated one does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_EXPLAIN_SMALLERRUN_H
#define PINSTRIPE_DRIVER_EXPLAIN_SMALLERRUN_H

#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Circumstance/ProgramCase.h"
#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

struct SmallerRunRequest {
  /// The run, as the user has stated it.
  Case stated;
  RecordOptions record;
  /// A program that is right; empty if there is none.
  std::string reference;
  /// True if the user has stated the expected output of the run. Nobody knows
  /// the expected output of a smaller run, unless there is a reference.
  bool hasExpectedOutput = false;
  unsigned lanes = 0; ///< How many runs are made at once; 0 for the usual.
  /// The folder for smaller inputs.
  std::string inputFolder;
  Deadline deadline = {};
};

/// A recorded case, and what was left out of its run.
struct RecordedRun {
  OpenCase open;
  SmallerRun found;
  /// The run as it was stated, if `open` is a smaller one; otherwise empty.
  OpenCase stated = {};
};

/// Records the stated run, leaves out arguments and parts of the input as long
/// as it still fails in the same way, and records the smaller run into the case
/// directory. The smaller run must crash at the same statement as the stated
/// one. With a reference, it must differ from the run of the reference in the
/// same kind of way.
///
/// If nothing can be left out, or a search fails, the stated run is recorded
/// there. After Ctrl-C, the returned case is the stated run in the folder
/// `original` of the case directory. Returns an error only if the stated run
/// can't be recorded.
llvm::Expected<RecordedRun> recordSmallerRun(const SmallerRunRequest &request,
                                             const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_EXPLAIN_SMALLERRUN_H
