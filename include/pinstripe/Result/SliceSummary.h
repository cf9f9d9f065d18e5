// Defines the result of `pinstripe slice`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SLICESUMMARY_H
#define PINSTRIPE_RESULT_SLICESUMMARY_H

#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

/// The result of `pinstripe slice`. It holds the events on which an output or a
/// place in the source depends.
struct SliceSummary : RunHeader {
  /// The options of the command line that say what the slice explains: parts of
  /// the output, as in `--keep 'sum = .*'`, or places in the source.
  std::vector<std::string> criterion = {};
  Slice slice = {};
  /// True if uninitialised memory was filled with a pattern (the poison) before
  /// the program ran; false if it kept its accidental content.
  bool isPoisoned = true;
  /// How many nodes the graph of dependences has. Almost every node is an
  /// executed instruction.
  uint64_t instructions = 0;
  uint64_t dependences = 0;
  double recordSeconds = 0, sliceSeconds = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_SLICESUMMARY_H
