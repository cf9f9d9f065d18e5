// Defines a tree of elements whose subtrees can be removed as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ELEMENTTREE_H
#define PINSTRIPE_REDUCTION_ELEMENTTREE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pinstripe {

/// A tree of the elements that a reduction keeps or removes. The elements are
/// numbered in preorder: the elements of a subtree have consecutive numbers,
/// and its root has the first of these numbers. If the root is removed, the
/// rest of its subtree has no effect.
struct ElementTree {
  /// For each element, the end of the subtree that begins with this element:
  /// the number of the first element after the subtree.
  std::vector<uint32_t> ends;
  /// The number of elements of the smallest subtrees that are removed as a
  /// whole. Smaller ones are left to the algorithm, which removes single
  /// elements.
  size_t smallest = 4;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ELEMENTTREE_H
