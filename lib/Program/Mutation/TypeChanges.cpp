// Lists the changes of the types and declarations of variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other mutants of a function share one body, in which a `switch` chooses the
// mutation. A `switch` can't choose a declaration. So a change of a declaration
// needs a copy of the whole body.

#include "Mutation/Changes.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

/// Returns the types that may replace `type`. They are wider types and, for
/// some integer types, the signed or unsigned type of the same size.
static std::vector<std::string> typesFor(QualType type) {
  const auto *plain = dyn_cast<BuiltinType>(type.getCanonicalType());
  if (!plain)
    return {};
  switch (plain->getKind()) {
  case BuiltinType::SChar:
  case BuiltinType::Char_S:
  case BuiltinType::Char_U:
    return {"int", "unsigned char"};
  case BuiltinType::UChar:
    return {"unsigned int", "int"};
  case BuiltinType::Short:
    return {"int", "long"};
  case BuiltinType::UShort:
    return {"unsigned int", "unsigned long"};
  case BuiltinType::Int:
    return {"long", "unsigned int"};
  case BuiltinType::UInt:
    return {"unsigned long", "int"};
  case BuiltinType::Long:
    return {"unsigned long"};
  case BuiltinType::ULong:
    return {"long"};
  case BuiltinType::Float:
    return {"double"};
  case BuiltinType::Double:
    return {"long double"};
  default:
    return {};
  }
}

void addTypeChanges(ChangeContext &context, uint32_t body) {
  if (context.places.isUnique)
    return;
  for (const VarDecl *variable : context.places.locals) {
    QualType type = variable->getType();
    const TypeSourceInfo *written = variable->getTypeSourceInfo();
    if (!written || type.isConstQualified() || type.isVolatileQualified() ||
        type->isDependentType() || !variable->getDeclName())
      continue;
    std::string name = variable->getNameAsString();
    // Variables that are declared together, as in `int a, b;`, share a type. So
    // a change of the type is listed only once, for the variable whose name
    // comes directly after the type.
    TokenRange tokens =
        context.tokens().rangeOf(written->getTypeLoc().getSourceRange());
    auto token = context.tokens().indexOf(variable->getLocation());
    if (tokens.isEmpty() || !token || tokens.last != *token)
      continue;
    for (const std::string &wider : typesFor(type)) {
      if (isa<ParmVarDecl>(variable))
        context.changes.edit(MutationOperator::Type, body, {},
                             wider + " " + name, {{tokens, wider}});
      else
        context.changes.replace(MutationOperator::Type, body, tokens, wider);
    }
  }
}

/// Returns the expression for the object of which `variable` is a copy. Returns
/// null if the variable is not a copy of an object that exists.
static const Expr *copiedObject(const VarDecl *variable) {
  const Expr *object = asWritten(variable->getInit());
  if (const auto *construction = dyn_cast_or_null<CXXConstructExpr>(object);
      construction && construction->getConstructor()->isCopyConstructor())
    object = asWritten(construction->getArg(0));
  return object && object->isLValue() ? object : nullptr;
}

/// Returns true if a reference to an object may stand in place of `variable`,
/// which is a copy of the object.
static bool isCopy(const ChangeContext &context, const VarDecl *variable) {
  QualType type = variable->getType();
  if (type->isReferenceType() || type.isConstQualified())
    return false;
  if (variable->isCXXForRangeDecl())
    return true;
  const TypeSourceInfo *written = variable->getTypeSourceInfo();
  bool isAuto = written && written->getType()->getContainedAutoType();
  const Expr *object = copiedObject(variable);
  return (isAuto || type->isRecordType()) && object &&
         isSameType(context, object->getType(), type);
}

/// If the function changes a variable that is a copy of an object, adds the
/// change that makes the variable a reference to the object. `name` is the
/// token with the variable's name.
static void addReference(ChangeContext &context, uint32_t body, uint32_t name) {
  const VarDecl *variable = context.place(body).variable;
  if (!context.unit.isCxx() || !isCopy(context, variable))
    return;
  ExprMutationAnalyzer analyzer(*context.place(body).statement, context.ast());
  bool isChanged = analyzer.isMutated(variable);
  if (const auto *parts = dyn_cast<DecompositionDecl>(variable))
    isChanged = llvm::any_of(parts->bindings(), [&](const BindingDecl *part) {
      return analyzer.isMutated(part);
    });
  if (isChanged)
    context.changes.edit(MutationOperator::ByReference, body,
                         {{{name, name}, "&"}});
}

/// If a declaration with an initial value hides a variable of the same name and
/// type, adds the change of the declaration to an assignment. `name` is the
/// token with the variable's name.
static void addAssignmentToHidden(ChangeContext &context, uint32_t body,
                                  uint32_t name) {
  const Place &place = context.place(body);
  const UnitTokens &tokens = context.tokens();
  const TypeSourceInfo *written = place.variable->getTypeSourceInfo();
  auto first = tokens.indexOf(place.variable->getBeginLoc());
  if (!written || !first || name + 1 >= tokens.size() ||
      tokens[name + 1].kind != tok::equal)
    return;
  // Only a declaration that consists of a type and one variable is changed.
  TokenRange type = tokens.rangeOf(written->getTypeLoc().getSourceRange());
  auto last = tokens.indexOf(place.variable->getEndLoc());
  bool isAlone = type == TokenRange{*first, name} && last &&
                 *last + 1 < tokens.size() &&
                 tokens[*last + 1].kind == tok::semi;
  std::string text = place.variable->getNameAsString();
  bool isHiding = llvm::any_of(
      context.visible.in(place.scope), [&](const VisibleVariable &outer) {
        return outer.text == text && !outer.type.isConstQualified() &&
               isSameType(context, outer.type, place.variable->getType());
      });
  if (isAlone && isHiding)
    context.changes.replace(MutationOperator::OuterVariable, body,
                            {type.first, name + 1}, text);
}

void addDeclarationChanges(ChangeContext &context, uint32_t body) {
  const VarDecl *variable = context.place(body).variable;
  auto name = context.tokens().indexOf(variable->getLocation());
  if (context.places.isUnique || !name)
    return;
  addReference(context, body, *name);
  addAssignmentToHidden(context, body, *name);
}

} // namespace pinstripe
