// Declares a source of testers whose runs are made by other processes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_TESTERSOURCE_H
#define PINSTRIPE_CIRCUMSTANCE_TESTERSOURCE_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Circumstance/FailingProgram.h"

namespace pinstripe {

/// A source of lanes (workers that make tests) which can also test a program
/// that was not recorded. The runs are made and judged by other processes,
/// perhaps on other machines. At any time, all lanes are for the same program,
/// or for the same recorded run.
class TesterSource : public LaneSource {
public:
  /// Tells the other processes which program the lanes test, so that they can
  /// get ready. Each process first tests the materials of the failing run,
  /// `failing`, and must get the outcome FAIL. Called before `makeTester`,
  /// which returns the error if this function fails.
  virtual void offerProgram(const FailingProgram &program,
                            const Materials &failing) = 0;
  /// Waits until the lane with the number `index` is ready, and returns its
  /// tester. The numbers begin at 0. Called by several threads at the same
  /// time, each for a lane of its own. If the lane can't be made, returns an
  /// error whose message is a sentence for the user. The tester returns a
  /// LaneLostError if the lane can make no more tests.
  virtual llvm::Expected<std::unique_ptr<RunTester>>
  makeTester(unsigned index) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_TESTERSOURCE_H
