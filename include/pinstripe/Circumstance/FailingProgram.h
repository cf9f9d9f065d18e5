// Holds a program that fails: how it is run, and what its failure is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_FAILINGPROGRAM_H
#define PINSTRIPE_CIRCUMSTANCE_FAILINGPROGRAM_H

#include "pinstripe/Circumstance/ReferenceTester.h"

namespace pinstripe {

/// Everything on which the outcome of a test depends, apart from the materials
/// of its run, such as its arguments and its input. An object of this type can
/// be sent to another process, which can then make the same tests.
struct FailingProgram {
  ProgramSetting setting;
  /// The predicate that judges each run. Details that the user left open are
  /// taken from the failing run. Not used if `isCompared`.
  PredicateSpec predicate = {};
  RunResult recorded = {}; ///< The failing run.
  /// Tells how runs are judged. True: by comparison; a run fails if it differs
  /// from what a correct program does (see `right`). False: by `predicate`.
  bool isCompared = false;
  RightRuns right = {};
  /// How the failing run differs from what a correct program does.
  std::string differenceFromRight = {};
};

/// Makes the tester of a lane (a thread that makes tests). `program` and `stop`
/// must outlive the tester.
llvm::Expected<std::unique_ptr<RunTester>>
createTester(const FailingProgram &program, unsigned lane,
             const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_FAILINGPROGRAM_H
