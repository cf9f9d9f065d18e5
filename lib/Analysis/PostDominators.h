// Computes the immediate post-dominators of the entries of one function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H
#define PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace pinstripe {

/// Finds the immediate post-dominator of each of `entries`, which are the
/// entries of one function in order of address, and stores it in
/// `postDominators`. Both `successors` and `postDominators` are indexed by
/// entry; in both, `exit` stands for the end of the function. Edges to other
/// functions are ignored. The last entry of a loop without an end gets an edge
/// to `exit`.
void findPostDominators(
    llvm::ArrayRef<uint32_t> entries,
    llvm::ArrayRef<llvm::SmallVector<EntryId, 2>> successors, EntryId exit,
    llvm::MutableArrayRef<EntryId> postDominators);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H
