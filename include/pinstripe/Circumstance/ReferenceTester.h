// Judges runs of a program by comparing them with runs of a reference program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_REFERENCETESTER_H
#define PINSTRIPE_CIRCUMSTANCE_REFERENCETESTER_H

#include "pinstripe/Circumstance/ProgramTester.h"

namespace pinstripe {

/// Describes how a run differs from the run of a reference with the same
/// materials (such as the same input), for example "prints a number that
/// differs" or "lacks a line". Differences of the same kind have the same
/// description. Two crashes are of the same kind if they happened at the same
/// place for the same reason. The text is empty if the runs do not differ, or
/// if both end with an error, but with different exit statuses.
/// Returns nullopt if the runs can't be compared, because the reference
/// crashed, or because one of the two hung or reached a limit.
std::optional<std::string> differenceKind(const RunResult &program,
                                          const RunResult &reference);

/// Describes how the failing run differs from `expected`, a run with the output
/// that the user wants. Returns a ReproductionError if the two do not differ.
/// `file` is the user's file with that output, and `program` is the name of the
/// program; both are for the message.
llvm::Expected<std::string> differenceFromExpected(const RunResult &failing,
                                                   const RunResult &expected,
                                                   llvm::StringRef file,
                                                   llvm::StringRef program);

/// Judges `run` by `right`, the run that a correct program makes. The outcome
/// is FAIL if the two differ in the way that `kind` describes, PASS if they do
/// not differ, and otherwise UNRESOLVED.
TestedRun compareRuns(const RunResult &run, const RunResult &right,
                      llvm::StringRef kind);

/// Says which runs of a program are right: those that do the same as another
/// program, the reference, or those that print a known output.
struct RightRuns {
  /// The path of the reference program; empty if `expected` is used.
  std::string program;
  /// The output and the ending of every right run. Used if `program` is empty.
  RunResult expected = {};
};

/// A RunTester that compares each run with the right run: that of a reference
/// (a correct program) with the same materials, or a fixed one that prints a
/// known output. The outcome is FAIL if the two runs differ in the same way as
/// the failing run differs from its right run. It is PASS if they do not
/// differ, otherwise UNRESOLVED.
class ReferenceTester : public RunTester {
public:
  /// Makes the tester of a lane, which is one of the workers that make tests in
  /// parallel. `kind` describes how the failing run differs from the run of a
  /// correct program.
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
  /// Makes the runs of the reference, a program that is right; null if all
  /// right runs are like `expected`.
  std::unique_ptr<ProgramRuns> referenceRuns;
  RunResult expected;
  /// A text that says how the failing run differs from the run of a correct
  /// program.
  std::string kind;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_REFERENCETESTER_H
