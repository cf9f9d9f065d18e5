// Declares the functions that walk over a syntax tree and list the edits of
// each kind.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_EDITLISTERS_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_EDITLISTERS_H

#include "Edits/EditRecorder.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringSet.h"

namespace pinstripe {

/// Holds the data that a walk over a syntax tree uses to list edits.
struct ListerContext {
  clang::ASTContext &ast;
  const TextPlaces &places;
  EditRecorder &edits;
  /// The names of declarations that count as used, although no use of them is
  /// found in the text. Error messages of Clang have shown that they are
  /// needed.
  const llvm::StringSet<> &needed;
  /// A flag that ends the walk early when it becomes true; null if there is
  /// none.
  const std::atomic<bool> *givenUp = nullptr;
};

void listDeletions(const ListerContext &context);
/// Lists the deletions that are found without a syntax tree, in all files:
/// comments, attributes, and `extern template` declarations of functions.
void listTextDeletions(const std::vector<SourceText> &files,
                       EditRecorder &edits);
/// Lists the edits that empty bodies of functions. Leaves out bodies that the
/// rest of the text probably needs.
void listBodies(const ListerContext &context);
void listContents(const ListerContext &context);
void listSimplifications(const ListerContext &context);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_EDITLISTERS_H
