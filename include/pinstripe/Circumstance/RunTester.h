// Declares a run tester, which makes a run from materials and judges it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_RUNTESTER_H
#define PINSTRIPE_CIRCUMSTANCE_RUNTESTER_H

#include "pinstripe/Circumstance/Materials.h"
#include "pinstripe/Reduction/Outcome.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace pinstripe {

/// One test of a search: how a run came out.
struct TestedRun {
  Outcome outcome = Outcome::Unresolved;
  /// The reason why the outcome is UNRESOLVED, in a word that reports count:
  /// "crash", "hang", "limit", "build". Empty for other outcomes.
  std::string cause = {};
  /// How the run ended, for people: "exit status 1". Empty if no run was made.
  std::string ending = {};
  double seconds = 0; ///< The wall time of the test.
};

/// Makes runs and judges them, one after the other, on one thread: that of its
/// lane. Whatever it needs for a run (a sandbox, a folder with a build) belongs
/// to its lane alone.
class RunTester {
public:
  virtual ~RunTester();
  /// Makes a run from `materials` and judges it. Soon after `givenUp` is set,
  /// by another thread or by Ctrl-C, ends the run and returns whatever outcome;
  /// nobody looks at it. Whatever the program does is an outcome. An Error
  /// means that the search can't go on.
  virtual llvm::Expected<TestedRun> test(const Materials &materials,
                                         const std::atomic<bool> &givenUp) = 0;
};

/// Makes the tester of the lane with the given number, from 0 on, in the thread
/// that will use it. Never called by two threads at once.
using TesterFactory =
    std::function<llvm::Expected<std::unique_ptr<RunTester>>(unsigned lane)>;

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_RUNTESTER_H
