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

/// Elements that may well be irrelevant as a whole: `reduce` tries to remove
/// them at once before the algorithm begins. Groups may overlap and contain
/// each other; what is no longer there costs no test, so a group can be
/// followed by its parts. Driver says what makes a group.
struct ElementGroup {
  std::string label; ///< the phase of the reduction: "calls"
  std::vector<Element> elements;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ELEMENTGROUP_H
