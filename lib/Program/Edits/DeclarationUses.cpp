// Finds the declarations that no function needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/DeclarationUses.h"

#include "Edits/ListerWalk.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace pinstripe {

namespace {

/// If a declaration is an instance of a template, returns the declaration in
/// the text from which the instance was made. Otherwise returns the declaration
/// itself.
const Decl *patternOf(const Decl *declaration) {
  if (const auto *shadow = dyn_cast<UsingShadowDecl>(declaration))
    return shadow->getIntroducer();
  if (const auto *generic = dyn_cast<FunctionTemplateDecl>(declaration))
    if (isa<CXXDeductionGuideDecl>(generic->getTemplatedDecl()))
      declaration = generic->getTemplatedDecl();
  if (const auto *guide = dyn_cast<CXXDeductionGuideDecl>(declaration))
    return guide->getDeducedTemplate();
  if (const auto *function = dyn_cast<FunctionDecl>(declaration)) {
    if (const FunctionTemplateDecl *primary = function->getPrimaryTemplate()) {
      while (const auto *member = primary->getInstantiatedFromMemberTemplate())
        primary = member;
      return primary;
    }
    if (const FunctionDecl *pattern =
            function->getTemplateInstantiationPattern())
      return pattern;
  }
  if (const auto *type = dyn_cast<CXXRecordDecl>(declaration))
    if (const CXXRecordDecl *pattern = type->getTemplateInstantiationPattern())
      return pattern;
  if (const auto *variable = dyn_cast<VarDecl>(declaration))
    if (const VarDecl *pattern = variable->getTemplateInstantiationPattern())
      return pattern;
  return declaration;
}

/// Returns whether a declaration is a member function that its class does not
/// need if nothing calls the function. Constructors and virtual functions, for
/// example, are needed even without a call.
bool isOptionalMember(const Decl *declaration) {
  if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(declaration))
    declaration = pattern->getTemplatedDecl();
  const auto *method = dyn_cast<CXXMethodDecl>(declaration);
  return method && !method->isVirtual() &&
         method->getOverloadedOperator() != OO_Call &&
         !isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(
             method) &&
         !method->getParent()->isLambda();
}

/// Goes outwards from the given declaration to the first one that is a member
/// function or at file scope, and returns it. Returns null if there is none. If
/// the text declares the result several times, returns the first of these
/// declarations.
const Decl *nodeOf(const Decl *declaration) {
  while (declaration) {
    declaration = patternOf(declaration)->getCanonicalDecl();
    if (const TemplateDecl *described = declaration->getDescribedTemplate())
      declaration = described->getCanonicalDecl();
    const DeclContext *around = declaration->getLexicalDeclContext();
    if (!around)
      return nullptr;
    if (around->isFileContext() || isa<LinkageSpecDecl>(around) ||
        isOptionalMember(declaration))
      break;
    declaration = cast<Decl>(around);
  }
  if (!declaration)
    return nullptr;
  if (const auto *special =
          dyn_cast<ClassTemplateSpecializationDecl>(declaration))
    declaration = special->getSpecializedTemplate();
  else if (const auto *variable =
               dyn_cast<VarTemplateSpecializationDecl>(declaration))
    declaration = variable->getSpecializedTemplate();
  return declaration->getCanonicalDecl();
}

/// Returns whether code outside of this text can refer to a definition.
bool isRoot(const Decl *declaration) {
  if (const auto *function = dyn_cast<FunctionDecl>(declaration))
    return function->doesThisDeclarationHaveABody() &&
           function->hasExternalFormalLinkage() && !function->isInlined() &&
           !function->isTemplated() && !function->isTemplateInstantiation();
  if (const auto *variable = dyn_cast<VarDecl>(declaration))
    return variable->isFileVarDecl() && !variable->isTemplated() &&
           !variable->isInline() &&
           !isTemplateInstantiation(
               variable->getTemplateSpecializationKind()) &&
           variable->hasExternalFormalLinkage() &&
           variable->isThisDeclarationADefinition();
  return isa<FileScopeAsmDecl>(declaration);
}

/// Walks the syntax tree, and notes for each declaration to which other
/// declarations it refers.
class UseWalk : public ListerWalk<UseWalk> {
public:
  using ListerWalk::ListerWalk;

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(Decl *declaration) {
    if (!declaration)
      return true;
    const Decl *before = user;
    enter(declaration);
    bool goesOn = ListerWalk::TraverseDecl(declaration);
    user = before;
    return goesOn;
  }

  bool VisitDeclRefExpr(DeclRefExpr *use) {
    note(use->getFoundDecl());
    return note(use->getDecl());
  }
  bool VisitMemberExpr(MemberExpr *use) { return note(use->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *use) {
    return note(use->getConstructor());
  }
  bool VisitCXXNewExpr(CXXNewExpr *use) {
    note(use->getOperatorDelete());
    return note(use->getOperatorNew());
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *use) {
    return note(use->getOperatorDelete());
  }
  bool VisitCXXTypeidExpr(CXXTypeidExpr *use) {
    return note(use->getType()->getAsCXXRecordDecl());
  }
  bool VisitOverloadExpr(OverloadExpr *use) {
    for (const NamedDecl *each : use->decls()) {
      note(each);
      note(each->getUnderlyingDecl());
    }
    return true;
  }
  bool VisitUsingTypeLoc(UsingTypeLoc use) { return note(use.getFoundDecl()); }
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

  llvm::SetVector<const Decl *> roots;
  std::vector<const Decl *> needed;
  llvm::DenseMap<const Decl *, std::vector<const Decl *>> uses;

private:
  /// Notes that the walk is now inside `declaration`, so `declaration` uses
  /// whatever the walk finds from now on.
  void enter(Decl *declaration) {
    const DeclContext *around = declaration->getLexicalDeclContext();
    if (!around || isa<NamespaceDecl, LinkageSpecDecl>(declaration))
      return;
    const Decl *inner = nodeOf(declaration);
    if (!inner || inner == user)
      return;
    user = inner;
    if (isa<CXXMethodDecl, FunctionTemplateDecl>(inner))
      if (const auto *type = dyn_cast<CXXRecordDecl>(inner->getDeclContext()))
        note(type);
    const auto *named = dyn_cast<NamedDecl>(declaration);
    bool isNeeded = named && named->getDeclName().isIdentifier() &&
                    !named->getName().empty() &&
                    context.needed.contains(named->getName());
    if (isRoot(declaration))
      roots.insert(user);
    else if (isNeeded)
      needed.push_back(user);
  }

  bool note(const Decl *declaration) {
    if (!declaration)
      return true;
    const Decl *target = nodeOf(declaration);
    if (target && target != user)
      uses[user].push_back(target);
    return true;
  }

  const Decl *user = nullptr;
};

} // namespace

DeclarationUses::DeclarationUses(const ListerContext &context) {
  UseWalk walk(context);
  walk.walk();
  /// Calls `visit` for the given declarations and for everything that they
  /// need, directly or indirectly.
  auto follow = [&](std::vector<const Decl *> waiting, auto visit) {
    llvm::DenseSet<const Decl *> seen;
    while (!waiting.empty()) {
      const Decl *next = waiting.back();
      waiting.pop_back();
      if (!seen.insert(next).second)
        continue;
      visit(next);
      auto uses = walk.uses.find(next);
      if (uses != walk.uses.end())
        llvm::append_range(waiting, uses->second);
    }
  };
  // Everything that is used outside of all declarations is needed. A
  // declaration whose name occurs in an error message is needed as well, but it
  // is unknown by which definition.
  llvm::append_range(walk.needed, walk.uses[nullptr]);
  follow(walk.needed, [&](const Decl *each) { used[each]; });
  constexpr size_t mostOwners = 64;
  if (walk.roots.size() > mostOwners) {
    follow({walk.roots.begin(), walk.roots.end()},
           [&](const Decl *each) { used[each]; });
    return;
  }
  for (uint32_t i = 0; i < walk.roots.size(); ++i)
    follow({walk.roots[i]}, [&](const Decl *each) {
      auto [place, isNew] = used.try_emplace(each);
      place->second = isNew ? std::optional<uint32_t>(i) : std::nullopt;
    });
}

bool DeclarationUses::isUnused(const Decl *declaration) const {
  const Decl *whole = nodeOf(declaration);
  return whole &&
         !isa<NamespaceDecl, LinkageSpecDecl, UsingDirectiveDecl>(
             declaration) &&
         !used.contains(whole);
}

std::optional<uint32_t>
DeclarationUses::ownerOf(const Decl *declaration) const {
  if (isa<NamespaceDecl, LinkageSpecDecl, UsingDirectiveDecl>(declaration))
    return std::nullopt;
  return used.lookup(nodeOf(declaration));
}

} // namespace pinstripe
