// Tries to remove whole groups of elements before an algorithm begins.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_GROUPREMOVAL_H
#define PINSTRIPE_REDUCTION_GROUPREMOVAL_H

#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Reduction/Reducer.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace pinstripe {

/// The stage before an algorithm: tries to remove whole groups from the best
/// configuration. This stage certifies nothing.
///
/// Groups of the same label are tried in the given order. The next label is the
/// one with the largest promise: the number of elements left in its next group,
/// times the share of its groups that could go so far. Before any test, the
/// chance that the group itself states counts as that share; it keeps the
/// weight of two tests later. In some programs calls can go, in others only
/// statements can. Groups that promise less than two elements are left to the
/// algorithm, so labels without success are soon abandoned.
///
/// Cost: at most one test for each group, and none if no element of the group
/// is left, or if removing the group leaves a configuration whose outcome is in
/// the cache.
class GroupRemoval : public Reducer {
public:
  /// Makes the stage. `groups`, which it tries to remove, must outlive the
  /// reducer.
  GroupRemoval(Configuration start, llvm::ArrayRef<ElementGroup> groups);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<GroupRemoval>(*this);
  }
  llvm::StringRef phase() const override;
  /// Returns nullopt: the number also depends on the algorithm that follows,
  /// which is unknown here.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  /// The groups that have the same label.
  struct Queue {
    std::vector<const ElementGroup *> groups;
    size_t position = 0; ///< Index of the group that is tried next.
    /// The promise of the next group (its remaining elements, times the chance
    /// that they can go); 0 if there is no next group.
    double promise = 0;
    size_t removed = 0; ///< How many groups of this label were removed.
    size_t tried = 0;
  };
  void findPromising(Queue &queue) const;

  /// One queue for each label, in the order in which labels occur in the
  /// groups.
  std::vector<Queue> queues;
  /// Index of the queue whose group is being tested.
  std::optional<size_t> current;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_GROUPREMOVAL_H
