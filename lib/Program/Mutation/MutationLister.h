// Lists all mutations of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATIONLISTER_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATIONLISTER_H

#include "Mutation/ChangeList.h"
#include "Mutation/UnitNames.h"

namespace pinstripe {

/// The places and changes of a function, and the changes as users see them.
struct ListedFunction {
  FunctionPlaces places;
  std::vector<Change> changes;
  std::vector<Mutation> mutations; ///< One for each of `changes`.
};

/// Lists the mutations of a function in the order of MutationOperator. Those of
/// one kind are in the order of the source.
ListedFunction listMutations(ParsedUnit &unit, const FunctionSource &function,
                             const UnitNames &names);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATIONLISTER_H
