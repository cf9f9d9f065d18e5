//===- ResultKeeper.h - The best result so far, on disk -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_RESULTKEEPER_H
#define PINSTRIPE_DRIVER_RESULTKEEPER_H

#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// Writes the best result of a reduction into the case directory whenever it
/// gets better. What a former reduction for the same output has left there
/// stays until this one has come as far.
class ResultKeeper {
public:
  /// `directory` must outlive it.
  explicit ResultKeeper(CaseDirectory &directory);

  llvm::Error improve(const BestResult &best);
  /// The reduction is done: this is the result, whatever was there.
  llvm::Error finish(const BestResult &best) {
    return directory.writeBest(best);
  }

private:
  CaseDirectory &directory;
  std::optional<BestResult> former;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_RESULTKEEPER_H
