// Writes a function with all of its mutations, one of which a variable chooses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The field calls such a text mutant schemata, after Untch, Offutt and Harrold,
// "Mutation Analysis Using Mutant Schemata" (ISSTA 1993).

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATEDTEXT_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATEDTEXT_H

#include "Mutation/MutationLister.h"

namespace pinstripe {

/// The text that stands in the place of FunctionSource::written.
struct MutatedText {
  std::string text;
  /// The mutations in the order of their numbers: indices into
  /// ListedFunction::changes.
  std::vector<size_t> numbered;
  /// The position of a mutation in the text, one for each of `numbered`.
  struct Alternative {
    size_t begin = 0, end = 0;
    size_t change = 0;
  };
  std::vector<Alternative> alternatives;
};

/// Writes a function with some of its mutations. The number `firstNumber`
/// stands for no mutation.
MutatedText writeMutations(ParsedUnit &unit, const FunctionSource &function,
                           const ListedFunction &listed,
                           llvm::ArrayRef<size_t> mutations,
                           uint32_t firstNumber);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATEDTEXT_H
