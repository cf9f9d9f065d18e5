// Defines the result of `pinstripe slice`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SLICESUMMARY_H
#define PINSTRIPE_RESULT_SLICESUMMARY_H

#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

/// The result of `pinstripe slice`.
struct SliceSummary : RunHeader {
  /// The criterion of the slice, in the words of the command line: predicates
  /// such as `--keep 'sum = .*'`, or places in the source.
  std::vector<std::string> criterion = {};
  Slice slice = {};
  /// True if uninitialised memory was filled with poison (a pattern); false if
  /// it held old values.
  bool isPoisoned = true;
  /// How many nodes the graph of dependences has. Most of them are executed
  /// instructions.
  uint64_t instructions = 0;
  uint64_t dependences = 0;
  double recordSeconds = 0, sliceSeconds = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_SLICESUMMARY_H
