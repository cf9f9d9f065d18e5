// Walks over the parts of a syntax tree that come from the user's files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_LISTERWALK_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_LISTERWALK_H

#include "Edits/EditListers.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace pinstripe {

/// The base class of the walks over a syntax tree that list edits. The walk
/// skips everything that is not written in the files of the text: declarations
/// of other files, implicit code and instances of templates.
template <typename Derived>
class ListerWalk : public clang::RecursiveASTVisitor<Derived> {
  using Base = clang::RecursiveASTVisitor<Derived>;

public:
  explicit ListerWalk(const ListerContext &context)
      : context(context), places(context.places), edits(context.edits) {}

  void walk() {
    this->getDerived().TraverseDecl(context.ast.getTranslationUnitDecl());
  }

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }
  bool shouldTraversePostOrder() const { return false; }

  bool TraverseDecl(clang::Decl *declaration) {
    if (context.givenUp && context.givenUp->load())
      return false;
    // Clang puts the statement after an OpenMP directive into a declaration
    // (CapturedDecl) that has no place in a file. The walk must not skip it,
    // since the statement is part of the text.
    bool isForeign =
        declaration &&
        !clang::isa<clang::TranslationUnitDecl, clang::CapturedDecl>(
            declaration) &&
        !places.isOurs(declaration->getLocation());
    return isForeign || Base::TraverseDecl(declaration);
  }

protected:
  const ListerContext &context;
  const TextPlaces &places;
  EditRecorder &edits;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_LISTERWALK_H
