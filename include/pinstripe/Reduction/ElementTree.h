//===- ElementTree.h - Elements that need others ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_ELEMENTTREE_H
#define PINSTRIPE_REDUCTION_ELEMENTTREE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pinstripe {

/// Elements in preorder: those of a subtree, its root first, are neighbours,
/// and none of them means anything without the root.
struct ElementTree {
  /// Of each element, the number of the one behind its subtree.
  std::vector<uint32_t> ends;
  /// Subtrees with fewer elements are left to the algorithm.
  size_t smallest = 4;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ELEMENTTREE_H
