// Defines the result of `pinstripe transitions`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_TRANSITIONSUMMARY_H
#define PINSTRIPE_RESULT_TRANSITIONSUMMARY_H

#include "pinstripe/Reduction/TestCounts.h"
#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

/// A variable whose value in the failing run decides that the run fails.
struct CausingVariable {
  std::string name;     ///< An expression, such as `a[2]` or `list->count`.
  std::string function; ///< Whose variable it is; empty if it is global.
  /// Its values in both runs, as source text.
  std::string failing, passing;
};

/// A stretch of the failing run in which the same variables are the cause.
struct CauseStretch {
  std::vector<CausingVariable> variables = {};
  /// Variables that have the values of the passing run in both experiments,
  /// that which fails and that which passes. Empty if the values of `variables`
  /// decide alone.
  std::vector<CausingVariable> context = {};
  /// The first and the last event before which this was proved by experiments,
  /// and the matching events of the passing run.
  EventIndex first{}, last{}, firstPassing{}, lastPassing{};
  /// True if `first` is the next matching event after the last event of the
  /// stretch before: so the cause moves to this stretch during that event.
  bool isAdjacent = false;
};

/// An event after which the two runs execute different statements.
struct RunParting {
  EventIndex event{};
  /// The statements that come next; nullopt if the call ends.
  std::optional<UnitId> failing = {}, passing = {};
};

/// The result of `pinstripe transitions`.
struct TransitionSummary : RunHeader {
  std::string passingRun = {}; ///< The passing run, as the user has written it.
  uint64_t passingEvents = 0;  ///< How many events the passing run has.
  /// How many events of the failing run match one of the passing run.
  uint64_t matched = 0;
  /// True if an experiment passes only if it prints what the passing run
  /// prints. False if it is enough that it does not fail, and ends in the same
  /// way as the passing run.
  bool isStrict = false;
  std::vector<CauseStretch> causes = {}; ///< In the order of the run.
  std::vector<RunParting> partings = {};
  /// How many points were looked at, and at how many of them the run passes if
  /// all variables get the values of the passing run.
  uint64_t points = 0, goodPoints = 0;
  TestCounts counts = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_TRANSITIONSUMMARY_H
