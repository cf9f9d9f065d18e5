// Declares a source of testers whose runs are made by other processes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_TESTERSOURCE_H
#define PINSTRIPE_CIRCUMSTANCE_TESTERSOURCE_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Circumstance/FailingProgram.h"

namespace pinstripe {

/// A LaneSource that also makes lanes for tests of any program: testers whose
/// runs are made and judged by other processes, perhaps on other machines. At a
/// time, all lanes are for one case or for one program.
class TesterSource : public LaneSource {
public:
  /// Tells the other processes which program the lanes test, so that they can
  /// get ready. Each of them first makes a test with `failing`, which must
  /// FAIL. Called before `makeTester`. If this fails, `makeTester` returns the
  /// error.
  virtual void offerProgram(const FailingProgram &program,
                            const Materials &failing) = 0;
  /// Waits until the lane with the number `index` is ready, and returns a
  /// tester. The numbers begin at 0. Called by several threads at the same
  /// time, each for a lane of its own. Returns an error if the lane can't be
  /// made, with a sentence for the user. The tester returns a LaneLostError if
  /// the lane can make no more tests.
  virtual llvm::Expected<std::unique_ptr<RunTester>>
  makeTester(unsigned index) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_TESTERSOURCE_H
