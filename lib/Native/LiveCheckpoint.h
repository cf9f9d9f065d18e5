//===- LiveCheckpoint.h - Runs in live flow from the middle -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs that change single events late in a long run share what comes before.
// One process waits there at a time: whoever asks goes through the run once,
// from one place to the next.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_LIVECHECKPOINT_H
#define PINSTRIPE_LIB_NATIVE_LIVECHECKPOINT_H

#include "TargetSession.h"
#include "pinstripe/Execution/LiveChange.h"

namespace pinstripe {

/// What the target is told of it.
native::ChangeRecord recordOf(const LiveChange &change);
std::vector<native::ChangeRecord> recordsOf(llvm::ArrayRef<LiveChange> changes);

/// As ExecutionEngine::focusLive has it.
struct LiveFocus {
  std::vector<LiveChange> changes;
  EventIndex event{};
  bool operator==(const LiveFocus &) const = default;
};

class LiveCheckpoint {
public:
  /// Both must outlive the object.
  LiveCheckpoint(TargetSession &session, const OutputFiles &outputs)
      : session(session), outputs(outputs) {}

  /// The slot of the server from which a run with these changes can start,
  /// which may be made on the occasion; 0 is the beginning.
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   llvm::ArrayRef<LiveChange> changes,
                                   const LiveFocus &focus);
  /// A run from the beginning took that long.
  void learn(double seconds, uint64_t events);
  /// The checkpoint failed: there will be no more.
  void giveUp();

private:
  static constexpr uint32_t slot = 1;

  llvm::Error make(const LaunchSpec &spec, const LiveFocus &focus);
  void drop();

  TargetSession &session;
  const OutputFiles &outputs;
  std::optional<LiveFocus> made;
  double secondsPerEvent = 0; ///< 0: unknown
  /// From this event on the process has state that can't be duplicated.
  size_t limit = SIZE_MAX;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LIVECHECKPOINT_H
