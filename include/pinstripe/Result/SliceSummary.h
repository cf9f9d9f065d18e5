// A slice to be reported.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SLICESUMMARY_H
#define PINSTRIPE_RESULT_SLICESUMMARY_H

#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

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

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_SLICESUMMARY_H
