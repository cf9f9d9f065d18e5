// A tester that has its runs made and judged by another process, called a lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RemoteTester.h"

using namespace pinstripe;

/// Asks the lane for a test once. Returns nullopt if the test was given up.
llvm::Expected<std::optional<LaneAnswer>>
RemoteTester::attempt(const Materials &materials,
                      const std::atomic<bool> &givenUp) {
  uint64_t number = connection.beginRun();
  auto ready = connection.awaitReady(/*mayAbandon=*/false, &givenUp);
  if (!ready)
    return ready.takeError();
  if (!*ready)
    return std::nullopt;
  connection.send(FrameKind::Test, toWire(TestRequest{number, materials}));
  return connection.awaitAnswer(&givenUp);
}

llvm::Expected<TestedRun> RemoteTester::test(const Materials &materials,
                                             const std::atomic<bool> &givenUp) {
  for (;;) {
    auto answer = attempt(materials, givenUp);
    if (!answer && connection.hasDied()) {
      // The lane's process has died, but this error is not reported: the next
      // attempt starts the process again, or returns an error if the process
      // was started too often.
      llvm::consumeError(answer.takeError());
      continue;
    }
    if (!answer)
      return answer.takeError();
    if (!*answer)
      return TestedRun();
    if (auto *tested = std::get_if<TestedRun>(&**answer))
      return std::move(*tested);
    return llvm::make_error<LaneLostError>(connection.name() +
                                           ": it has not judged a run");
  }
}
