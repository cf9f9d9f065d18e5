// Collects the mutations of a function, and drops those that change nothing.
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
  /// The changed part of the function. It is an index into
  /// FunctionPlaces::places.
  uint32_t place = 0;
  /// The edits of the tokens in the changed part, in the order of the tokens.
  std::vector<TokenEdit> edits = {};
  /// The text that is added to the changed part. At a place where statements
  /// can be inserted (form Insertion), the text is a statement. For a whole
  /// body (form Body), the text has to stand before the body.
  std::string added = {};
  /// The edits that users are shown in place of `edits`; empty if users are
  /// shown `edits` itself.
  std::vector<TokenEdit> shown = {};
};

class ChangeList {
public:
  ChangeList(const UnitTokens &tokens, const FunctionPlaces &places)
      : tokens(tokens), places(places) {}

  /// Adds a change of some tokens at a place. A place is a part of the
  /// function. Does nothing if the change leaves the text as it is, or if an
  /// earlier change has led to the same text.
  void replace(MutationOperator kind, uint32_t place, TokenRange range,
               std::string text);
  void edit(MutationOperator kind, uint32_t place, std::vector<TokenEdit> edits,
            std::string added = {}, std::vector<TokenEdit> shown = {});
  /// Adds the insertion of a statement. `place` is a point of the function at
  /// which statements can be inserted (a place of the form Insertion).
  void insert(MutationOperator kind, uint32_t place, std::string statement);

  const std::vector<Change> &changes() const { return list; }
  /// Puts the changes into the order of MutationOperator and returns them.
  std::vector<Change> release();

private:
  bool isNew(uint32_t place, llvm::StringRef text);

  const UnitTokens &tokens;
  const FunctionPlaces &places;
  std::vector<Change> list;
  /// Has a pair for each text that a place (a part of the function) has had so
  /// far: for its original text, and for the result of each change. The pair
  /// consists of the index of the place and a hash of the text.
  llvm::DenseSet<std::pair<uint32_t, uint64_t>> seen;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGELIST_H
