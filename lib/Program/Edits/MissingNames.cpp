// Makes up declarations of classes and templates whose headers are not read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/MissingNames.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include <map>

using namespace clang;

namespace pinstripe {

namespace {

/// Clang asks an object of this class for each name for which it has found no
/// declaration.
class MissingNames : public ExternalSemaSource {
public:
  void InitializeSema(Sema &analysis) override {
    sema = &analysis;
    analysis.getASTContext().setExternalSource(this);
  }
  void ForgetSema() override { sema = nullptr; }

  /// Makes up a declaration for an unknown name without a qualification.
  /// Returns false if none is made up.
  bool LookupUnqualified(LookupResult &result, Scope *scope) override;
  /// Makes up a class template for an unknown name in a class that was itself
  /// made up. Returns false if none is made up.
  bool FindExternalVisibleDeclsByName(const DeclContext *outer,
                                      DeclarationName name) override;

private:
  /// Returns whether `<` comes after the unknown name.
  bool isBeforeLess() const {
    return sema->getPreprocessor().LookAhead(0).is(tok::less);
  }
  CXXRecordDecl *newClass(DeclContext *outer, IdentifierInfo *name);
  ClassTemplateDecl *newTemplate(DeclContext *outer, IdentifierInfo *name);

  Sema *sema = nullptr;
  using Place = std::pair<DeclContext *, IdentifierInfo *>;
  std::map<Place, CXXRecordDecl *> classes;
  std::map<Place, ClassTemplateDecl *> templates;
};

} // namespace

/// Makes up an empty class. To look up a name in this class, Clang calls
/// FindExternalVisibleDeclsByName.
CXXRecordDecl *MissingNames::newClass(DeclContext *outer,
                                      IdentifierInfo *name) {
  ASTContext &tree = sema->getASTContext();
  CXXRecordDecl *made =
      CXXRecordDecl::Create(tree, TagTypeKind::Class, outer, {}, {}, name);
  made->startDefinition();
  // To find a constructor or destructor, Clang looks for a member of the class
  // that has the name of the class (the injected class name). So the class gets
  // this member.
  CXXRecordDecl *itself =
      CXXRecordDecl::Create(tree, TagTypeKind::Class, made, {}, {}, name,
                            /*PrevDecl=*/nullptr, /*DelayTypeCreation=*/true);
  (void)tree.getTypeDeclType(itself, made);
  itself->setImplicit();
  itself->setAccess(AS_public);
  made->addDecl(itself);
  made->completeDefinition();
  made->setHasExternalVisibleStorage();
  return made;
}

/// Makes up a class template that accepts any number of types as arguments.
ClassTemplateDecl *MissingNames::newTemplate(DeclContext *outer,
                                             IdentifierInfo *name) {
  ASTContext &tree = sema->getASTContext();
  NamedDecl *types = TemplateTypeParmDecl::Create(
      tree, tree.getTranslationUnitDecl(), {}, {}, /*D=*/0, /*P=*/0,
      /*Id=*/nullptr, /*Typename=*/true, /*ParameterPack=*/true);
  TemplateParameterList *parameters = TemplateParameterList::Create(
      tree, {}, {}, types, {}, /*RequiresClause=*/nullptr);
  CXXRecordDecl *made =
      CXXRecordDecl::Create(tree, TagTypeKind::Class, outer, {}, {}, name);
  ClassTemplateDecl *result =
      ClassTemplateDecl::Create(tree, outer, {}, name, parameters, made);
  made->setDescribedClassTemplate(result);
  made->setAccess(AS_public);
  result->setAccess(AS_public);
  return result;
}

bool MissingNames::LookupUnqualified(LookupResult &result, Scope *scope) {
  IdentifierInfo *name = result.getLookupName().getAsIdentifierInfo();
  if (!sema || !name)
    return false;
  Place place(sema->CurContext->getEnclosingNamespaceContext(), name);
  NamedDecl *made = nullptr;
  if (result.getLookupKind() == Sema::LookupNestedNameSpecifierName) {
    CXXRecordDecl *&known = classes[place];
    if (!known)
      known = newClass(place.first, name);
    made = known;
  } else if (result.getLookupKind() == Sema::LookupOrdinaryName && scope &&
             !scope->getFnParent() && isBeforeLess()) {
    ClassTemplateDecl *&known = templates[place];
    if (!known)
      known = newTemplate(place.first, name);
    made = known;
  }
  if (!made)
    return false;
  result.addDecl(made);
  result.resolveKind();
  return true;
}

bool MissingNames::FindExternalVisibleDeclsByName(const DeclContext *outer,
                                                  DeclarationName name) {
  IdentifierInfo *identifier = name.getAsIdentifierInfo();
  if (!sema || !identifier || !isBeforeLess())
    return false;
  NamedDecl *made =
      newTemplate(sema->getASTContext().getTranslationUnitDecl(), identifier);
  SetExternalVisibleDeclsForName(outer, name, made);
  return true;
}

void makeUpMissingNames(CompilerInstance &compiler) {
  llvm::IntrusiveRefCntPtr<MissingNames> names(new MissingNames);
  compiler.setExternalSemaSource(names);
}

} // namespace pinstripe
