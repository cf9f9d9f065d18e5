//===- GroupRemoval.h - Removes whole groups of elements --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_GROUPREMOVAL_H
#define PINSTRIPE_REDUCTION_GROUPREMOVAL_H

#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Reduction/Reducer.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// The stage before an algorithm: tries to remove each group from the best
/// configuration, once, in the given order. It certifies nothing.
///
/// Cost: at most one test a group. None for a group of which nothing is left,
/// nor for one of which the same is left as of another that had to stay: the
/// cache knows that answer.
class GroupRemoval : public Reducer {
public:
  /// `groups` must outlive the reducer.
  GroupRemoval(Configuration start, llvm::ArrayRef<ElementGroup> groups)
      : Reducer(std::move(start)), groups(groups) {}

  llvm::StringRef phase() const override;
  /// None: what comes after the groups is not known here.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome) override { ++position; }

  llvm::ArrayRef<ElementGroup> groups;
  size_t position = 0; ///< of the group in question
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_GROUPREMOVAL_H
