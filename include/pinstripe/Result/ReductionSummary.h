// The result of `pinstripe reduce`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_REDUCTIONSUMMARY_H
#define PINSTRIPE_RESULT_REDUCTIONSUMMARY_H

#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/EventValues.h"
#include "pinstripe/Result/RunHeader.h"
#include "pinstripe/Result/TestTally.h"

namespace pinstripe {

/// A result that was executed again.
struct RepeatedRuns {
  unsigned runs = 0;
  unsigned reproduced = 0; ///< Runs that reproduced the output.
  /// Returns true if they show that the runs are not deterministic.
  bool differ() const { return reproduced != runs; }
};

/// A result that was executed again with another poison, that is, with other
/// values in uninitialised memory.
struct PoisonFinding {
  bool isSensitive = false; ///< It did not reproduce the output.
  /// Further events that it needs there; empty if that can't be told.
  EventSet missing;
};

/// The certificate of a stage of a reduction.
struct ProvenStage {
  Certificate certificate;
  uint64_t kept = 0; ///< In events.
};

struct Timing {
  double recordSeconds = 0;
  double testsSeconds = 0;
  double medianTestMilliseconds = 0;
  double p95TestMilliseconds = 0;
  unsigned lanes = 1;      ///< Number of partial executions at once.
  uint64_t unusedRuns = 0; ///< Runs made in advance that nobody asked for.
};

/// The result of `pinstripe reduce`.
struct ReductionSummary : RunHeader {
  /// The events executed in the final configuration: critical ones, those that
  /// can't be skipped, and those that the user has pinned.
  EventSet kept;
  Certificate certificate = {};
  /// None if it was not tried.
  std::optional<RepeatedRuns> repeated = std::nullopt;
  /// None if no other poison was tried.
  std::optional<PoisonFinding> poisonFinding = std::nullopt;
  /// True if other orders of the elements have removed nothing more.
  bool isFixpoint = false;
  size_t rounds = 1; ///< The rounds of the algorithm.
  /// After an early end: the number of elements that were left, and how many of
  /// them are known to be needed.
  size_t elements = 0;
  size_t provenNeeded = 0;
  /// The certificate of an earlier stage, which had more events.
  std::optional<ProvenStage> provenBefore = std::nullopt;
  /// The largest set of events that was seen not to reproduce the output, if
  /// the algorithm looks for one.
  std::optional<EventSet> largestPassing = std::nullopt;
  /// Events that the user wanted to be executed, and that could be skipped. It
  /// has no size if there are none.
  EventSet userPinned = {};
  /// Guarded flow: the kept conditions that decide that other kept events
  /// happen. It has no size in trace flow.
  EventSet guards = {};
  /// The values of kept events in the recorded run, as far as known.
  ValuesOfEvents values = {};
  TestTally tests = {};
  Timing time = {};

  /// Returns true for an event that only another poison shows to be needed.
  bool isMissingElsewhere(EventIndex event) const {
    return poisonFinding && !poisonFinding->missing.isUnset() &&
           poisonFinding->missing.contains(event);
  }
  bool isFlaky() const { return repeated && repeated->differ(); }
  bool isUserPinned(EventIndex event) const {
    return !userPinned.isUnset() && userPinned.contains(event);
  }
  bool isGuard(EventIndex event) const {
    return !guards.isUnset() && guards.contains(event);
  }
  /// Returns the number of kept events that the user has pinned.
  uint64_t keptUserPinned() const {
    return llvm::count_if(
        kept, [&](EventIndex event) { return isUserPinned(event); });
  }
  bool isOneMinimal() const { return certificate.isOneMinimal(); }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_REDUCTIONSUMMARY_H
