// Declares the walks over a syntax tree that list edits of each kind.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_EDITLISTERS_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_EDITLISTERS_H

#include "Edits/EditRecorder.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringSet.h"

namespace pinstripe {

/// What the walks share.
struct ListerContext {
  clang::ASTContext &ast;
  const TextPlaces &places;
  EditRecorder &edits;
  /// Names of declarations that count as used.
  const llvm::StringSet<> &needed;
  /// The walk ends early when this becomes true; null if nothing ends it.
  const std::atomic<bool> *givenUp = nullptr;
};

void listDeletions(const ListerContext &context);
/// Lists the deletions that need no syntax tree, in all files: those of
/// comments, attributes, and `extern template` declarations of functions.
void listTextDeletions(const std::vector<SourceText> &files,
                       EditRecorder &edits);
/// Lists the bodies of functions only: those that a text can probably be
/// without.
void listBodies(const ListerContext &context);
void listContents(const ListerContext &context);
void listSimplifications(const ListerContext &context);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_EDITLISTERS_H
