// Walks over that part of a syntax tree that is in the files of the user.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_LISTERWALK_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_LISTERWALK_H

#include "Edits/EditListers.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace pinstripe {

/// The base of the walks. It leaves out what other files declare, and whatever
/// the source does not have: implicit code and instances of templates.
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
    bool isForeign = declaration &&
                     !clang::isa<clang::TranslationUnitDecl>(declaration) &&
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
