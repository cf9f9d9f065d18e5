// All that a report can say.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_REDUCTIONSUMMARY_H
#define PINSTRIPE_RESULT_REDUCTIONSUMMARY_H

#include "pinstripe/Result/EventValues.h"
#include "pinstripe/Result/RunHeader.h"
#include "pinstripe/Result/TestTally.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A result, executed again.
struct RepeatedRuns {
  unsigned runs = 0;
  unsigned reproduced = 0; ///< of them
  /// They are not deterministic.
  bool differ() const { return reproduced != runs; }
};

/// A result with other values in uninitialised memory.
struct GarbageFinding {
  bool isSensitive = false; ///< it does not reproduce the output
  /// Events that it needs there as well; empty if that can't be told.
  EventSet missing;
};

/// A certificate, in the words of `minimality`, and of how many events; empty:
/// there is none.
struct ProvenStage {
  std::string minimality;
  uint64_t kept = 0;
};

struct Timing {
  double totalSeconds = 0;
  double recordSeconds = 0;
  double testsSeconds = 0;
  double medianTestMilliseconds = 0;
  double p95TestMilliseconds = 0;
  unsigned lanes = 1;      ///< partial executions at once
  uint64_t unusedRuns = 0; ///< made in advance, but not asked for
};

/// Everything that reporters need, and the only thing that they get. Table
/// and trace must outlive it.
struct ReductionSummary {
  std::string version;
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  /// The events executed in the final configuration: the critical ones, the
  /// pinned ones among them, and those that the user has pinned.
  EventSet kept;
  /// `1-minimal` only after a complete sweep over instances, `1-minimal by
  /// unit`, `by iteration` or `by invocation` after one over statements,
  /// iterations or invocations, else `none`.
  std::string minimality = "none";
  /// What went in or out as one: "instance", "statement", "iteration" or
  /// "invocation".
  std::string granularity = "instance";
  /// None: not tried.
  std::optional<RepeatedRuns> repeated = std::nullopt;
  std::optional<GarbageFinding> garbage = std::nullopt;
  bool interrupted = false;
  /// The option that ended it before it was done, "--max-tests"; else empty.
  std::string exhausted = "";
  /// Going on with other orders of the elements has removed nothing more.
  bool isFixpoint = false;
  size_t rounds = 1; ///< of the algorithm
  /// If it ended early: how many elements were left, and of how many of them it
  /// is known that they can't go alone.
  size_t elements = 0;
  size_t provenNeeded = 0;
  /// What a former stage had certified of more events.
  ProvenStage provenBefore = {};
  /// Of algorithms that look for it: the largest set of events that was seen
  /// not to reproduce the output.
  std::optional<EventSet> largestPassing = std::nullopt;
  /// Events that the user wanted to be executed, and that could be skipped;
  /// empty: none.
  EventSet userPinned = {};
  /// Guarded flow: the kept conditions that decide that others of the kept
  /// events happen; empty in trace flow.
  EventSet guards = {};
  /// What kept events read and wrote in the recorded run; empty: not known.
  ValuesOfEvents values = {};
  TestTally tests = {};
  Timing time = {};

  /// As in GarbageFinding.
  bool isMissingElsewhere(EventIndex event) const {
    return garbage && !garbage->missing.isUnset() &&
           garbage->missing.contains(event);
  }
  bool isFlaky() const { return repeated && repeated->differ(); }
  bool isUserPinned(EventIndex event) const {
    return !userPinned.isUnset() && userPinned.contains(event);
  }
  bool isGuard(EventIndex event) const {
    return !guards.isUnset() && guards.contains(event);
  }
  /// At its granularity.
  bool isOneMinimal() const {
    return minimality == "1-minimal" ||
           llvm::StringRef(minimality).starts_with("1-minimal by ");
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_REDUCTIONSUMMARY_H
