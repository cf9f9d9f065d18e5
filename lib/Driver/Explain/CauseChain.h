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
  /// See ExplainSummary::origins.
  std::vector<CauseOrigin> origins = {};
};

/// Returns the events on the shortest way from `from` to the events with which
/// a slice began. Empty if the slice does not contain `from`.
std::vector<CauseLink> chainIn(const Slice &slice, EventIndex from);

/// Returns the events of a slice whose values or addresses `cause` has used,
/// the last ones if there are many. If there is only one such event, returns
/// what that one has used, too, and so on as long as there is only one.
std::vector<CauseOrigin> originsIn(const Slice &slice, EventIndex cause);

/// Returns the part of a printed line that differs from the line that was
/// expected, as positions in the line. Returns the whole line if nothing is
/// expected, or if the line only lacks something.
OutputRange wrongPart(llvm::StringRef printed,
                      const std::optional<std::string> &expected);

/// Says where a chain of dependences ends.
struct ChainEnd {
  /// The first wrong line of output; nullopt for a crash.
  const std::optional<WrongLine> &wrong;
  /// The text that should have been printed in place of the wrong line; nullopt
  /// if the line should not have been printed at all.
  std::optional<std::string> expected = {};
};

/// Records dependences, and follows them from the line `suspect` to the wrong
/// line of output; to the crash if there is no wrong line. Prefers a way by
/// values alone to one with addresses and decisions, and that to one with
/// decisions that could have changed a value. Prefers a way to the wrong part
/// of the line to one to the rest of it. Begins with the instance `shown`, or
/// else with the last one from which a way leads. `suspect` may be null.
/// Returns a TargetError if it is not known what has printed the line, or
/// an error of recordDependences.
llvm::Expected<CauseChain>
followDependences(const RunnableCase &runnable, const ChainEnd &end,
                  const LineEvidence *suspect, std::optional<EventIndex> shown,
                  const DependenceOptions &recording);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_CAUSECHAIN_H
