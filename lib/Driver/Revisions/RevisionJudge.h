// Judges whether a run fails as that of the bad revision does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_REVISIONJUDGE_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_REVISIONJUDGE_H

#include "pinstripe/Circumstance/RunTester.h"
#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// The runs of the good and of the bad state.
struct BothRuns {
  RunResult good, bad;
};

/// Judges runs of mixtures of two states. With a predicate, a run FAILs if the
/// predicate holds for it, as for any other verb. Without one, a run is
/// compared with those of both states: it FAILs if it ends and prints as that
/// of the bad state does, and PASSes if it does as that of the good state.
/// Anything else is UNRESOLVED, since it is a third behaviour.
///
/// If the run of the bad state crashes, a run FAILs if it crashes with the same
/// signal and the same message. Numbers in messages are not compared, since the
/// line of an assertion depends on changes above it.
class RevisionJudge {
public:
  /// Files for check programs are written into `scratchDirectory`.
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
  std::unique_ptr<Predicate> predicate; ///< Null if there is none.
};

/// Returns true if two runs ended alike and printed the same on standard
/// output.
bool behavesAlike(const RunResult &left, const RunResult &right);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_REVISIONJUDGE_H
