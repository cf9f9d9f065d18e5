//===- Lanes.h - How many partial executions at once ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_LANES_H
#define PINSTRIPE_DRIVER_LANES_H

#include "pinstripe/Driver/PartialExecutionOracle.h"
#include "pinstripe/Driver/RecordedCase.h"

namespace pinstripe {

struct LaneOptions {
  static constexpr unsigned most = 64;
  /// None: as many as pay off.
  std::optional<unsigned> lanes;
  /// Takes notes for the user: why there are fewer than asked for.
  std::function<void(llvm::StringRef)> say;
};

/// The lanes for a reduction of `recorded` whose runs are launched with
/// `launch`. Each has an engine and a copy of the working directory of its
/// own, and its runs see the copy at the place of the original: what they
/// do must not depend on the lane. Where that can't be had there is one lane.
/// `recorded` and `stop` must outlive the choice.
LaneChoice chooseLanes(const RecordedCase &recorded, const LaunchSpec &launch,
                       const LaneOptions &options,
                       const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LANES_H
