//===- Subsets.h - Splits elements into subsets -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_SUBSETS_H
#define PINSTRIPE_REDUCTION_SUBSETS_H

#include "pinstripe/Reduction/Element.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace pinstripe {

/// Where the larger subsets are if the sizes differ.
enum class Larger : bool { First, Last };

/// `count` runs of consecutive elements whose sizes differ by at most one.
/// `count` is at most the number of elements.
std::vector<std::vector<Element>> splitInto(llvm::ArrayRef<Element> elements,
                                            size_t count, Larger larger);

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SUBSETS_H
