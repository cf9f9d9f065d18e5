// Writes the text of a function with all of its mutations, so that a variable
// can choose one of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the literature on mutation testing, such a text is called mutant schemata,
// after Untch, Offutt and Harrold, "Mutation Analysis Using Mutant Schemata"
// (ISSTA 1993).

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATEDTEXT_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATEDTEXT_H

#include "Mutation/MutationLister.h"

namespace pinstripe {

/// The text that replaces a function's body in the source. The text contains
/// the original and the mutations.
struct MutatedText {
  std::string text;
  /// The mutations in the order of the numbers that choose them. Each mutation
  /// is given as its index in ListedFunction::changes.
  std::vector<size_t> numbered;
  /// A mutation in the text. `begin` and `end` are the offsets of its code in
  /// `text`, and `change` is its index in ListedFunction::changes.
  struct Alternative {
    size_t begin = 0, end = 0;
    size_t change = 0;
  };
  std::vector<Alternative> alternatives;
};

/// Writes a text for a function. The text contains both the function's original
/// code and the given mutations. The number `firstNumber` chooses the original
/// code, and each number after it chooses a mutation.
MutatedText writeMutations(ParsedUnit &unit, const FunctionSource &function,
                           const ListedFunction &listed,
                           llvm::ArrayRef<size_t> mutations,
                           uint32_t firstNumber);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATEDTEXT_H
