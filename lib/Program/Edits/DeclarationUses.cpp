// Finds the declarations at file scope that no function needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/DeclarationUses.h"

#include "Edits/ListerWalk.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pinstripe {

namespace {

/// Returns the declaration at file scope that a declaration is a part of, or is
/// itself; the first one, if it is declared several times. Null if there is
/// none.
const Decl *outermost(const Decl *declaration) {
  while (declaration) {
    const DeclContext *around = declaration->getLexicalDeclContext();
    if (!around)
      return nullptr;
    if (around->isFileContext() || isa<LinkageSpecDecl>(around))
      break;
    declaration = cast<Decl>(around);
  }
  if (!declaration)
    return nullptr;
  if (const TemplateDecl *described = declaration->getDescribedTemplate())
    declaration = described;
  if (const auto *instance =
          dyn_cast<ClassTemplateSpecializationDecl>(declaration))
    declaration = instance->getSpecializedTemplate();
  return declaration->getCanonicalDecl();
}

/// Returns whether code outside of this text can refer to a definition.
bool isRoot(const Decl *declaration) {
  if (const auto *function = dyn_cast<FunctionDecl>(declaration))
    return function->doesThisDeclarationHaveABody() &&
           function->hasExternalFormalLinkage() && !function->isInlined() &&
           !function->isTemplated();
  if (const auto *variable = dyn_cast<VarDecl>(declaration))
    return variable->isFileVarDecl() && !variable->isTemplated() &&
           variable->hasExternalFormalLinkage() &&
           variable->isThisDeclarationADefinition();
  return isa<FileScopeAsmDecl, ClassTemplateSpecializationDecl>(declaration);
}

/// Lists which declarations at file scope refer to which others.
class UseWalk : public ListerWalk<UseWalk> {
public:
  using ListerWalk::ListerWalk;

  bool TraverseDecl(Decl *declaration) {
    if (!declaration)
      return true;
    const Decl *before = user;
    const DeclContext *around = declaration->getLexicalDeclContext();
    bool isOutermost =
        around && (around->isFileContext() || isa<LinkageSpecDecl>(around));
    if (isOutermost && !isa<NamespaceDecl, LinkageSpecDecl>(declaration)) {
      user = outermost(declaration);
      if (isRoot(declaration))
        roots.push_back(user);
    }
    bool goesOn = ListerWalk::TraverseDecl(declaration);
    user = before;
    return goesOn;
  }

  bool VisitDeclRefExpr(DeclRefExpr *use) { return note(use->getDecl()); }
  bool VisitMemberExpr(MemberExpr *use) { return note(use->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *use) {
    return note(use->getConstructor());
  }
  bool VisitOverloadExpr(OverloadExpr *use) {
    for (const NamedDecl *each : use->decls())
      note(each);
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc use) {
    return note(use.getTypedefNameDecl());
  }
  bool VisitTagTypeLoc(TagTypeLoc use) { return note(use.getDecl()); }
  bool VisitInjectedClassNameTypeLoc(InjectedClassNameTypeLoc use) {
    return note(use.getDecl());
  }
  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc use) {
    return note(use.getTypePtr()->getTemplateName().getAsTemplateDecl());
  }
  bool VisitUsingDecl(UsingDecl *use) {
    for (const UsingShadowDecl *each : use->shadows())
      note(each->getTargetDecl());
    return true;
  }

  std::vector<const Decl *> roots;
  llvm::DenseMap<const Decl *, std::vector<const Decl *>> uses;

private:
  bool note(const Decl *declaration) {
    if (const Decl *target = outermost(declaration))
      uses[user].push_back(target);
    return true;
  }

  const Decl *user = nullptr;
};

} // namespace

DeclarationUses::DeclarationUses(const ListerContext &context) {
  UseWalk walk(context);
  walk.walk();
  std::vector<const Decl *> waiting = std::move(walk.roots);
  // What stands at file scope without a declaration of its own is always there.
  llvm::append_range(waiting, walk.uses[nullptr]);
  while (!waiting.empty()) {
    const Decl *next = waiting.back();
    waiting.pop_back();
    if (used.insert(next).second)
      llvm::append_range(waiting, walk.uses[next]);
  }
}

bool DeclarationUses::isUnused(const Decl *declaration) const {
  const Decl *whole = outermost(declaration);
  return whole &&
         !isa<NamespaceDecl, LinkageSpecDecl, UsingDirectiveDecl>(
             declaration) &&
         !used.contains(whole);
}

} // namespace pinstripe
