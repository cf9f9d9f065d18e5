// Defines the result of `pinstripe reduce`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_REDUCTIONSUMMARY_H
#define PINSTRIPE_RESULT_REDUCTIONSUMMARY_H

#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/EventValues.h"
#include "pinstripe/Result/KeptReason.h"
#include "pinstripe/Result/RunHeader.h"
#include "pinstripe/Result/TestTally.h"

namespace pinstripe {

/// How often the result of a reduction was executed again, and how often it
/// reproduced the output.
struct RepeatedRuns {
  unsigned runs = 0;
  /// How many of the repeated runs reproduced the output.
  unsigned reproduced = 0;
  /// Returns true if some of the repeated runs did not reproduce the output.
  bool differ() const { return reproduced != runs; }
};

/// Says whether the kept events reproduce the output also if another poison is
/// used. The poison is the pattern that fills memory which the program has not
/// set.
struct PoisonFinding {
  /// True if the kept events do not reproduce the output when another pattern
  /// (poison) fills the memory that nothing has set.
  bool isSensitive = false;
  /// The events that must be executed, besides those of the result, to
  /// reproduce the output with another poison, a pattern that fills unset
  /// memory. Empty if these events are not known.
  EventSet missing;
};

/// A stage of a reduction that was followed by others, and what was proved
/// about the events that were left after the stage.
struct ProvenStage {
  Certificate certificate;
  uint64_t kept = 0; ///< How many events were left after the stage.
};

/// A cleanup and the construction of the object that the cleanup destroys. A
/// cleanup is the call of a destructor at the end of a scope. Either both are
/// executed, or both are skipped.
struct GluedCleanup {
  EventIndex cleanup{};
  EventIndex construction{};
};

struct Timing {
  double recordSeconds = 0;
  double testsSeconds = 0;
  double medianTestMilliseconds = 0;
  double p95TestMilliseconds = 0;
  unsigned lanes = 1; ///< The number of runs that were made at the same time.
  /// The number of runs that were made in advance, but whose outcomes were not
  /// needed.
  uint64_t unusedRuns = 0;
};

/// The result of `pinstripe reduce`, a small set of events that still
/// reproduces the output.
struct ReductionSummary : RunHeader {
  /// The events that the reduced run executes: the critical events, the events
  /// that can't be skipped, and the events that the user wants to keep.
  EventSet kept;
  Certificate certificate = {};
  /// How often the result was executed again, and how often it reproduced the
  /// output; nullopt if it was not executed again.
  std::optional<RepeatedRuns> repeated = std::nullopt;
  /// Says whether the kept events reproduce the output also if another pattern
  /// (poison) fills the memory that nothing has set. nullopt if that is not
  /// known.
  std::optional<PoisonFinding> poisonFinding = std::nullopt;
  /// True if the reduction was repeated until a whole round removed nothing.
  bool isFixpoint = false;
  size_t rounds = 1; ///< How many rounds of the algorithm were made.
  /// `elements` is how many elements (parts of the run that are removed as a
  /// whole) are left. `provenNeeded` is how many of these elements are known to
  /// be needed; it is set only if the reduction ended early.
  size_t elements = 0;
  size_t provenNeeded = 0;
  /// What an earlier stage of the reduction has proved about the events that it
  /// left. Set only if later stages removed more events, so that nothing is
  /// proved about the final result; otherwise nullopt.
  std::optional<ProvenStage> provenBefore = std::nullopt;
  /// The largest tested set of events that did not reproduce the output. Only
  /// ddmax and isolate look for one. nullopt for other algorithms, or if none
  /// was found.
  std::optional<EventSet> largestPassing = std::nullopt;
  /// Events that could be skipped, but are executed because the user asked to
  /// keep them. If there are none, the set may be unset (of size 0).
  EventSet userPinned = {};
  /// The kept conditions on which other kept events depend. They are known only
  /// in guarded flow, where each condition must decide as in the recorded run.
  /// In trace flow, where the recording decides where control goes, the set is
  /// unset (of size 0).
  EventSet guards = {};
  /// The kept cleanups, in the order of the run. A cleanup is a call of a
  /// destructor. Each of these cleanups is executed or skipped together with
  /// the construction of its object. So none of them can be critical by itself.
  std::vector<GluedCleanup> cleanups = {};
  /// The values that the kept events read and wrote in the recorded run, as far
  /// as they are known.
  ValuesOfEvents values = {};
  /// The reasons why events were kept, as far as they are known.
  KeptReasons reasons = {};
  TestTally tests = {};
  Timing time = {};

  /// Returns true if the event is not kept, but would be needed to reproduce
  /// the output if another pattern (poison) filled the memory that nothing has
  /// set.
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
  /// Returns the event that constructed the object which the cleanup `event`
  /// destroys, if the two are only executed or skipped together. Returns
  /// nullopt for all other events.
  std::optional<EventIndex> constructionOf(EventIndex event) const {
    auto found = llvm::lower_bound(
        cleanups, event, [](const GluedCleanup &each, EventIndex wanted) {
          return each.cleanup < wanted;
        });
    if (found == cleanups.end() || found->cleanup != event)
      return std::nullopt;
    return found->construction;
  }
  /// Returns how many of the kept events could be skipped, but are executed
  /// because the user asked to keep them.
  uint64_t keptUserPinned() const {
    return llvm::count_if(
        kept, [&](EventIndex event) { return isUserPinned(event); });
  }
  bool isOneMinimal() const { return certificate.isOneMinimal(); }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_REDUCTIONSUMMARY_H
