// Holds the best result of a reduction so far, and formats and parses
// best.yaml.
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

/// The best result of a reduction so far: the smallest set of events that
/// reproduces the output. An event is one execution of a statement. The result
/// is written to `best.yaml` whenever it gets smaller.
struct BestResult {
  EventSet kept; ///< the events of the trace that the result keeps
  /// The statements that the result keeps, if the reduction removes statements
  /// with all their executions; otherwise empty. If there are such statements,
  /// `kept` is empty, since it would take too long to write millions of events.
  /// The kept events are then the events of these statements, without those in
  /// calls that are no longer made.
  UnitSet keptUnits;
  /// How many tests the reduction needed to find this result.
  uint64_t tests = 0;
  /// The events that the user asked to keep. If the user asked for none, the
  /// set is empty or unset (see IndexSet::isUnset).
  EventSet userPinned;
  /// The predicate that holds for a run of only the kept events.
  PredicateSpec predicate;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  Flow flow = Flow::Trace;
  /// True if the reduction was a step of another verb. A verb is a command of
  /// the tool, such as `locate`. Such a result never replaces a result that the
  /// user has asked for.
  bool isStep = false;
  /// The proof about the kept events, for example that no single event can be
  /// left out. best.yaml uses the same words for this as the JSON output.
  Certificate certificate;

  size_t size() const { return kept.count() + keptUnits.count(); }
};

/// Formats a result as the YAML text of best.yaml. The numbers of events and
/// statements in the text begin at 1, as in reports. Consecutive numbers form
/// ranges, as in `1-4 7 9-10`.
std::string formatBest(const BestResult &best);

/// Parses the text of `best.yaml`. Returns a TraceFormatError if the text can't
/// be read, has another version, or has an event beyond the end of the trace.
llvm::Expected<BestResult> parseBest(llvm::StringRef text,
                                     llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_BESTRESULT_H
