// Writes changes as users see them: as lines of the source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATIONWRITER_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATIONWRITER_H

#include "Mutation/ChangeList.h"

namespace pinstripe {

class MutationWriter {
public:
  MutationWriter(ParsedUnit &unit, const FunctionSource &function,
                 const FunctionPlaces &places);

  Mutation write(const Change &change) const;

private:
  struct Characters {
    unsigned begin = 0, end = 0;
  };
  std::optional<Characters> charactersOf(const TokenEdit &edit) const;
  std::optional<unsigned> offsetOf(uint32_t token) const;
  std::optional<unsigned> beginOf(uint32_t token) const;
  std::optional<unsigned> endOf(uint32_t token) const;
  bool isOnOneLine(TokenRange tokens) const;
  unsigned lineBegin(unsigned offset) const;
  unsigned lineEnd(unsigned offset) const;
  uint32_t lineOf(unsigned offset) const;
  void writeInsertion(const Place &place, const Change &change,
                      Mutation &mutation) const;
  bool isBody(const Place &place) const;
  bool writeLine(llvm::ArrayRef<TokenEdit> edits, Mutation &mutation) const;

  ParsedUnit &unit;
  const FunctionSource &function;
  const FunctionPlaces &places;
  /// The whole text of the file in which the function is.
  llvm::StringRef text;
  /// Maps each token of the function to its place in the file. Tokens that come
  /// from the body of a macro are missing. The argument of a macro is included
  /// if the macro uses it once.
  llvm::DenseMap<uint32_t, unsigned> offsets;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_MUTATIONWRITER_H
