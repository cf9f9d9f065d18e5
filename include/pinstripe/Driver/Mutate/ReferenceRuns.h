// Finds more passing and failing runs, judged by a second, correct program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second program is called the reference. It prints the right output for
// each input. One run says little about a defect, because many changes of the
// program make the output of one run right by chance. With a reference, further
// runs are made without help from the user.

#ifndef PINSTRIPE_DRIVER_MUTATE_REFERENCERUNS_H
#define PINSTRIPE_DRIVER_MUTATE_REFERENCERUNS_H

#include "pinstripe/Case/Progress.h"
#include "pinstripe/Case/ReferenceProgram.h"
#include "pinstripe/Result/ReferenceSummary.h"

namespace pinstripe {

struct ReferenceRunOptions {
  /// The path of the case directory, as the user has typed it.
  std::string caseDirectory;
  /// If true, the runs are made again even if the case has some already.
  bool fresh = false;
  /// A larger run, from which the recorded run was made by leaving something
  /// out; nullopt if there is no such run. The input of the larger run is
  /// varied, too. If the larger run fails, it is one of the failing runs.
  std::optional<OtherRun> larger = {};
  ProgressListener progress;
};

/// Runs with variations of the recorded run's input.
struct ReferenceRuns {
  /// In passing runs, the program prints what the reference (a correct program)
  /// prints. In failing runs, it prints something else, and the output of the
  /// reference is the expected output.
  std::vector<OtherRun> passing, failing;
  ReferenceSummary summary;
};

/// Makes variations of the recorded run's input, and of the input of the larger
/// run if there is one. Runs the program and the reference with each variation,
/// and chooses a few passing and a few failing runs. Stores these runs, and
/// lists of them, in the folder CaseDirectory::referenceDirectory(). The lists
/// have the format of `readOtherRuns`.
///
/// If the case already has runs that were made under the same conditions,
/// repeats these runs to make sure that program and reference still do the
/// same. Ends early, with the runs so far, if `runnable.stop` is set or
/// `runnable.deadline` has passed.
llvm::Expected<ReferenceRuns>
makeReferenceRuns(const RunnableCase &runnable, ReferenceProgram &reference,
                  const ReferenceRunOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_MUTATE_REFERENCERUNS_H
