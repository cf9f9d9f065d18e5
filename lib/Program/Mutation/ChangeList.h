// Collects the changes of a function, without those that change nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGELIST_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGELIST_H

#include "Mutation/FunctionPlaces.h"
#include "pinstripe/Program/Mutation.h"
#include "llvm/ADT/DenseSet.h"

namespace pinstripe {

/// A change of the tokens (words and signs) of one part of a function.
struct Change {
  MutationOperator kind = MutationOperator::Constant;
  /// The part of the function that is changed: an index into
  /// FunctionPlaces::places.
  uint32_t place = 0;
  /// The edits of the tokens of the place, in the order of the tokens.
  std::vector<TokenEdit> edits = {};
  /// For a place of the form Insertion, the added statement. For the form Body,
  /// the text that has to stand before the changed body.
  std::string added = {};
  /// If not empty, users are shown these edits instead of `edits`.
  std::vector<TokenEdit> shown = {};
};

class ChangeList {
public:
  ChangeList(const UnitTokens &tokens, const FunctionPlaces &places)
      : tokens(tokens), places(places) {}

  /// Adds a change of some tokens at a place (a part of the function), unless
  /// the text stays the same or is that of an earlier change.
  void replace(MutationOperator kind, uint32_t place, TokenRange range,
               std::string text);
  void edit(MutationOperator kind, uint32_t place, std::vector<TokenEdit> edits,
            std::string added = {}, std::vector<TokenEdit> shown = {});
  /// Adds the insertion of a statement before a place of the form Insertion.
  void insert(MutationOperator kind, uint32_t place, std::string statement);

  const std::vector<Change> &changes() const { return list; }
  /// Puts the changes into the order of MutationOperator and returns them.
  std::vector<Change> release();

private:
  bool isNew(uint32_t place, llvm::StringRef text);

  const UnitTokens &tokens;
  const FunctionPlaces &places;
  std::vector<Change> list;
  /// For each place (part of the function), hashes of its original text and of
  /// its texts after the changes so far.
  llvm::DenseSet<std::pair<uint32_t, uint64_t>> seen;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGELIST_H
