// Makes passing and failing runs from the input, by means of a reference.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run says little about a defect: many changes of a program mend it by
// chance. A reference, a program that prints what is right, says of any other
// run whether it is right, so further runs need nobody who writes them.

#ifndef PINSTRIPE_DRIVER_MUTATE_REFERENCERUNS_H
#define PINSTRIPE_DRIVER_MUTATE_REFERENCERUNS_H

#include "pinstripe/Case/Progress.h"
#include "pinstripe/Case/ReferenceProgram.h"
#include "pinstripe/Result/ReferenceSummary.h"

namespace pinstripe {

struct ReferenceRunOptions {
  /// The case directory as the user has named it.
  std::string caseDirectory;
  /// If true, the runs are made again even if the case has some already.
  bool fresh = false;
  ProgressListener progress;
};

/// Runs that were made from the input of the recorded run.
struct ReferenceRuns {
  /// Runs in which the program prints what the reference prints, and runs in
  /// which it does not. Of the latter, the expected output is known.
  std::vector<OtherRun> passing, failing;
  ReferenceSummary summary;
};

/// Makes variations of the recorded run's input, runs the program and the
/// reference with each, and chooses a few of the passing and of the failing
/// runs. Stores them in the folder CaseDirectory::referenceDirectory(), with
/// lists of them as for `readOtherRuns`.
///
/// If the case has runs that were made under the same conditions, only makes
/// sure that program and reference still do the same in them. Ends early, with
/// the runs so far, if the user stops it or its deadline comes; `runnable` has
/// both.
llvm::Expected<ReferenceRuns>
makeReferenceRuns(const RunnableCase &runnable, ReferenceProgram &reference,
                  const ReferenceRunOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_MUTATE_REFERENCERUNS_H
