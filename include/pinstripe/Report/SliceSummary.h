//===- SliceSummary.h - A slice to be reported ------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REPORT_SLICESUMMARY_H
#define PINSTRIPE_REPORT_SLICESUMMARY_H

#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Report/ReductionSummary.h"
#include "pinstripe/Report/TextStyle.h"

namespace pinstripe {

/// "data", "data+address", "full".
llvm::StringRef sliceKindName(SliceKind kind);

/// The result of `pinstripe slice`.
struct SliceSummary {
  std::string version;
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  /// As typed: `--keep 'sum = .*'`, or "standard output".
  std::vector<std::string> criterion = {};
  Slice slice = {};
  /// What was read where nothing had been set is poison, not what happened to
  /// lie there.
  bool isPoisoned = true;
  uint64_t instructions = 0; ///< in the graph
  uint64_t dependences = 0;
  double totalSeconds = 0, recordSeconds = 0, sliceSeconds = 0;
};

void writeSlice(const SliceSummary &summary, const TextStyle &style,
                llvm::raw_ostream &stream);
/// The chain of events from this one to the criterion.
void writeWhy(const SliceSummary &summary, EventIndex event,
              const TextStyle &style, llvm::raw_ostream &stream);
/// As `reduce --json` has a result, with `slice`, and `why` for each event.
/// Lists the first `mostEvents`.
void writeSliceJSON(const SliceSummary &summary, uint64_t mostEvents,
                    llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_SLICESUMMARY_H
