// Defines a group of elements that a reduction tries to remove at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ELEMENTGROUP_H
#define PINSTRIPE_REDUCTION_ELEMENTGROUP_H

#include "pinstripe/Reduction/Element.h"
#include <string>
#include <vector>

namespace pinstripe {

/// Elements that belong together and that the result perhaps does not need:
/// `reduce` tries to remove all of them at once before the algorithm begins.
/// The caller of `reduce` decides which elements make a group. Groups may
/// overlap and contain each other. A group whose elements are already removed
/// costs no test, so a group can be followed by groups of its parts.
struct ElementGroup {
  /// Name of the group's kind, such as "calls". Progress reports use it as the
  /// name of the phase in which such groups are removed.
  std::string label;
  std::vector<Element> elements;
  /// True if the elements can only be removed together, such as an operation
  /// and its undoing. The algorithm then removes the group as if it were one
  /// element.
  bool isIndivisible = false;
  /// An estimate of the chance that the group can be removed. The more groups
  /// with the same label have been tested, the less the estimate counts beside
  /// the outcomes of these tests.
  double chance = 0.5;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ELEMENTGROUP_H
