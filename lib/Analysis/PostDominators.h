//===- PostDominators.h - Of the entries of one function --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H
#define PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H

#include "pinstripe/Analysis/UnitGraph.h"

namespace pinstripe {

/// Fills in the immediate post-dominators of `entries`, those of one function
/// in order of address. Edges to other functions don't count.
void findPostDominators(llvm::ArrayRef<uint32_t> entries,
                        llvm::ArrayRef<llvm::SmallVector<EntryId, 2>> edges,
                        llvm::MutableArrayRef<EntryId> postDominators);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H
