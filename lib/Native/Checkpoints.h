//===- Checkpoints.h - Runs that start in the middle ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trace dictates what a run does, so a process that was stopped behind
// the first k events is the common start of all runs that agree up to there.
// A few such processes are kept, at eighths of the configuration in focus,
// where runs take long enough for it to pay, and only while all of the state
// of the process is its memory and its three standard files.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_CHECKPOINTS_H
#define PINSTRIPE_LIB_NATIVE_CHECKPOINTS_H

#include "TargetSession.h"

namespace pinstripe {

class Checkpoints {
public:
  /// Both must outlive the object.
  Checkpoints(TargetSession &session, const OutputFiles &outputs)
      : session(session), outputs(outputs) {}

  /// The runs that follow are mostly of subsets of `configuration` that agree
  /// with it for a while. Costs a pass over its bits.
  void focus(const EventSet &configuration);
  /// The slot of the server from which a run of `included` can start, which
  /// may be made on the occasion; 0 is the beginning.
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   const EventSet &included);
  /// A run from the beginning took that long.
  void learn(double seconds, uint64_t events);
  /// A checkpoint failed: there will be no more.
  void giveUp();

private:
  static constexpr unsigned parts = 8;
  struct Checkpoint {
    size_t event = 0;  ///< the first that was not executed
    size_t before = 0; ///< events of the configuration before it
    uint32_t slot = 0;
  };

  /// Events of the configuration before this one.
  size_t rankOf(size_t event) const;
  /// The event with this rank.
  size_t eventOfRank(size_t rank) const;
  void dropFrom(size_t event);
  uint32_t freeSlot();
  llvm::Expected<bool> make(const LaunchSpec &spec, size_t event);

  TargetSession &session;
  const OutputFiles &outputs;
  EventSet base;
  std::vector<size_t> ranks; ///< events of `base` before each block of bits
  size_t count = 0;          ///< events of `base`
  std::vector<Checkpoint> checkpoints; ///< by event
  std::array<unsigned, parts> wanted{};
  double secondsPerEvent = 0; ///< 0: unknown
  /// From this event on the process has state that can't be duplicated.
  size_t limit = SIZE_MAX;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_CHECKPOINTS_H
