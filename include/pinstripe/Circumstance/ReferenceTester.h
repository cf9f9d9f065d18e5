// Judges the runs of a program by those of a reference.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_REFERENCETESTER_H
#define PINSTRIPE_CIRCUMSTANCE_REFERENCETESTER_H

#include "pinstripe/Circumstance/ProgramTester.h"

namespace pinstripe {

/// Says how a run differs from the run of a reference with the same materials,
/// in a few words that are the same for differences of the same kind: "crashes
/// (signal 11)", "prints another number". Empty if they do not differ. Nullopt
/// if the runs show nothing, since the reference crashed, or one of them hung
/// or reached a limit.
std::optional<std::string> differenceKind(const RunResult &program,
                                          const RunResult &reference);

/// Decides which runs of a program are right: those that do the same as another
/// program, or those that print a known output.
struct RightRuns {
  /// The executable of the reference; empty if `expected` is used.
  std::string program;
  /// The output and the ending of every right run. Used if `program` is empty.
  RunResult expected = {};
};

/// A RunTester that compares each run of the program with the right one, which
/// a reference makes with the same materials, or which is always the same. The
/// outcome is FAIL if the two differ in the same kind of way as in the failing
/// run, PASS if they do not differ, otherwise UNRESOLVED.
class ReferenceTester : public RunTester {
public:
  /// Makes the tester of a lane. `kind` is the kind of the difference in the
  /// failing run.
  static llvm::Expected<std::unique_ptr<RunTester>>
  create(const ProgramSetting &setting, const RightRuns &right,
         std::string kind, unsigned lane);

  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override;

private:
  ReferenceTester(std::unique_ptr<ProgramRuns> runs,
                  std::unique_ptr<ProgramRuns> referenceRuns,
                  RunResult expected, std::string kind)
      : runs(std::move(runs)), referenceRuns(std::move(referenceRuns)),
        expected(std::move(expected)), kind(std::move(kind)) {}

  std::unique_ptr<ProgramRuns> runs;
  /// Makes the runs of the reference; null if all right runs are like
  /// `expected`.
  std::unique_ptr<ProgramRuns> referenceRuns;
  RunResult expected;
  std::string kind; ///< The kind of the difference in the failing run.
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_REFERENCETESTER_H
