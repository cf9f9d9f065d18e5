//===- ElementGroup.h - Elements to be removed at once ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_ELEMENTGROUP_H
#define PINSTRIPE_REDUCTION_ELEMENTGROUP_H

#include "pinstripe/Reduction/Element.h"
#include <string>
#include <vector>

namespace pinstripe {

/// Elements that belong together. If they may well be irrelevant as a whole,
/// `reduce` tries to remove them at once before the algorithm begins. Such
/// groups may overlap and contain each other; what is no longer there costs no
/// test, so a group can be followed by its parts. Driver says what makes a
/// group.
struct ElementGroup {
  std::string label; ///< the phase of the reduction: "calls"
  std::vector<Element> elements;
  /// They are known to go in or out together only, as an operation and what
  /// undoes it: the algorithm takes them as one element.
  bool isIndivisible = false;
  /// How likely groups of the label are to go, before any of them was tried.
  double chance = 0.5;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ELEMENTGROUP_H
