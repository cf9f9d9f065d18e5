// A tester that has its runs made and judged by another process, called a lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REMOTE_REMOTETESTER_H
#define PINSTRIPE_LIB_REMOTE_REMOTETESTER_H

#include "pinstripe/Remote/RemoteLanes.h"

namespace pinstripe {

/// Sends the materials of each test, such as an input, to a lane, and waits for
/// the outcome. If the process of the lane dies, starts it again and repeats
/// the test. If the lane can't be used any more, each test returns a
/// LaneLostError.
class RemoteTester : public RunTester {
public:
  /// `connection` must outlive the tester.
  explicit RemoteTester(LaneConnection &connection) : connection(connection) {}

  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override;

private:
  llvm::Expected<std::optional<LaneAnswer>>
  attempt(const Materials &materials, const std::atomic<bool> &givenUp);

  LaneConnection &connection;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REMOTE_REMOTETESTER_H
