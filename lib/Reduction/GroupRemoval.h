// Tries to remove whole groups of elements before the reduction algorithm
// begins, so that fewer tests are needed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_GROUPREMOVAL_H
#define PINSTRIPE_REDUCTION_GROUPREMOVAL_H

#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Reduction/Reducer.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace pinstripe {

/// The stage before an algorithm: tries to remove whole groups of elements from
/// the best configuration. This stage certifies nothing.
///
/// Groups of the same kind have the same label, such as "calls". The groups
/// with one label are tried in the given order. Of the next groups of all
/// labels, the group that promises to remove most elements is tested. The
/// promise of a group is the number of its remaining elements, times the chance
/// that a group with its label can be removed. This chance is the share of
/// groups with this label that could be removed so far. The estimate
/// ElementGroup::chance, which is made before the reduction, contributes to
/// this share as much as two tests. A group that promises less than two
/// elements is not tried. So if groups with some label could not be removed,
/// the others with this label are soon given up.
///
/// Cost: at most one test for each group. A group costs no test if none of its
/// elements is left, or if the cache has the outcome of the configuration
/// without the group.
class GroupRemoval : public Reducer {
public:
  /// Makes a reducer that tries to remove `groups`, which must outlive the
  /// reducer.
  GroupRemoval(Configuration start, llvm::ArrayRef<ElementGroup> groups);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<GroupRemoval>(*this);
  }
  llvm::StringRef phase() const override;
  /// Returns nullopt: the number of tests left also depends on the algorithm
  /// that follows this stage, which is unknown here.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  /// The groups of one kind (with the same label), in the order in which they
  /// are tried.
  struct Queue {
    std::vector<const ElementGroup *> groups;
    /// The index of the group that is tried next, in `groups`.
    size_t position = 0;
    /// How many elements the test of the next group is expected to remove: the
    /// number of the group's remaining elements, times the chance that the
    /// group can be removed. 0 if there is no next group.
    double promise = 0;
    /// How many groups of this queue were removed by a test.
    size_t removed = 0;
    size_t tried = 0;
  };
  void findPromising(Queue &queue) const;

  /// One queue of groups for each label (kind of group), in the order in which
  /// the labels first occur in the list of groups.
  std::vector<Queue> queues;
  /// The index of the queue (in `queues`) from which the group under test
  /// comes; nullopt if no group is left to test.
  std::optional<size_t> current;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_GROUPREMOVAL_H
