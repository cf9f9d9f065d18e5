// Follows dependences from a suspect line to the wrong output or the crash.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_CAUSECHAIN_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_CAUSECHAIN_H

#include "Slice/WrongLine.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

struct CauseChain {
  /// The number of events (executions of statements) in the full slice, which
  /// follows dependences on values, addresses and decisions.
  uint64_t slicedEvents = 0;
  /// The event (execution of a statement) of the suspect line with which the
  /// chain begins. Nullopt if no line is suspect, or if neither an experiment
  /// nor a slice shows which event of the line matters.
  std::optional<EventIndex> cause = {};
  /// The chain of dependences from `cause` to the wrong output or the crash;
  /// empty if there is no such chain.
  std::vector<CauseLink> links = {};
  /// The earlier events whose values the event `cause` has used (see
  /// ExplainSummary::origins).
  std::vector<CauseOrigin> origins = {};
};

/// Returns the events on the shortest way from `from` to the criterion of the
/// slice, which is the set of events from which the slice was made. Returns an
/// empty list if the slice does not contain `from`.
std::vector<CauseLink> chainIn(const Slice &slice, EventIndex from);

/// Returns the events of a slice whose values or addresses the event `cause`
/// has used. If there are many, returns only the last ones. If there is only
/// one such event, also returns the event whose values that event has used, and
/// so on back, as long as there is only one.
std::vector<CauseOrigin> originsIn(const Slice &slice, EventIndex cause);

/// Says where a chain of dependences ends: at a wrong line of output, or at a
/// crash.
struct ChainEnd {
  /// The first wrong line of output; nullopt for a crash.
  const std::optional<WrongLine> &wrong;
  /// The line that should have been printed in place of the wrong line; nullopt
  /// if there should have been no line.
  std::optional<std::string> expected = {};
};

/// Records the dependences of the run, and follows them from the line `suspect`
/// to the wrong line of output. If there is no wrong line, follows them to the
/// crash.
///
/// A chain of dependences by values only is best. Next comes a chain that also
/// has addresses and decisions. The last choice is a chain over decisions that
/// could have changed a value. A chain to the wrong part of the line is better
/// than a chain to the rest of the line. The chain begins at the instance
/// `shown` of the suspect line if this instance leads to the wrong output or
/// the crash, otherwise at the line's last instance that does. `suspect` may be
/// null. Returns a TargetError if it is not known what has printed the line, or
/// an error of recordDependences.
llvm::Expected<CauseChain>
followDependences(const RunnableCase &runnable, const ChainEnd &end,
                  const LineEvidence *suspect, std::optional<EventIndex> shown,
                  const DependenceOptions &recording);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_CAUSECHAIN_H
