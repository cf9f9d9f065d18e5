// Finds the points of a run at which the cause of its failure moves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This is the search over time of Cleve and Zeller, "Locating Causes of Program
// Failures" (ICSE 2005), section 4. It knows nothing of programs.

#ifndef PINSTRIPE_LIB_DRIVER_TRANSITIONS_TRANSITIONSEARCH_H
#define PINSTRIPE_LIB_DRIVER_TRANSITIONS_TRANSITIONSEARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// The variables that decide at a point whether the run fails, by their keys.
struct Cause {
  std::vector<std::string> variables;
  /// The variables that have the values of the passing run in any case.
  std::vector<std::string> context;
};

/// Finds the cause at a point. Returns nullopt if there is none: the run does
/// not pass even if all variables get the values of the passing run. Looks
/// first whether one of `likely` is still the cause, in this order.
using CauseFinder = llvm::function_ref<llvm::Expected<std::optional<Cause>>(
    size_t point, llvm::ArrayRef<Cause> likely)>;

/// Maps each point at which a search has looked to the cause that it has found
/// there; to nullopt if it has found none.
using CausesByPoint = std::map<size_t, std::optional<Cause>>;

/// Looks for the cause at up to 17 of the points 0 .. `points`-1, which are
/// evenly spaced. Looks for the first and the last point with a cause by
/// bisection. Where the causes of two points differ, looks between them, until
/// the points are neighbours, or none of those near the middle has a cause. A
/// cause that comes back is not noticed if no point between was looked at.
/// Ends early without an error if `isOver` returns true. Calls `announce` with
/// points of which many will be looked at next.
llvm::Error
findCauses(size_t points, CauseFinder causeAt,
           llvm::function_ref<llvm::Error(llvm::ArrayRef<size_t>)> announce,
           llvm::function_ref<bool()> isOver, CausesByPoint &found);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_TRANSITIONS_TRANSITIONSEARCH_H
