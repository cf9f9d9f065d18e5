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

/// A RunTester that makes each run with the program and with a reference, which
/// does what is right. The outcome is FAIL if the two differ in the same kind
/// of way as in the failing run, PASS if they do not differ, otherwise
/// UNRESOLVED.
class ReferenceTester : public RunTester {
public:
  /// Makes the tester of a lane. `program` is the executable of the reference
  /// and `kind` the kind of the difference in the failing run.
  static llvm::Expected<std::unique_ptr<RunTester>>
  create(const ProgramSetting &setting, const std::string &program,
         std::string kind, unsigned lane);

  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override;

private:
  ReferenceTester(std::unique_ptr<ProgramRuns> runs,
                  std::unique_ptr<ProgramRuns> referenceRuns, std::string kind)
      : runs(std::move(runs)), referenceRuns(std::move(referenceRuns)),
        kind(std::move(kind)) {}

  std::unique_ptr<ProgramRuns> runs, referenceRuns;
  std::string kind;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_REFERENCETESTER_H
