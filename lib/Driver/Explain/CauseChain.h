// Follows dependences from a suspect line to the wrong output or the crash.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_CAUSECHAIN_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_CAUSECHAIN_H

#include "Slice/WrongLine.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

struct CauseChain {
  /// How many events the full slice has.
  uint64_t slicedEvents = 0;
  /// The event with which the chain begins; nullopt if no line is suspect.
  std::optional<EventIndex> cause = {};
  /// Empty if no dependences lead from the cause to the output.
  std::vector<CauseLink> links = {};
};

/// Returns the events on the shortest way from `from` to the events with which
/// a slice began. Empty if the slice does not contain `from`.
std::vector<CauseLink> chainIn(const Slice &slice, EventIndex from);

/// Records dependences, and follows them from the line `suspect` to the wrong
/// line of output; to the crash if there is no wrong line. Prefers a way by
/// values alone to one with addresses and decisions, and that to one with
/// decisions that could have changed a value. Begins with the instance
/// `shown`, or else with the last one from which a way leads. `suspect` may be
/// null. Returns a TargetError if it is not known what has printed the line, or
/// an error of recordDependences.
llvm::Expected<CauseChain>
followDependences(const RunnableCase &runnable,
                  const std::optional<WrongLine> &wrong,
                  const LineEvidence *suspect, std::optional<EventIndex> shown,
                  const DependenceOptions &recording);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_CAUSECHAIN_H
