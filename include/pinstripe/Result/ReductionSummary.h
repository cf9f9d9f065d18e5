// The result of `pinstripe reduce`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_REDUCTIONSUMMARY_H
#define PINSTRIPE_RESULT_REDUCTIONSUMMARY_H

#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/EventValues.h"
#include "pinstripe/Result/RunHeader.h"
#include "pinstripe/Result/TestTally.h"

namespace pinstripe {

/// How often a result was executed again.
struct RepeatedRuns {
  unsigned runs = 0;
  unsigned reproduced = 0; ///< How many of these runs reproduced the output.
  /// Returns true if not all of these runs reproduced the output.
  bool differ() const { return reproduced != runs; }
};

/// What came out when a result was executed again with another poison, that is,
/// with other values in uninitialised memory.
struct PoisonFinding {
  bool isSensitive = false; ///< The result did not reproduce the output.
  /// Further events needed with the other poison; empty if they aren't known.
  EventSet missing;
};

/// The certificate of a stage of a reduction.
struct ProvenStage {
  Certificate certificate;
  uint64_t kept = 0; ///< How many events were left after that stage.
};

struct Timing {
  double recordSeconds = 0;
  double testsSeconds = 0;
  double medianTestMilliseconds = 0;
  double p95TestMilliseconds = 0;
  unsigned lanes = 1;      ///< How many partial executions run at once.
  uint64_t unusedRuns = 0; ///< Runs made in advance, but not needed.
};

/// The result of `pinstripe reduce`.
struct ReductionSummary : RunHeader {
  /// The events executed in the final configuration: critical ones, those that
  /// can't be skipped, and those that the user has pinned.
  EventSet kept;
  Certificate certificate = {};
  /// How often the result was executed again; nullopt if it was not.
  std::optional<RepeatedRuns> repeated = std::nullopt;
  /// What came out with another poison; nullopt if no other one was tried.
  std::optional<PoisonFinding> poisonFinding = std::nullopt;
  /// True if rounds with other orders of the elements removed nothing more.
  bool isFixpoint = false;
  size_t rounds = 1; ///< How many rounds the algorithm took.
  /// How many elements were left and, after an early end, how many of these are
  /// known to be needed.
  size_t elements = 0;
  size_t provenNeeded = 0;
  /// The certificate of an earlier stage; events were removed after that.
  std::optional<ProvenStage> provenBefore = std::nullopt;
  /// The largest set of events found not to reproduce the output; nullopt if
  /// the algorithm does not look for one.
  std::optional<EventSet> largestPassing = std::nullopt;
  /// Events that could be skipped, but are executed since the user wants that.
  /// The set may have no size if there are none.
  EventSet userPinned = {};
  /// In guarded flow, the kept conditions that decide that other kept events
  /// happen. In trace flow the set has no size.
  EventSet guards = {};
  /// What the kept events read and wrote in the recorded run, as far as known.
  ValuesOfEvents values = {};
  TestTally tests = {};
  Timing time = {};

  /// Returns true for an event that is needed only with another poison.
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
  /// Returns how many kept events the user has pinned.
  uint64_t keptUserPinned() const {
    return llvm::count_if(
        kept, [&](EventIndex event) { return isUserPinned(event); });
  }
  bool isOneMinimal() const { return certificate.isOneMinimal(); }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_REDUCTIONSUMMARY_H
