// Divides the time of `pinstripe explain` among the parts of its work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/TimeShares.h"
#include <numeric>

using namespace pinstripe;

/// The weight of each part of the explanation, which determines its share of
/// the time. The search for suspect lines has the largest weight: it makes the
/// most runs, and the rest of the explanation depends on it. The search for
/// smaller inputs has the second largest weight, since each line of input that
/// it leaves out makes all later parts faster.
static constexpr std::array<double, explainParts> weights = {
    /*Options=*/1,   /*Inputs=*/3,      /*Location=*/40,
    /*TraceFlow=*/1, /*GuardedFlow=*/2, /*Chain=*/1};

double pinstripe::shareOf(ExplainPart part) {
  const auto *own = weights.begin() + static_cast<size_t>(part);
  return *own / std::accumulate(own, weights.end(), 0.0);
}
