// Judges whether a run fails in the same way as the run of the bad revision.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_REVISIONJUDGE_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_REVISIONJUDGE_H

#include "pinstripe/Circumstance/RunTester.h"
#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// The run of the good state and the run of the bad state.
struct BothRuns {
  RunResult good, bad;
};

/// Judges runs of mixtures of the good and the bad state. If the user has given
/// a predicate (a condition for runs), it decides. Otherwise a run is compared
/// with the runs of both states. It FAILs if it ends and prints as the run of
/// the bad state does, and PASSes if it does the same as the run of the good
/// state. Any other run is UNRESOLVED, since it shows a third behaviour.
///
/// If the run of the bad state crashes, a run FAILs if it crashes by the same
/// signal and with the same message. Numbers in messages are not compared,
/// since the line number of an assertion depends on changes above it.
class RevisionJudge {
public:
  /// If the predicate is a check program of the user, this program gets its
  /// input files in `scratchDirectory`.
  static llvm::Expected<RevisionJudge>
  create(const PredicateSpec &spec, const BothRuns &runs,
         const std::string &scratchDirectory, const std::atomic<bool> *stop);

  llvm::Expected<TestedRun> judge(const RunResult &result);
  std::string description() const;

private:
  explicit RevisionJudge(const BothRuns &runs) : runs(runs) {}
  llvm::Expected<Outcome> outcomeOf(const RunResult &result);

  BothRuns runs;
  bool looksForCrash = false;
  /// The predicate that the user has given; null if there is none.
  std::unique_ptr<Predicate> predicate;
};

/// Returns true if two runs ended in the same way, and printed the same text to
/// standard output.
bool behavesAlike(const RunResult &left, const RunResult &right);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_REVISIONJUDGE_H
