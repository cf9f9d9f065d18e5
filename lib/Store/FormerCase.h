//===- FormerCase.h - What a new recording is to replace -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_STORE_FORMERCASE_H
#define PINSTRIPE_LIB_STORE_FORMERCASE_H

#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// A complete case that has been put away into a folder of its case directory
/// for as long as another one is being recorded there. It comes back unless
/// that is completed: a full disk, an error or a kill must not cost a result.
///
/// The trace goes last, both ways, and makes a case complete. To be used by
/// who holds the lock.
class FormerCase {
public:
  explicit FormerCase(std::string location) : location(std::move(location)) {}
  /// Settles.
  ~FormerCase();
  FormerCase(const FormerCase &) = delete;
  FormerCase &operator=(const FormerCase &) = delete;

  /// Moves the case of the directory, if it is complete. Afterwards there is
  /// none.
  llvm::Error putAway();
  /// To be called at any time, also after a kill at any other: the case of the
  /// directory is the new one if that is complete, else the former one.
  llvm::Error settle();
  /// Whether there is something to settle.
  static bool isLeftIn(const std::string &location);

private:
  llvm::Error discard();
  llvm::Error putBack();
  llvm::Error moveBack();
  llvm::Error removeUnfinished();

  std::string location;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_STORE_FORMERCASE_H
