// The best result of a reduction so far, as stored in best.yaml.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_BESTRESULT_H
#define PINSTRIPE_STORE_BESTRESULT_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace pinstripe {

/// The smallest configuration known to reproduce the output. It is written to
/// `best.yaml` at each improvement.
struct BestResult {
  EventSet kept; ///< The kept events; the universe is the trace.
  /// The kept statement units of a reduction in which all instances of a
  /// statement go together; the feasible events of these units are kept. `kept`
  /// is empty in such a reduction, since writing ranges of millions of events
  /// as text would take longer than a test takes.
  UnitSet keptUnits;
  uint64_t tests = 0; ///< Number of distinct tests so far.
  /// The events that the user wanted to keep. If there are none, the universe
  /// of the set may be 0.
  EventSet userPinned;
  /// The predicate that the kept events fulfil.
  PredicateSpec predicate;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  Flow flow = Flow::Trace;
  Certificate certificate; ///< The file has the words of the JSON output.

  size_t size() const { return kept.count() + keptUnits.count(); }
};

/// Formats a result as YAML. Events and units count from 1, as in reports, and
/// neighbours form ranges: `1-4 7 9-10`.
std::string formatBest(const BestResult &best);

/// Parses a result. Returns a TraceFormatError where parseCase does, and for an
/// event beyond the end of the trace.
llvm::Expected<BestResult> parseBest(llvm::StringRef text,
                                     llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_BESTRESULT_H
