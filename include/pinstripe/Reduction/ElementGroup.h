// A group of elements that a reduction tries to remove at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ELEMENTGROUP_H
#define PINSTRIPE_REDUCTION_ELEMENTGROUP_H

#include "pinstripe/Reduction/Element.h"
#include <string>
#include <vector>

namespace pinstripe {

/// Elements that belong together and may well be irrelevant as a whole:
/// `reduce` tries to remove them at once before the algorithm begins. Groups
/// may overlap and contain each other. A group whose elements are already gone
/// costs no test, so the parts of a group can be listed after it. The caller
/// says which elements make a group.
struct ElementGroup {
  /// Name of the group's kind, such as "calls". In progress reports it is the
  /// name of the phase.
  std::string label;
  std::vector<Element> elements;
  /// True if the elements are known to work only together, such as an operation
  /// and the undoing of it. The algorithm then treats the group as one element.
  bool isIndivisible = false;
  /// An estimate of the chance that the group can be removed. It only counts at
  /// first: soon the results of other groups with this label outweigh it.
  double chance = 0.5;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ELEMENTGROUP_H
