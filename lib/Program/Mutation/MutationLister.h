// Lists all mutations of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATIONLISTER_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATIONLISTER_H

#include "Mutation/ChangeList.h"
#include "Mutation/UnitNames.h"
#include "pinstripe/Program/Mutation.h"

namespace pinstripe {

/// The places of a function, which are the parts that can be changed, and all
/// their changes.
struct ListedFunction {
  FunctionPlaces places;
  std::vector<Change> changes;
};

/// Lists the changes of a function in the order of MutationOperator. Changes of
/// one kind are in the order of the source.
ListedFunction listChanges(ParsedUnit &unit, const FunctionSource &function,
                           const UnitNames &names);

/// Describes the changes as they are shown to users.
std::vector<Mutation> describeChanges(ParsedUnit &unit,
                                      const FunctionSource &function,
                                      const ListedFunction &listed);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATIONLISTER_H
