// Declares a run tester, which makes a run from materials and judges it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The materials of a run are what it is made of, such as its input and its
// arguments.

#ifndef PINSTRIPE_CIRCUMSTANCE_RUNTESTER_H
#define PINSTRIPE_CIRCUMSTANCE_RUNTESTER_H

#include "pinstripe/Circumstance/Materials.h"
#include "pinstripe/Reduction/Outcome.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace pinstripe {

/// The cause of tests that made no run, because a program text or input had
/// syntax errors (see TestedRun::cause).
inline constexpr llvm::StringLiteral syntaxCause = "syntax";

/// The result of one test in a search.
struct TestedRun {
  Outcome outcome = Outcome::Unresolved;
  /// One word for the reason why the outcome is UNRESOLVED, such as "crash",
  /// "hang", "limit" or "build". Reports count tests by this word. Empty for
  /// other outcomes.
  std::string cause = {};
  /// Describes how the run ended, such as "exit status 1". Empty if no run was
  /// made.
  std::string ending = {};
  double seconds = 0; ///< The wall-clock time that the test took.
};

/// Makes runs and judges them, one after the other. A tester belongs to one
/// lane (a thread). So do the sandbox, the build folder and whatever else its
/// runs need.
class RunTester {
public:
  virtual ~RunTester();
  /// Makes a run from `materials` and judges it. Another thread or Ctrl-C can
  /// set `givenUp`. Then the run is ended soon, and the returned outcome is
  /// ignored. If the program crashes or hangs, that is an outcome, too. An
  /// Error means that the search can't go on.
  virtual llvm::Expected<TestedRun> test(const Materials &materials,
                                         const std::atomic<bool> &givenUp) = 0;
};

/// Makes the tester of a lane, given the number of the lane (from 0 on). Called
/// on the thread that will use the tester, and never by two threads at once.
using TesterFactory =
    std::function<llvm::Expected<std::unique_ptr<RunTester>>(unsigned lane)>;

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_RUNTESTER_H
