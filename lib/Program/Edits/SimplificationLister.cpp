// Lists the edits that replace expressions by simpler ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/ListerWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace pinstripe {

namespace {

class SimplificationWalk : public ListerWalk<SimplificationWalk> {
public:
  using ListerWalk::ListerWalk;

  bool VisitExpr(Expr *expression);
  bool VisitIfStmt(IfStmt *branch) { return addCondition(branch->getCond()); }
  bool VisitForStmt(ForStmt *loop) { return addCondition(loop->getCond()); }
  bool VisitWhileStmt(WhileStmt *loop) { return addCondition(loop->getCond()); }
  bool VisitDoStmt(DoStmt *loop) { return addCondition(loop->getCond()); }
  bool VisitConditionalOperator(ConditionalOperator *choice) {
    return addCondition(choice->getCond());
  }
  bool VisitTypedefDecl(TypedefDecl *name) {
    typeNames[name->getCanonicalDecl()].declarations.push_back(name);
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc use) {
    typeNames[use.getTypedefNameDecl()->getCanonicalDecl()].uses.push_back(
        places.tokenAt(use.getNameLoc()));
    return true;
  }

  /// Adds the edits that replace the name of a type by the type.
  void addTypeNames();

private:
  /// A name that a typedef gives to a type: its declarations, and all places
  /// where the name is used.
  struct TypeName {
    std::vector<const TypedefDecl *> declarations;
    std::vector<std::optional<TextRange>> uses;
  };

  void addTypeName(const TypeName &name);
  bool addCondition(const Expr *condition);
  void addValue(const Expr *expression, const TextRange &range);
  void addOperands(const Expr *expression, const TextRange &range);
  void addOperand(const Expr *expression, const TextRange &range,
                  const Expr *operand);

  /// Maps the first declaration of each type name to all declarations and uses
  /// of this name. The type names are in the order of their declarations.
  llvm::MapVector<const Decl *, TypeName> typeNames;
};

} // namespace

/// Returns whether a text is one of the literals that are put in the place of
/// expressions. Such a text can't become simpler.
static bool isSimplest(llvm::StringRef text) {
  return text == "0" || text == "1" || text == "\"\"" || text == "{}" ||
         text == "true" || text == "false" || text == "nullptr";
}

bool SimplificationWalk::addCondition(const Expr *condition) {
  if (!condition)
    return true;
  std::optional<TextRange> range = places.rangeOf(condition->getSourceRange());
  if (!range || isSimplest(places.text(*range)))
    return true;
  edits.replace(*range, "1");
  edits.replace(*range, "0");
  return true;
}

/// Adds the edits that replace an expression by a literal.
void SimplificationWalk::addValue(const Expr *expression,
                                  const TextRange &range) {
  QualType type = expression->getType();
  if (type.isNull() || type->isVoidType() || type->isDependentType() ||
      type->isFunctionType() || type->isPlaceholderType())
    return;
  if (isa<StringLiteral>(expression)) {
    edits.replace(range, "\"\"");
    return;
  }
  if (type->isScalarType()) {
    edits.replace(range, "0");
    if (isa<IntegerLiteral>(expression))
      edits.replace(range, "1");
    return;
  }
  if (type->isRecordType() && context.ast.getLangOpts().CPlusPlus)
    edits.replace(range, "{}");
}

/// Adds an edit that replaces an expression by one of its operands, if their
/// types fit. A type that is unknown, as in a template, fits any other.
void SimplificationWalk::addOperand(const Expr *expression,
                                    const TextRange &range,
                                    const Expr *operand) {
  if (!operand)
    return;
  QualType whole = expression->getType(), part = operand->getType();
  bool fits = whole->isDependentType() || part->isDependentType() ||
              whole->isVoidType() ||
              (whole->isScalarType() &&
               (part->isScalarType() || part->isArrayType())) ||
              whole.getCanonicalType().getUnqualifiedType() ==
                  part.getCanonicalType().getUnqualifiedType();
  std::optional<TextRange> inner = places.rangeOf(operand->getSourceRange());
  if (fits && inner && range.contains(*inner) &&
      (inner->begin != range.begin || inner->end != range.end))
    edits.leaveOnly(range, *inner);
}

void SimplificationWalk::addOperands(const Expr *expression,
                                     const TextRange &range) {
  if (isa<LambdaExpr, StmtExpr, InitListExpr, DesignatedInitExpr>(expression))
    return;
  if (const auto *call = dyn_cast<CallExpr>(expression)) {
    for (const Expr *argument : call->arguments())
      addOperand(expression, range, argument);
    return;
  }
  for (const Stmt *child : expression->children())
    if (const auto *operand = dyn_cast_or_null<Expr>(child))
      addOperand(expression, range, operand);
}

bool SimplificationWalk::VisitExpr(Expr *expression) {
  if (isa<ImplicitCastExpr, FullExpr, MaterializeTemporaryExpr,
          CXXBindTemporaryExpr, CXXDefaultArgExpr, CXXThisExpr,
          ImplicitValueInitExpr, ArrayInitLoopExpr, OpaqueValueExpr>(
          expression))
    return true;
  std::optional<TextRange> range = places.rangeOf(expression->getSourceRange());
  if (!range || isSimplest(places.text(*range)))
    return true;
  // Some of the added edits make no sense, such as a literal in place of a
  // whole statement or on the left of an assignment. They cost little, since
  // useless and invalid texts are refused before the program is run.
  addValue(expression, *range);
  addOperands(expression, *range);
  return true;
}

void SimplificationWalk::addTypeName(const TypeName &name) {
  if (name.declarations.size() != 1)
    return;
  const TypedefDecl *declaration = name.declarations.front();
  std::optional<TextRange> type = places.rangeOf(
      declaration->getTypeSourceInfo()->getTypeLoc().getSourceRange());
  std::optional<TextRange> whole =
      places.rangeOf(declaration->getSourceRange());
  std::optional<TextRange> word = places.tokenAt(declaration->getLocation());
  if (!type || !whole || !word || !whole->contains(*type))
    return;
  // If a part of the type comes after the name, as in an array type or a
  // function type, no edit is added.
  bool isPlain = type->file == word->file && word->end == whole->end &&
                 places.skipSpace(type->file, type->end) == word->begin &&
                 !places.text(*type).contains('{');
  bool endsThere = false;
  *whole = places.withSemicolon(*whole, &endsThere);
  if (!isPlain || !endsThere)
    return;
  std::vector<TextChange> changes{{whole->file, whole->begin, whole->end}};
  for (const std::optional<TextRange> &use : name.uses) {
    if (!use)
      return;
    changes.push_back(
        {use->file, use->begin, use->end, places.text(*type).str()});
  }
  edits.add(std::move(changes));
}

void SimplificationWalk::addTypeNames() {
  // In C++, many uses of a name are in templates, where the syntax tree does
  // not tell the meaning of the name. So names of types are replaced only in C.
  if (context.ast.getLangOpts().CPlusPlus)
    return;
  for (const auto &[declaration, name] : typeNames)
    addTypeName(name);
}

void listSimplifications(const ListerContext &context) {
  SimplificationWalk walk(context);
  walk.walk();
  walk.addTypeNames();
}

} // namespace pinstripe
