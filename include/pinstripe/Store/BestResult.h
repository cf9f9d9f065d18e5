//===- BestResult.h - The best configuration so far -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_STORE_BESTRESULT_H
#define PINSTRIPE_STORE_BESTRESULT_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace pinstripe {

/// The smallest configuration known to reproduce the output, as stored in
/// `best.yaml` at each improvement.
struct BestResult {
  EventSet kept; ///< of the size of the trace
  /// By unit, where all instances of a statement go together: what is feasible
  /// of their events is kept. `kept` is clear then: as text, millions of
  /// events by the ranges would take longer than a test.
  EventSet keptUnits;
  uint64_t tests = 0; ///< distinct tests so far
  /// What went in or out as one, in the words of the JSON output.
  std::string granularity = "instance";
  /// Events that the user wanted to be kept; may have no size if none.
  EventSet userPinned;
  /// What the others were kept for.
  PredicateSpec predicate;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  Flow flow = Flow::Trace;

  size_t size() const { return kept.count() + keptUnits.count(); }
  /// What was certified, in the words of `minimality` in the JSON output:
  /// "none", "1-minimal", ...
  std::string minimality = "none";
};

/// YAML; events and units count from 1 there, as in the reports, neighbours as
/// ranges: `1-4 7 9-10`.
std::string formatBest(const BestResult &best);

/// TraceFormatErrors as with parseCase; an event beyond the end of the trace
/// is one too.
llvm::Expected<BestResult> parseBest(llvm::StringRef text,
                                     llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_BESTRESULT_H
