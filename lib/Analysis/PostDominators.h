// Computes immediate post-dominators in the control-flow graph of one function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The influence of a condition ends at its immediate post-dominator: the first
// place that all ways from the condition to the end of the function have in
// common.

#ifndef PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H
#define PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace pinstripe {

/// Finds the immediate post-dominator of each entry of one function, and stores
/// it in `postDominators`. An entry is an address at which control enters a
/// statement.
///
/// `entries` has the numbers of the function's entries, in order of address.
/// These numbers are the indices into `successors` and `postDominators`. The
/// number `exit` stands for the end of the function. Edges to other functions
/// are ignored. If control can't leave a loop, the loop's last entry gets an
/// edge to `exit`, so that each entry has a post-dominator.
void findPostDominators(
    llvm::ArrayRef<uint32_t> entries,
    llvm::ArrayRef<llvm::SmallVector<EntryId, 2>> successors, EntryId exit,
    llvm::MutableArrayRef<EntryId> postDominators);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H
