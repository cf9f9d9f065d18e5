// Lists the places (parts) of a function that mutations can change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A statement unit is a statement that can be skipped as a whole. In this file,
// each unit begins at the same place in the source as in StatementWalker, which
// lists the units for the unit table.

#include "Mutation/FunctionPlaces.h"

#include "Mutation/PlaceRecorder.h"

#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace pinstripe {

namespace {

class PlaceFinder : private PlaceRecorder {
public:
  PlaceFinder(ParsedUnit &unit, const FunctionSource &function)
      : PlaceRecorder(unit, function) {}

  FunctionPlaces run();

private:
  void walk(const Stmt *statement, bool needsBraces = false);
  void walkCompound(const CompoundStmt *statement);
  void walkBody(const Stmt *body) { walk(body, /*needsBraces=*/true); }
  void walkLoopBody(const Stmt *body);
  void walkIf(const IfStmt *statement);
  void walkFor(const ForStmt *statement);
  void walkRangeFor(const CXXForRangeStmt *statement);
  void walkLabelled(const Stmt *statement, bool isBody);
  void walkSwitch(const SwitchStmt *statement);
  void walkDeclarations(const DeclStmt *statement);
  void walkVariable(const VarDecl *variable);
  void walkReturn(const ReturnStmt *statement);
  void walkExpression(const Expr *expression);
  void walkCondition(const Expr *condition, const VarDecl *variable);
  void walkInitializers(const CXXConstructorDecl *constructor);
  void walkLambda(const LambdaExpr *lambda) override;
  void walkBlock(const StmtExpr *block) override;

  /// True if nothing may be inserted before the statement that is walked next.
  bool isInsertionImpossible = false;
};

/// Walks a statement after a label. `isBody` is true if the label and the
/// statement are the body of an `if` or of a loop, without braces. In this case
/// nothing can be inserted between the label and the statement.
void PlaceFinder::walkLabelled(const Stmt *statement, bool isBody) {
  isInsertionImpossible |= isBody;
  walk(statement);
}

void PlaceFinder::walk(const Stmt *statement, bool needsBraces) {
  if (!statement || isa<NullStmt>(statement))
    return;
  if (const auto *compound = dyn_cast<CompoundStmt>(statement))
    return walkCompound(compound);
  if (const auto *label = dyn_cast<LabelStmt>(statement)) {
    found.isUnique = true;
    return walkLabelled(label->getSubStmt(), needsBraces);
  }
  if (const auto *label = dyn_cast<SwitchCase>(statement))
    return walkLabelled(label->getSubStmt(), needsBraces);
  // A statement with an attribute is not changed, since the attribute may allow
  // only some kinds of statements.
  if (isa<AttributedStmt>(statement))
    return;
  // Each change belongs to a statement unit (a statement that can be skipped as
  // a whole). An inserted statement belongs to the unit of the statement after
  // it. If that statement is a jump, which has no unit, the inserted statement
  // belongs to the unit before the jump.
  size_t insertion = found.places.size();
  if (!std::exchange(isInsertionImpossible, false))
    addInsertion(statement, needsBraces);
  size_t next = found.places.size();
  const LocalScope *after = scope;
  UnitPlace before = current;
  current = {};
  if (const auto *expression = dyn_cast<Expr>(statement))
    walkExpression(expression);
  else if (const auto *jump = dyn_cast<ReturnStmt>(statement))
    walkReturn(jump);
  else if (const auto *branch = dyn_cast<IfStmt>(statement))
    walkIf(branch);
  else if (const auto *loop = dyn_cast<ForStmt>(statement))
    walkFor(loop);
  else if (const auto *loop = dyn_cast<CXXForRangeStmt>(statement))
    walkRangeFor(loop);
  else if (const auto *choice = dyn_cast<SwitchStmt>(statement))
    walkSwitch(choice);
  else if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    walkDeclarations(declarations);
    after = scope;
  } else if (const auto *loop = dyn_cast<WhileStmt>(statement)) {
    enterUnit(loop->getWhileLoc(), loop->getRParenLoc());
    walkCondition(loop->getCond(), loop->getConditionVariable());
    walkLoopBody(loop->getBody());
  } else if (const auto *loop = dyn_cast<DoStmt>(statement)) {
    walkLoopBody(loop->getBody());
    enterUnit(loop->getWhileLoc(), loop->getRParenLoc());
    walkCondition(loop->getCond(), nullptr);
  } else if (const auto *attempt = dyn_cast<CXXTryStmt>(statement)) {
    walk(attempt->getTryBlock());
    for (unsigned i = 0; i < attempt->getNumHandlers(); ++i) {
      const CXXCatchStmt *handler = attempt->getHandler(i);
      SaveAndRestore keep(scope, scope);
      if (const VarDecl *caught = handler->getExceptionDecl())
        declare(caught);
      walk(handler->getHandlerBlock());
    }
  } else if (isa<AsmStmt>(statement)) {
    enterUnit(statement->getBeginLoc(), statement->getEndLoc());
  } else if (isa<IndirectGotoStmt>(statement)) {
    enterUnit(statement->getBeginLoc(), statement->getEndLoc());
    found.isUnique = true;
  }
  if (current.line == 0)
    current = before;
  if (insertion < next) {
    Place &place = found.places[insertion];
    bool hasUnit = false;
    for (size_t i = next; i < found.places.size() && !hasUnit; ++i)
      if ((hasUnit = found.places[i].unit.line != 0))
        place.unit = found.places[i].unit;
    if (!hasUnit)
      place.unit = current;
  }
  scope = after;
}

void PlaceFinder::walkCompound(const CompoundStmt *statement) {
  SaveAndRestore keepScope(scope, scope);
  for (const Stmt *child : statement->body())
    walk(child);
  // Statements can be added at the end of a block, unless the block ends with a
  // jump or with another block.
  if (statement->body_empty() ||
      isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, CompoundStmt>(
          statement->body_back()))
    return;
  if (auto brace = unit.tokens.indexOf(statement->getRBracLoc()))
    if (unit.tokens[*brace].kind == tok::r_brace)
      addPlace(PlaceForm::Insertion, {*brace, *brace + 1}, nullptr);
}

void PlaceFinder::walkLoopBody(const Stmt *body) {
  SaveAndRestore keepBreak(mayBreak, true);
  SaveAndRestore keepContinue(mayContinue, true);
  SaveAndRestore keepScope(scope, scope);
  walkBody(body);
}

void PlaceFinder::walkIf(const IfStmt *statement) {
  if (statement->isConstexpr() || statement->isConsteval())
    return;
  if (const auto *init = dyn_cast_or_null<DeclStmt>(statement->getInit()))
    walkDeclarations(init);
  enterUnit(statement->getIfLoc(), statement->getRParenLoc());
  walkCondition(statement->getCond(), statement->getConditionVariable());
  {
    SaveAndRestore keepScope(scope, scope);
    walkBody(statement->getThen());
  }
  SaveAndRestore keepScope(scope, scope);
  walkBody(statement->getElse());
}

void PlaceFinder::walkFor(const ForStmt *statement) {
  if (const auto *init = dyn_cast_or_null<DeclStmt>(statement->getInit())) {
    const Decl *last = *std::prev(init->decl_end());
    enterUnit(init->getBeginLoc(), last->getEndLoc());
    for (const Decl *declaration : init->decls())
      if (const auto *variable = dyn_cast<VarDecl>(declaration)) {
        declare(variable);
        addDeclaration(variable);
        addWhole(PlaceForm::Initializer, variable->getInit(), variable);
      }
  } else if (const auto *init = dyn_cast_or_null<Expr>(statement->getInit())) {
    enterUnit(init->getBeginLoc(), init->getEndLoc());
    addWhole(PlaceForm::Effect, init);
  }
  if (const Expr *condition = statement->getCond()) {
    if (const VarDecl *variable = statement->getConditionVariable())
      enterUnit(variable->getBeginLoc(), variable->getEndLoc());
    else
      enterUnit(condition->getBeginLoc(), condition->getEndLoc());
    walkCondition(condition, statement->getConditionVariable());
  }
  if (const Expr *step = statement->getInc()) {
    UnitPlace before = current;
    enterUnit(step->getBeginLoc(), step->getEndLoc());
    addWhole(PlaceForm::Effect, step);
    if (before.line != 0)
      current = before;
  }
  walkLoopBody(statement->getBody());
}

void PlaceFinder::walkRangeFor(const CXXForRangeStmt *statement) {
  const Expr *range = statement->getRangeInit();
  if (!range)
    return;
  enterUnit(range->getBeginLoc(), range->getEndLoc());
  addParts(range);
  enterUnit(statement->getForLoc(), statement->getRParenLoc());
  if (const VarDecl *variable = statement->getLoopVariable()) {
    declare(variable);
    addDeclaration(variable);
  }
  walkLoopBody(statement->getBody());
}

void PlaceFinder::walkSwitch(const SwitchStmt *statement) {
  if (const auto *init = dyn_cast_or_null<DeclStmt>(statement->getInit()))
    walkDeclarations(init);
  enterUnit(statement->getSwitchLoc(), statement->getRParenLoc());
  if (const VarDecl *variable = statement->getConditionVariable()) {
    declare(variable);
    addWhole(PlaceForm::Initializer, variable->getInit(), variable);
  } else {
    addParts(statement->getCond());
  }
  SaveAndRestore keepBreak(mayBreak, true);
  walk(statement->getBody());
}

void PlaceFinder::walkDeclarations(const DeclStmt *statement) {
  for (const Decl *declaration : statement->decls()) {
    if (const auto *variable = dyn_cast<VarDecl>(declaration))
      walkVariable(variable);
    else if (isa<TagDecl>(declaration))
      found.isUnique |= isa<CXXRecordDecl>(declaration);
  }
}

void PlaceFinder::walkVariable(const VarDecl *variable) {
  declare(variable);
  const Expr *init = variable->getInit();
  if (!init || variable->isStaticLocal() || variable->isConstexpr() ||
      variable->isInvalidDecl() || variable->hasExternalStorage())
    return;
  // The initialiser of a constant is not changed. The function may need the
  // constant's value to compile, for example in a `case` or as the size of an
  // array.
  QualType type = variable->getType();
  if (unit.isCxx() && type.isConstQualified() &&
      type->isIntegralOrEnumerationType())
    return;
  enterUnit(variable->getLocation(), variable->getEndLoc());
  addDeclaration(variable);
  addWhole(PlaceForm::Initializer, init, variable);
}

void PlaceFinder::walkReturn(const ReturnStmt *statement) {
  const Expr *value = statement->getRetValue();
  if (!value)
    return;
  enterUnit(statement->getBeginLoc(), statement->getEndLoc());
  TokenRange tokens = unit.tokens.rangeOf(statement->getSourceRange());
  bool isStatement = !tokens.isEmpty() && tokens.last < unit.tokens.size() &&
                     unit.tokens[tokens.last].kind == tok::semi;
  if (isStatement && isCopyable(value))
    addPlace(PlaceForm::Statement, {tokens.first, tokens.last + 1}, statement);
  else
    addParts(value);
}

void PlaceFinder::walkExpression(const Expr *expression) {
  // A statement without an effect, such as `(void)x`, has no code, so changes
  // of it are not listed.
  if (!expression->isInstantiationDependent() &&
      !expression->containsErrors() && !expression->HasSideEffects(unit.ast()))
    return;
  enterUnit(expression->getBeginLoc(), expression->getEndLoc());
  TokenRange tokens = unit.tokens.rangeOf(expression->getSourceRange());
  bool isStatement = !tokens.isEmpty() && tokens.last < unit.tokens.size() &&
                     unit.tokens[tokens.last].kind == tok::semi;
  if (isStatement && isCopyable(expression))
    addPlace(PlaceForm::Statement, {tokens.first, tokens.last + 1}, expression);
  else
    addParts(expression);
}

void PlaceFinder::walkCondition(const Expr *condition,
                                const VarDecl *variable) {
  if (variable) {
    declare(variable);
    addWhole(PlaceForm::Initializer, variable->getInit(), variable);
    return;
  }
  if (!condition)
    return;
  addAtoms(condition);
  addWhole(PlaceForm::Condition, condition);
}

/// Walks a statement expression `({ ...; value; })`. The last expression in the
/// braces gives the value, so this expression is not treated as a statement.
void PlaceFinder::walkBlock(const StmtExpr *block) {
  found.isUnique = true;
  SaveAndRestore keepUnit(current, current);
  SaveAndRestore keepScope(scope, scope);
  const CompoundStmt *body = block->getSubStmt();
  for (const Stmt *child : body->body()) {
    const auto *value = dyn_cast<Expr>(child);
    if (child != body->body_back() || !value) {
      walk(child);
      continue;
    }
    addInsertion(child, /*needsBraces=*/false);
    addParts(value);
  }
}

/// Walks the body of a lambda. The local variables of the function around the
/// lambda are in scope there if the lambda has a default capture, `[=]` or
/// `[&]`. Otherwise, only those that the lambda captures by name are in scope.
void PlaceFinder::walkLambda(const LambdaExpr *lambda) {
  found.isUnique = true;
  const FunctionDecl *call = lambda->getCallOperator();
  if (!call || call->isConsteval())
    return;
  SaveAndRestore keepUnit(current, current);
  SaveAndRestore keepFunction(function, call);
  SaveAndRestore keepBreak(mayBreak, false);
  SaveAndRestore keepContinue(mayContinue, false);
  SaveAndRestore keepScope(scope, scope);
  if (lambda->getCaptureDefault() == LCD_None)
    scope = nullptr;
  for (const LambdaCapture &capture : lambda->explicit_captures())
    if (capture.capturesVariable())
      if (const auto *variable = dyn_cast<VarDecl>(capture.getCapturedVar())) {
        bringIntoScope(variable);
      }
  for (const ParmVarDecl *parameter : call->parameters())
    declare(parameter);
  walk(lambda->getBody());
}

void PlaceFinder::walkInitializers(const CXXConstructorDecl *constructor) {
  for (const CXXCtorInitializer *init : constructor->inits()) {
    if (!init->isWritten() || !init->getInit())
      continue;
    clang::SourceRange range = init->getSourceRange();
    enterUnit(range.getBegin(), range.getEnd());
    addParts(init->getInit());
  }
}

FunctionPlaces PlaceFinder::run() {
  function = source.declaration;
  for (const ParmVarDecl *parameter : function->parameters())
    declare(parameter);
  addPlace(PlaceForm::Body, source.body, function->getBody());
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
    walkInitializers(constructor);
  walk(function->getBody());
  // A change of the whole body, or of text before the first statement unit (a
  // statement that can be skipped as a whole), lies in no unit. It is assigned
  // to the unit that comes next.
  for (size_t i = found.places.size(); i-- > 0;)
    if (found.places[i].unit.line == 0 && i + 1 < found.places.size())
      found.places[i].unit = found.places[i + 1].unit;
  llvm::erase_if(found.places,
                 [](const Place &place) { return place.unit.line == 0; });
  return std::move(found);
}

} // namespace

FunctionPlaces findPlaces(ParsedUnit &unit, const FunctionSource &function) {
  return PlaceFinder(unit, function).run();
}

} // namespace pinstripe
