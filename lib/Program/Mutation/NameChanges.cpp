// Lists the mutations that replace a name by another name, for example of a
// variable or function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/Changes.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

bool isSameType(const ChangeContext &context, QualType a, QualType b) {
  return !a.isNull() && !b.isNull() &&
         context.ast().hasSameUnqualifiedType(a, b);
}

bool isScalar(QualType type) {
  return !type.isNull() && !type->isDependentType() && type->isScalarType() &&
         !type->isMemberPointerType() && !type->isObjCObjectPointerType() &&
         !type->isBlockPointerType();
}

void addEnumeratorChanges(ChangeContext &context, const ExpressionUse &use) {
  constexpr size_t maxEnumerators = 40;
  const auto *name = cast<DeclRefExpr>(use.written);
  const auto *enumerator = cast<EnumConstantDecl>(name->getDecl());
  const auto *type = dyn_cast<EnumDecl>(enumerator->getDeclContext());
  auto token = context.tokens().indexOf(name->getLocation());
  if (!type || !token)
    return;
  std::vector<const EnumConstantDecl *> all;
  size_t self = 0;
  for (const EnumConstantDecl *each : type->enumerators()) {
    if (each == enumerator)
      self = all.size();
    all.push_back(each);
  }
  // The enumerators that are declared nearest to the replaced one are tried
  // first.
  for (size_t distance = 1, count = 0;
       distance < all.size() && count < maxEnumerators; ++distance)
    for (size_t index : {self + distance, self - distance})
      if (index < all.size() && count++ < maxEnumerators)
        context.changes.replace(MutationOperator::Enumerator, use.place,
                                {*token, *token + 1},
                                all[index]->getNameAsString());
}

/// Returns true if the expression is a null pointer that is written as a
/// number.
static bool isNullNumber(const ExpressionUse &use) {
  return use.converted->getType()->isAnyPointerType() &&
         !use.written->getType()->isAnyPointerType();
}

/// Returns true if `variable` could replace the expression.
static bool fits(const ChangeContext &context, const ExpressionUse &use,
                 const VisibleVariable &variable) {
  if (!isNullNumber(use) &&
      isSameType(context, variable.type, use.written->getType()))
    return !use.isObject() || !variable.type.isConstQualified() ||
           use.converted->getType().isConstQualified();
  return !use.isObject() && isScalar(variable.type) &&
         isSameType(context, variable.type, use.converted->getType());
}

void addVariableChanges(ChangeContext &context, const ExpressionUse &use) {
  const ValueDecl *self = nullptr;
  if (const auto *name = dyn_cast<DeclRefExpr>(use.written))
    self = name->getDecl()->getCanonicalDecl() == nullptr
               ? nullptr
               : cast<ValueDecl>(name->getDecl()->getCanonicalDecl());
  for (const VisibleVariable &variable :
       context.visible.in(context.place(use.place).scope))
    if (variable.declaration->getCanonicalDecl() != self &&
        fits(context, use, variable))
      context.changes.replace(MutationOperator::Variable, use.place, use.tokens,
                              variable.text);
}

/// Returns the type of `*v` if `v` is an object of this class and has an
/// operator `->` that returns a pointer; otherwise a null type.
static QualType pointeeByArrow(const RecordDecl *record) {
  const auto *type = dyn_cast_or_null<CXXRecordDecl>(record->getDefinition());
  if (!type)
    return {};
  for (const NamedDecl *member : type->lookup(
           type->getASTContext().DeclarationNames.getCXXOperatorName(OO_Arrow)))
    if (const auto *arrow = dyn_cast<CXXMethodDecl>(member))
      return arrow->getReturnType()->getPointeeType();
  for (const CXXBaseSpecifier &base : type->bases())
    if (const RecordDecl *of = base.getType()->getAsRecordDecl())
      if (QualType pointee = pointeeByArrow(of); !pointee.isNull())
        return pointee;
  return {};
}

std::vector<VisibleVariable> fieldsOf(const ChangeContext &context,
                                      const Place &place,
                                      const VisibleVariable &variable) {
  constexpr size_t maxFields = 24;
  std::vector<VisibleVariable> fields;
  QualType type = variable.type;
  QualType pointee = type->getPointeeType();
  if (const RecordDecl *record = type->getAsRecordDecl())
    pointee = pointeeByArrow(record);
  if (!pointee.isNull())
    type = pointee;
  const RecordDecl *record = type->getAsRecordDecl();
  record = record && !record->isLambda() ? record->getDefinition() : nullptr;
  // The compiler's own structures, such as that of a va_list, have no location.
  clang::SourceRange braces =
      record ? record->getBraceRange() : clang::SourceRange();
  bool isKnown =
      braces.isValid() &&
      context.unit.sources().isBeforeInTranslationUnit(
          braces.getEnd(), context.tokens()[place.tokens.first].location);
  if (!isKnown)
    return fields;
  bool isSystem = context.unit.positions().isSystem(record->getLocation());
  for (const FieldDecl *field : record->fields()) {
    std::string name = field->getNameAsString();
    bool isPublic =
        field->getAccess() == AS_public || field->getAccess() == AS_none;
    if (name.empty() || !isPublic || fields.size() == maxFields ||
        (isSystem && llvm::StringRef(name).starts_with("_")))
      continue;
    QualType own = field->getType().getNonReferenceType();
    if (type.isConstQualified())
      own.addConst();
    fields.push_back({variable.text + (pointee.isNull() ? "." : "->") + name,
                      own, field, variable.isUsed});
  }
  return fields;
}

void addOtherFieldChanges(ChangeContext &context, const ExpressionUse &use) {
  constexpr size_t maxChanges = 12;
  if (use.isObject())
    return;
  const Place &place = context.place(use.place);
  size_t count = 0;
  for (const VisibleVariable &variable : context.visible.in(place.scope))
    if (variable.isUsed)
      for (const VisibleVariable &field : fieldsOf(context, place, variable))
        if (fits(context, use, field) &&
            field.text != context.textOf(use.written) && ++count <= maxChanges)
          context.changes.replace(MutationOperator::Field, use.place,
                                  use.tokens, field.text);
}

void addNeighbourChanges(ChangeContext &context, const ExpressionUse &use) {
  QualType type = use.written->getType();
  bool isValue = !use.isObject() && isa<DeclRefExpr, MemberExpr>(use.written);
  if (!isValue || type->isDependentType() || !type->isIntegerType() ||
      type->isBooleanType() || type->isEnumeralType())
    return;
  for (const char *step : {" + 1)", " - 1)"})
    context.changes.edit(MutationOperator::Arithmetic, use.place,
                         {{{use.tokens.first, use.tokens.first}, "("},
                          {{use.tokens.last, use.tokens.last}, step}});
}

void addFieldChanges(ChangeContext &context, const ExpressionUse &use) {
  const auto *member = cast<MemberExpr>(use.written);
  const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  auto token = context.tokens().indexOf(member->getMemberLoc());
  if (!field || !token)
    return;
  for (const FieldDecl *other : field->getParent()->fields())
    if (other != field && other->getDeclName() && !other->isInvalidDecl() &&
        isSameType(context, other->getType(), field->getType()))
      context.changes.replace(MutationOperator::Field, use.place,
                              {*token, *token + 1}, other->getNameAsString());
}

void addIndexChanges(ChangeContext &context, const ExpressionUse &use) {
  const auto *subscript = cast<ArraySubscriptExpr>(use.written);
  const Expr *index = asWritten(subscript->getIdx());
  TokenRange tokens = context.rangeOf(index);
  if (tokens.isEmpty() || index->isTypeDependent() ||
      isa<IntegerLiteral>(index))
    return;
  for (const char *step : {" + 1", " - 1"})
    context.changes.edit(MutationOperator::Field, use.place,
                         {{{tokens.last, tokens.last}, step}});
  for (const VisibleVariable &variable :
       context.visible.in(context.place(use.place).scope))
    if (variable.isUsed && variable.type->isIntegerType() &&
        !variable.type->isBooleanType())
      context.changes.replace(MutationOperator::Field, use.place, tokens,
                              variable.text);
}

/// Returns the function that an expression calls by its name.
static const FunctionDecl *calledByName(const CallExpr *call) {
  const FunctionDecl *function = call->getDirectCallee();
  if (!function || isa<CXXOperatorCallExpr>(call) ||
      !function->getDeclName().isIdentifier())
    return nullptr;
  return function;
}

void addCallChanges(ChangeContext &context, const ExpressionUse &use) {
  constexpr size_t maxFunctions = 40;
  const auto *call = cast<CallExpr>(use.written);
  const FunctionDecl *function = calledByName(call);
  if (!function)
    return;
  QualType type = function->getType().getCanonicalType();
  // A mutation calls only functions for which the program has code. The program
  // certainly has code for the changed function, since the recorded run has
  // executed this function.
  auto exists = [&](const FunctionDecl *other) {
    return isInProgram(other) ||
           other->getCanonicalDecl() ==
               context.function.declaration->getCanonicalDecl();
  };
  size_t count = 0;
  if (const auto *method = dyn_cast<CXXMethodDecl>(function)) {
    const auto *member =
        dyn_cast<MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
    auto token = member ? context.tokens().indexOf(member->getMemberLoc())
                        : std::nullopt;
    if (!token)
      return;
    for (const CXXMethodDecl *other : method->getParent()->methods())
      if (other->getDeclName().isIdentifier() && !other->isDeleted() &&
          other->getDeclName() != method->getDeclName() &&
          !other->getName().starts_with("_M_") && exists(other) &&
          other->getAccess() == method->getAccess() &&
          other->getType().getCanonicalType() == type &&
          ++count <= maxFunctions)
        context.changes.replace(MutationOperator::Call, use.place,
                                {*token, *token + 1}, other->getNameAsString());
    return;
  }
  TokenRange callee = context.rangeOf(asWritten(call->getCallee()));
  if (callee.isEmpty())
    return;
  const SourceManager &sources = context.unit.sources();
  for (const FunctionDecl *other : context.names.functions) {
    const FunctionDecl *first = other->getFirstDecl();
    if (isa<CXXMethodDecl>(other) || !exists(other) ||
        !sources.isBeforeInTranslationUnit(first->getLocation(),
                                           call->getBeginLoc()) ||
        other->getCanonicalDecl() == function->getCanonicalDecl() ||
        other->getType().getCanonicalType() != type)
      continue;
    std::string name = nameInUnit(other);
    if (!name.empty() && ++count <= maxFunctions)
      context.changes.replace(MutationOperator::Call, use.place, callee, name);
  }
}

void addValueChanges(ChangeContext &context, const ExpressionUse &use,
                     QualType target) {
  const Expr *written = use.written;
  QualType type = written->getType();
  if (written->isTypeDependent() || isa<InitListExpr>(written))
    return;
  bool isObject = use.isObject() && !type->isRecordType();
  if (isObject)
    return;
  if (target.isNull())
    target = use.converted->getType();
  for (const VisibleVariable &variable :
       context.visible.in(context.place(use.place).scope))
    if ((!isNullNumber(use) && isSameType(context, variable.type, type)) ||
        (isScalar(variable.type) && isSameType(context, variable.type, target)))
      context.changes.replace(MutationOperator::Value, use.place, use.tokens,
                              variable.text);
  bool isLiteral = isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
                       CXXBoolLiteralExpr>(written);
  if (isLiteral || use.isDeduced || type->isRecordType())
    return;
  for (const std::string &value : simpleValues(context, target))
    context.changes.replace(MutationOperator::Value, use.place, use.tokens,
                            value);
}

} // namespace pinstripe
