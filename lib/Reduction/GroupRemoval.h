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
#include <vector>

namespace pinstripe {

/// The stage before an algorithm: tries to remove whole groups from the best
/// configuration. It certifies nothing.
///
/// Groups of the same label come in the given order. Among labels it prefers
/// the one that promises to remove most: the elements left of its next group,
/// times the share of its groups that could go so far (two more assumed, which
/// went with the chance that the groups name). In some programs calls can go,
/// in others only statements can; and what never succeeds is soon not tried any
/// more: a group that promises less than two elements is left to the algorithm,
/// which does better.
///
/// Cost: at most one test a group. None for a group of which nothing is left,
/// nor for one of which the same is left as of another that had to stay: the
/// cache knows that answer.
class GroupRemoval : public Reducer {
public:
  /// `groups` must outlive the reducer.
  GroupRemoval(Configuration start, llvm::ArrayRef<ElementGroup> groups);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<GroupRemoval>(*this);
  }
  llvm::StringRef phase() const override;
  /// None: what comes after the groups is not known here.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  /// The groups of one label.
  struct Queue {
    std::vector<const ElementGroup *> groups;
    size_t position = 0; ///< of its next group
    double promise = 0;  ///< of that group; 0: there is none
    size_t removed = 0;  ///< groups that could go
    size_t tried = 0;
  };
  void findPromising(Queue &queue) const;

  std::vector<Queue> queues;     ///< in the order of their first groups
  std::optional<size_t> current; ///< the one with the group in question
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_GROUPREMOVAL_H
