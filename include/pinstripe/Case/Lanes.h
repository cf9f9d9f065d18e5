// Chooses how many partial executions happen at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_LANES_H
#define PINSTRIPE_CASE_LANES_H

#include "pinstripe/Case/LanePool.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

struct LaneOptions {
  static constexpr unsigned max = 64;
  /// The number of lanes; nullopt for as many as pay off.
  std::optional<unsigned> lanes;
  /// Is called with notes for the user, such as why there are fewer lanes than
  /// asked for.
  std::function<void(llvm::StringRef)> say;
};

/// Returns the memory that an engine needs to execute parts of a trace, in
/// addition to the trace, as measured and rounded up.
constexpr uint64_t laneMemory(uint64_t events, uint64_t invocations) {
  return 5 * events + 44 * invocations;
}

/// Chooses the lanes for partial executions of `recorded` that are launched
/// with `launch`. Each lane has an engine as that of `runner`, and a copy of
/// the working directory of its own, which its runs see at the place of the
/// original: what runs do must not depend on the lane. There is one lane where
/// that is impossible. `recorded` and `stop` must outlive the choice.
LaneChoice chooseLanes(const RunnableCase &runnable, const LaunchSpec &launch,
                       const LaneOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_LANES_H
