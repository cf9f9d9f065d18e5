// Makes a failing run smaller, and records the smaller run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_EXPLAIN_SMALLERRUN_H
#define PINSTRIPE_DRIVER_EXPLAIN_SMALLERRUN_H

#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Circumstance/ProgramCase.h"
#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

struct SmallerRunRequest {
  /// The run as the user has stated it on the command line.
  Case stated;
  RecordOptions record;
  /// The path of a program that is right (the reference); empty if there is
  /// none.
  std::string reference;
  /// True if the user has given the expected output of the run. The expected
  /// output of a smaller run is known only if there is a reference (a correct
  /// program).
  bool hasExpectedOutput = false;
  /// The largest number of runs that are made at the same time; 0 for the
  /// default.
  unsigned lanes = 0;
  /// Makes runs in other processes, as ProgramCaseOptions::others does; null if
  /// all runs are made by this process.
  std::shared_ptr<TesterSource> others = nullptr;
  /// The path of the folder for smaller inputs.
  std::string inputFolder;
  /// The paths of files that the user may have given as input. No smaller input
  /// replaces one of them.
  std::vector<std::string> inputFiles = {};
  Deadline deadline = {};
};

/// A recorded case, with a description of what was left out of its run.
struct RecordedRun {
  OpenCase open;
  SmallerRun found;
  /// If `open` is a smaller run, the run as the user has given it; otherwise
  /// empty.
  OpenCase stated = {};
};

/// Records the user's run. Then leaves out arguments and parts of the input, as
/// long as the run still fails in the same way: it must crash at the same
/// statement, or its output must differ in the same way from the output of the
/// reference (a correct program). Records the smaller run into the case
/// directory, and returns it. If this run can't be recorded or fails in another
/// way, leaves out only whole lines of the input, and records again.
///
/// Records and returns the user's run instead in these cases:
/// - Nothing could be left out.
/// - The smaller run can't be recorded, or fails in another way.
/// - The smaller run does not crash and is not much shorter.
///
/// After Ctrl-C, the returned case can be the user's run in the folder
/// `original` of the case directory. Returns an error if the user's run can't
/// be recorded, or if nothing tells what is wrong with it.
llvm::Expected<RecordedRun> recordSmallerRun(const SmallerRunRequest &request,
                                             const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_EXPLAIN_SMALLERRUN_H
