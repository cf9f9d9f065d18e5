// Writes the best result of a reduction to disk.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_RESULTWRITER_H
#define PINSTRIPE_DRIVER_REDUCE_RESULTWRITER_H

#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// Writes the best result of a reduction into the case directory at each
/// improvement. A result of an earlier reduction for the same output stays
/// until this one is as good.
class ResultWriter {
public:
  /// `directory` must outlive the object.
  explicit ResultWriter(const CaseDirectory &directory);

  llvm::Error improve(const BestResult &best);
  /// Writes the final result of the reduction, whatever is there.
  llvm::Error finish(const BestResult &best) {
    return directory.writeBest(best);
  }

private:
  const CaseDirectory &directory;
  std::optional<BestResult> former;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_RESULTWRITER_H
