// Chooses how many partial executions are made at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partial execution is a run that skips some events. An event is one
// execution of a statement. A lane is a thread that makes runs with an engine
// of its own.

#ifndef PINSTRIPE_CASE_LANES_H
#define PINSTRIPE_CASE_LANES_H

#include "pinstripe/Case/LanePool.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

struct LaneOptions {
  static constexpr unsigned max = 64;
  /// The number of lanes that the user wants; nullopt if Pinstripe chooses the
  /// number.
  std::optional<unsigned> lanes;
  /// A function that receives notes for the user. For example, a note says why
  /// there are fewer lanes than the user asked for.
  std::function<void(llvm::StringRef)> say;
};

/// Returns how many bytes of memory the engine of a lane needs for partial
/// executions of a trace. The memory of the trace itself is not included. The
/// numbers in the formula were measured and rounded up.
constexpr uint64_t laneMemory(uint64_t events, uint64_t invocations) {
  return 5 * events + 44 * invocations;
}

/// Chooses lanes for runs of a case. The runs start as `launch` says. Each lane
/// has an engine of the same kind as the runner's, and its own copy of the
/// working directory. Runs see this copy at the path of the original, so they
/// do the same on every lane. If this is impossible, there is only one lane.
/// The case and the flag `stop` in `runnable` must outlive the returned object.
LaneChoice chooseLanes(const RunnableCase &runnable, const LaunchSpec &launch,
                       const LaneOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_LANES_H
