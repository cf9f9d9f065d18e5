// Reads and writes the best result of a case, which is stored in the case
// directory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_STOREDRESULT_H
#define PINSTRIPE_DRIVER_REDUCE_STOREDRESULT_H

#include "pinstripe/Case/StoredCase.h"

namespace pinstripe {

/// Writes the best result of a reduction into the case directory whenever the
/// reduction finds a better one. The directory may hold the result of an
/// earlier reduction for the same output, made in the same way. Until the new
/// reduction is finished, only a smaller result replaces the earlier one. Some
/// reductions are only a step of another verb. Such a reduction never replaces
/// the result of a reduction that the user has asked for.
class StoredResultWriter {
public:
  /// `directory`, the case directory, must outlive this object.
  explicit StoredResultWriter(const CaseDirectory &directory);

  llvm::Error improve(const BestResult &best);
  /// Writes the final result of the reduction, even over a smaller result of an
  /// earlier reduction. The case directory must have the result that is
  /// reported to the user.
  llvm::Error finish(const BestResult &best);

private:
  bool mayWrite(const BestResult &best) const {
    return !(best.isStep && former && !former->isStep);
  }

  const CaseDirectory &directory;
  std::optional<BestResult> former;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_STOREDRESULT_H
