// Splits a list of elements into subsets of almost equal size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_SUBSETS_H
#define PINSTRIPE_REDUCTION_SUBSETS_H

#include "pinstripe/Reduction/Element.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace pinstripe {

/// Says which subsets are larger if their sizes differ: the first or the last
/// ones.
enum class Larger : bool { First, Last };

/// Splits `elements` into `count` subsets of consecutive elements. The sizes of
/// the subsets differ by at most one. `count` must not be larger than the
/// number of elements.
std::vector<std::vector<Element>> splitInto(llvm::ArrayRef<Element> elements,
                                            size_t count, Larger larger);

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SUBSETS_H
