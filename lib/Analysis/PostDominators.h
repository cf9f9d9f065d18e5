// Computes the immediate post-dominators of the entries of one function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H
#define PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H

#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace pinstripe {

/// Fills in `postDominators`, which is indexed by entry as `successors` is, for
/// `entries`: those of one function, in order of address. `exit` stands for the
/// end of the function, in both vectors. Edges to other functions are ignored,
/// and the last entry of a loop without an end gets an edge to `exit`.
void findPostDominators(
    llvm::ArrayRef<uint32_t> entries,
    llvm::ArrayRef<llvm::SmallVector<EntryId, 2>> successors, EntryId exit,
    llvm::MutableArrayRef<EntryId> postDominators);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_POSTDOMINATORS_H
