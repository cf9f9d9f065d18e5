// Defines the limits of a search: how many runs it makes, and its time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_SEARCHBUDGET_H
#define PINSTRIPE_CIRCUMSTANCE_SEARCHBUDGET_H

#include "pinstripe/Result/RunHeader.h"
#include "pinstripe/Support/Deadline.h"
#include <cstdint>
#include <optional>

namespace pinstripe {

/// The limits that the user has set for a search.
struct SearchBudget {
  /// The number of runs after which the search ends; nullopt for no limit.
  std::optional<uint64_t> maxTests = {};
  Deadline deadline = {};

  /// Returns the limit that a search with `runs` runs has reached; nullopt if
  /// it has reached none.
  std::optional<BudgetLimit> reachedBy(uint64_t runs) const {
    if (deadline.hasPassed())
      return BudgetLimit::Time;
    if (maxTests && runs >= *maxTests)
      return BudgetLimit::Tests;
    return std::nullopt;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_SEARCHBUDGET_H
