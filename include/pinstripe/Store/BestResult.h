// Defines the best result of a reduction so far, as stored in best.yaml.
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

/// The result of a reduction: the smallest set of events so far that reproduces
/// the output. It is written to `best.yaml` whenever it gets smaller.
struct BestResult {
  EventSet kept; ///< the events of the trace that the result keeps
  /// The statements that the result keeps, if the reduction removes statements
  /// with all their instances. Then `kept` is empty, since writing millions of
  /// events as text would take longer than a test. The kept events are all
  /// events of these statements, except for those in calls that are no longer
  /// made.
  UnitSet keptUnits;
  uint64_t tests = 0; ///< How many tests the reduction made until this result.
  /// The events that the user asked to keep. The set is empty or unset (see
  /// IndexSet::isUnset) if the user asked for none.
  EventSet userPinned;
  /// The predicate that a run of only the kept events fulfils.
  PredicateSpec predicate;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  Flow flow = Flow::Trace;
  /// True if the reduction was a step of another verb, such as `locate`. Such a
  /// result never replaces one that the user has asked for.
  bool isStep = false;
  /// Says what is proved about the kept events, for example that no single one
  /// can be left out. In best.yaml it has the same words as in the JSON output.
  Certificate certificate;

  size_t size() const { return kept.count() + keptUnits.count(); }
};

/// Formats a result as YAML. Events and statements are numbered from 1, as in
/// reports, and consecutive numbers form ranges: `1-4 7 9-10`.
std::string formatBest(const BestResult &best);

/// Parses the text of `best.yaml`. Returns a TraceFormatError if the text can't
/// be read, has another version, or has an event beyond the end of the trace.
llvm::Expected<BestResult> parseBest(llvm::StringRef text,
                                     llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_BESTRESULT_H
