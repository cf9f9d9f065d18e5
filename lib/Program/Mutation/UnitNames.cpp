// Lists the variables, functions and constants that a mutation can use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/UnitNames.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/LiteralSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace pinstripe {

static void addConstant(const ParsedToken &token, Constants &constants) {
  llvm::StringRef text = token.text;
  if (token.kind == tok::char_constant) {
    if (text.size() == 3 && text.front() == '\'')
      constants.characters.push_back(text[1]);
    else if (text == "'\\n'")
      constants.characters.push_back('\n');
    else if (text == "'\\0'")
      constants.characters.push_back(0);
    return;
  }
  if (token.kind != tok::numeric_constant)
    return;
  bool isHex = text.starts_with_insensitive("0x");
  if (text.contains('.') || (!isHex && text.contains_insensitive('e'))) {
    if (!llvm::is_contained(constants.floats, text))
      constants.floats.push_back(text.str());
    return;
  }
  int64_t value;
  if (!text.rtrim("uUlL").getAsInteger(0, value))
    constants.integers.push_back(value);
}

Constants constantsIn(const UnitTokens &tokens, TokenRange range) {
  Constants constants;
  for (uint32_t i = range.first; i < range.last; ++i)
    addConstant(tokens[i], constants);
  for (std::vector<int64_t> *values :
       {&constants.integers, &constants.characters}) {
    llvm::sort(*values);
    values->erase(std::unique(values->begin(), values->end()), values->end());
  }
  return constants;
}

bool isInProgram(const FunctionDecl *function) {
  if (const auto *method = dyn_cast<CXXMethodDecl>(function);
      method && method->isVirtual())
    return true;
  const FunctionDecl *definition = function->getDefinition();
  if (!definition)
    return function->isUsed() || isa<CXXMethodDecl>(function);
  bool isOptional = definition->isInlined() ||
                    definition->getFormalLinkage() == clang::Linkage::Internal;
  return !isOptional || function->isUsed();
}

/// Returns true if the program probably has a place in memory for the variable.
/// A variable that nothing uses may have none. Only this compilation unit is
/// considered.
static bool isInProgram(const VarDecl *variable) {
  return variable->isUsed() ||
         (variable->hasDefinition() && variable->hasExternalFormalLinkage());
}

std::string nameInUnit(const NamedDecl *declaration) {
  if (!declaration->getDeclName().isIdentifier())
    return "";
  const DeclContext *context =
      declaration->getDeclContext()->getRedeclContext();
  if (context->isTranslationUnit() || context->isFunctionOrMethod())
    return declaration->getNameAsString();
  if (const auto *space = dyn_cast<NamespaceDecl>(context);
      space && space->isAnonymousNamespace())
    return declaration->getNameAsString();
  std::string name = declaration->getQualifiedNameAsString();
  return llvm::StringRef(name).contains('(') ? "" : name;
}

namespace {

class NameFinder : public RecursiveASTVisitor<NameFinder> {
public:
  NameFinder(ParsedUnit &unit, UnitNames &names) : unit(unit), names(names) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }

  bool TraverseDecl(Decl *declaration) {
    if (declaration && !isa<TranslationUnitDecl>(declaration) &&
        declaration->getLocation().isValid() &&
        unit.positions().isSystem(declaration->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }
  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->doesThisDeclarationHaveABody())
      add(function);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *name) {
    if (const auto *function = dyn_cast<FunctionDecl>(name->getDecl()))
      add(function);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    if (variable->isFileVarDecl() && !variable->isInvalidDecl() &&
        !variable->getDescribedVarTemplate() &&
        seen.insert(variable->getCanonicalDecl()).second)
      names.variables.push_back(variable);
    return true;
  }

private:
  void add(const FunctionDecl *function) {
    if (!function->getDeclName().isIdentifier() || function->isTemplated() ||
        function->isTemplateInstantiation() ||
        function->getName().starts_with("__builtin"))
      return;
    if (function->isVariadic() && function->getNumParams() == 0)
      return;
    if (seen.insert(function->getCanonicalDecl()).second)
      names.functions.push_back(function);
  }

  ParsedUnit &unit;
  UnitNames &names;
  llvm::SmallPtrSet<const Decl *, 32> seen;
};

/// Finds the variables that a function uses, except for local ones.
class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *name) {
    if (const auto *variable = dyn_cast<VarDecl>(name->getDecl()))
      if (!variable->isLocalVarDeclOrParm())
        used.insert(variable->getCanonicalDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) {
    used.insert(member->getMemberDecl());
    return true;
  }
  llvm::SetVector<const ValueDecl *> used;
};

} // namespace

UnitNames::UnitNames(ParsedUnit &unit) {
  NameFinder(unit, *this).TraverseDecl(unit.ast().getTranslationUnitDecl());
  constants = constantsIn(unit.tokens, {0, unit.tokens.size()});
}

static void addMembers(const CXXMethodDecl *method,
                       const llvm::SetVector<const ValueDecl *> &used,
                       std::vector<VisibleVariable> &found) {
  if (!method->isInstance() || method->getParent()->isLambda())
    return;
  for (const FieldDecl *field : method->getParent()->fields()) {
    if (!field->getDeclName() || field->isInvalidDecl())
      continue;
    QualType type = field->getType().getNonReferenceType();
    if (method->isConst() && !field->isMutable())
      type.addConst();
    found.push_back(
        {field->getNameAsString(), type, field, used.contains(field)});
  }
}

VisibleVariables::VisibleVariables(ParsedUnit &unit, const UnitNames &names,
                                   const FunctionDecl *function) {
  UseFinder uses;
  uses.TraverseStmt(function->getBody());
  if (const auto *method = dyn_cast<CXXMethodDecl>(function))
    addMembers(method, uses.used, outer);
  auto add = [&](const VarDecl *variable, bool isUsed) {
    std::string name = nameInUnit(variable);
    QualType type = variable->getType().getNonReferenceType();
    if (!name.empty() && !type->isDependentType())
      outer.push_back({std::move(name), type, variable, isUsed});
  };
  const SourceManager &sources = unit.sources();
  for (const ValueDecl *declaration : uses.used)
    if (const auto *variable = dyn_cast<VarDecl>(declaration))
      add(variable, true);
  for (const VarDecl *variable : names.variables)
    if (!uses.used.contains(variable->getCanonicalDecl()) &&
        isInProgram(variable) &&
        sources.isBeforeInTranslationUnit(variable->getLocation(),
                                          function->getLocation()))
      add(variable, false);
}

const std::vector<VisibleVariable> &
VisibleVariables::in(const LocalScope *scope) {
  auto [found, isNew] = known.try_emplace(scope);
  std::vector<VisibleVariable> &visible = found->second;
  if (!isNew)
    return visible;
  llvm::StringSet<> hidden;
  for (; scope; scope = scope->outer) {
    const VarDecl *variable = scope->variable;
    std::string name = variable->getNameAsString();
    if (!hidden.insert(name).second)
      continue;
    QualType type = variable->getType().getNonReferenceType();
    if (!type->isDependentType() && !variable->isInvalidDecl())
      visible.push_back({std::move(name), type, variable, true});
  }
  for (const VisibleVariable &variable : outer)
    if (!hidden.contains(variable.text))
      visible.push_back(variable);
  return visible;
}

} // namespace pinstripe
