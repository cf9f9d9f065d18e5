// Lists the places in a function at which it can be changed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The begin of each statement unit has to be as StatementWalker records it.

#include "Mutation/FunctionPlaces.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace pinstripe {

/// Returns the operand of an implicit conversion by a constructor or by a
/// conversion function; null if the expression is something else.
static const Expr *implicitlyConverted(const Expr *expression) {
  if (const auto *construction = dyn_cast<CXXConstructExpr>(expression)) {
    if (construction->getNumArgs() == 0 ||
        construction->isListInitialization() ||
        isa<CXXTemporaryObjectExpr>(construction))
      return nullptr;
    const Expr *argument = construction->getArg(0);
    bool hasSameText =
        argument->getSourceRange() == construction->getSourceRange();
    return hasSameText ? argument : nullptr;
  }
  const auto *call = dyn_cast<CXXMemberCallExpr>(expression);
  if (call && isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl()))
    return call->getImplicitObjectArgument();
  return nullptr;
}

const Expr *asWritten(const Expr *expression) {
  while (expression) {
    expression = expression->IgnoreImplicit();
    const Expr *inner = implicitlyConverted(expression);
    if (!inner)
      break;
    expression = inner;
  }
  return expression;
}

bool isCopyable(const Stmt *statement) {
  if (!statement)
    return true;
  if (isa<LambdaExpr, StmtExpr, BlockExpr, AddrLabelExpr>(statement))
    return false;
  return llvm::all_of(statement->children(), isCopyable);
}

static void addLocals(const Stmt *statement,
                      std::vector<const VarDecl *> &locals) {
  if (!statement)
    return;
  if (const auto *name = dyn_cast<DeclRefExpr>(statement))
    if (const auto *variable = dyn_cast<VarDecl>(name->getDecl()))
      if (variable->isLocalVarDeclOrParm() &&
          !llvm::is_contained(locals, variable))
        locals.push_back(variable);
  for (const Stmt *child : statement->children())
    addLocals(child, locals);
}

std::vector<const VarDecl *> localsIn(const Stmt *statement) {
  std::vector<const VarDecl *> locals;
  addLocals(statement, locals);
  return locals;
}

static bool isVisible(const VarDecl *variable, const LocalScope *scope) {
  for (; scope; scope = scope->outer) {
    if (scope->variable == variable)
      return true;
    // An inner variable of the same name hides the outer one.
    if (scope->variable->getDeclName() == variable->getDeclName())
      return false;
  }
  return false;
}

bool areVisible(llvm::ArrayRef<const VarDecl *> variables,
                const LocalScope *scope) {
  return llvm::all_of(variables, [&](const VarDecl *variable) {
    return isVisible(variable, scope);
  });
}

namespace {

class PlaceFinder {
public:
  PlaceFinder(ParsedUnit &unit, const FunctionSource &function)
      : unit(unit), source(function) {}

  FunctionPlaces run();

private:
  void walk(const Stmt *statement, bool needsBraces = false);
  void walkCompound(const CompoundStmt *statement);
  void walkBody(const Stmt *body) { walk(body, /*needsBraces=*/true); }
  void walkLoopBody(const Stmt *body);
  void walkIf(const IfStmt *statement);
  void walkFor(const ForStmt *statement);
  void walkRangeFor(const CXXForRangeStmt *statement);
  void walkSwitch(const SwitchStmt *statement);
  void walkDeclarations(const DeclStmt *statement);
  void walkVariable(const VarDecl *variable);
  void walkReturn(const ReturnStmt *statement);
  void walkExpression(const Expr *expression);
  void walkInitializers(const CXXConstructorDecl *constructor);
  void walkLambda(const LambdaExpr *lambda);
  void walkBlock(const StmtExpr *block);

  void addCondition(const Expr *condition, const VarDecl *variable);
  void addAtoms(const Expr *condition);
  /// Adds a place for an expression, or places for parts of it if the whole
  /// can't be copied.
  void addWhole(PlaceForm form, const Expr *expression,
                const VarDecl *variable = nullptr);
  void addParts(const Expr *expression);
  void addInsertion(const Stmt *before, bool needsBraces);
  void addPlace(PlaceForm form, TokenRange tokens, const Stmt *statement,
                const VarDecl *variable = nullptr);
  void enterUnit(clang::SourceLocation begin, clang::SourceLocation end);
  void declare(const VarDecl *variable);
  TokenRange extentOf(const Stmt *statement) const;

  ParsedUnit &unit;
  const FunctionSource &source;
  FunctionPlaces found;
  /// The unit in which the walk is, or the last one that it has left.
  UnitPlace current;
  const LocalScope *scope = nullptr;
  const FunctionDecl *function = nullptr;
  bool mayBreak = false, mayContinue = false;
};

void PlaceFinder::enterUnit(clang::SourceLocation begin,
                            clang::SourceLocation end) {
  SourceExtent extent = unit.positions().extent(begin, end);
  current = {std::move(extent.file), extent.begin.line, extent.begin.column};
}

void PlaceFinder::declare(const VarDecl *variable) {
  found.locals.push_back(variable);
  if (variable->isStaticLocal())
    found.isUnique = true;
  if (!variable->getDeclName())
    return;
  found.scopes.push_back({variable, scope});
  scope = &found.scopes.back();
}

void PlaceFinder::addPlace(PlaceForm form, TokenRange tokens,
                           const Stmt *statement, const VarDecl *variable) {
  if (tokens.isEmpty() || !source.written.contains(tokens))
    return;
  Place place;
  place.form = form;
  place.tokens = tokens;
  place.statement = statement;
  place.variable = variable;
  place.unit = current;
  // A variable is in scope in its own initialiser, but has no value there.
  place.scope = variable && scope ? scope->outer : scope;
  place.function = function;
  place.mayBreak = mayBreak;
  place.mayContinue = mayContinue;
  found.places.push_back(std::move(place));
}

/// Returns the tokens of a statement, with the semicolon at its end.
TokenRange PlaceFinder::extentOf(const Stmt *statement) const {
  const Stmt *last = statement;
  for (const Stmt *part = last; part;) {
    last = part;
    part = nullptr;
    if (const auto *branch = dyn_cast<IfStmt>(last))
      part = branch->getElse() ? branch->getElse() : branch->getThen();
    else if (const auto *loop = dyn_cast<ForStmt>(last))
      part = loop->getBody();
    else if (const auto *loop = dyn_cast<WhileStmt>(last))
      part = loop->getBody();
    else if (const auto *loop = dyn_cast<CXXForRangeStmt>(last))
      part = loop->getBody();
    else if (const auto *choice = dyn_cast<SwitchStmt>(last))
      part = choice->getBody();
    else if (const auto *label = dyn_cast<LabelStmt>(last))
      part = label->getSubStmt();
    else if (const auto *label = dyn_cast<SwitchCase>(last))
      part = label->getSubStmt();
    else if (const auto *attributed = dyn_cast<AttributedStmt>(last))
      part = attributed->getSubStmt();
  }
  TokenRange first = unit.tokens.rangeOf(statement->getSourceRange());
  TokenRange end = unit.tokens.rangeOf(last->getSourceRange());
  if (first.isEmpty() || end.isEmpty())
    return {};
  TokenRange range{first.first, std::max(first.last, end.last)};
  bool hasOwnEnd = isa<CompoundStmt, DeclStmt, NullStmt, CXXTryStmt>(last) ||
                   unit.tokens[range.last - 1].kind == tok::semi;
  if (hasOwnEnd)
    return range;
  if (range.last >= unit.tokens.size() ||
      unit.tokens[range.last].kind != tok::semi)
    return {};
  ++range.last;
  return range;
}

void PlaceFinder::addInsertion(const Stmt *before, bool needsBraces) {
  TokenRange range = extentOf(before);
  if (range.isEmpty())
    return;
  addPlace(PlaceForm::Insertion, range, before);
  if (!found.places.empty() && found.places.back().statement == before)
    found.places.back().needsBraces = needsBraces;
}

void PlaceFinder::walk(const Stmt *statement, bool needsBraces) {
  if (!statement || isa<NullStmt>(statement))
    return;
  if (const auto *compound = dyn_cast<CompoundStmt>(statement))
    return walkCompound(compound);
  if (const auto *label = dyn_cast<LabelStmt>(statement)) {
    found.isUnique = true;
    return walk(label->getSubStmt());
  }
  if (const auto *label = dyn_cast<SwitchCase>(statement))
    return walk(label->getSubStmt());
  if (isa<AttributedStmt>(statement))
    return; // The attribute may allow only some kinds of statements.
  // An insertion belongs to the unit of the statement after it. Jumps have no
  // unit, so an insertion before a jump belongs to the unit before it.
  size_t insertion = found.places.size();
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
    addCondition(loop->getCond(), loop->getConditionVariable());
    walkLoopBody(loop->getBody());
  } else if (const auto *loop = dyn_cast<DoStmt>(statement)) {
    walkLoopBody(loop->getBody());
    enterUnit(loop->getWhileLoc(), loop->getRParenLoc());
    addCondition(loop->getCond(), nullptr);
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
  // Statements can be added at the end of a block, unless a jump stands there.
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
  addCondition(statement->getCond(), statement->getConditionVariable());
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
    addCondition(condition, statement->getConditionVariable());
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
  if (const VarDecl *variable = statement->getLoopVariable())
    declare(variable);
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
  // A constant may be needed to compile the function, as a `case` or as the
  // size of an array.
  QualType type = variable->getType();
  if (unit.isCxx() && type.isConstQualified() &&
      type->isIntegralOrEnumerationType())
    return;
  enterUnit(variable->getLocation(), variable->getEndLoc());
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
  // A statement without an effect, such as `(void)x`, has no code.
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

void PlaceFinder::addCondition(const Expr *condition, const VarDecl *variable) {
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

/// Adds the operands of `&&` and `||` in a condition, or the whole condition.
void PlaceFinder::addAtoms(const Expr *condition) {
  const Expr *written = asWritten(condition)->IgnoreParens();
  if (const auto *operation = dyn_cast<BinaryOperator>(written);
      operation && operation->isLogicalOp()) {
    addAtoms(operation->getLHS());
    addAtoms(operation->getRHS());
    return;
  }
  if (const auto *negation = dyn_cast<UnaryOperator>(written);
      negation && negation->getOpcode() == UO_LNot)
    return addAtoms(negation->getSubExpr());
  TokenRange tokens = unit.tokens.rangeOf(written->getSourceRange());
  bool isChange = false;
  if (const auto *operation = dyn_cast<BinaryOperator>(written))
    isChange = operation->isAssignmentOp() || operation->isCommaOp();
  if (const auto *operation = dyn_cast<UnaryOperator>(written))
    isChange = operation->isIncrementDecrementOp();
  bool isLiteral = isa<IntegerLiteral, CXXBoolLiteralExpr>(written);
  if (tokens.isEmpty() || isChange || isLiteral || !isCopyable(written) ||
      written->containsErrors())
    return;
  std::string text = unit.tokens.text(tokens);
  bool isPrimary =
      isa<DeclRefExpr, MemberExpr, CallExpr, ArraySubscriptExpr>(written) &&
      !isa<CXXOperatorCallExpr>(written);
  if (isa<AbstractConditionalOperator>(written)) {
    text = "(" + text + ")";
    isPrimary = true;
  }
  found.atoms.push_back(
      {std::move(text), tokens, localsIn(written), isPrimary});
}

/// Returns true if the type is one whose values are simply copied.
static bool isPlainScalar(QualType type) {
  return !type.isNull() && !type->isDependentType() &&
         !type.isVolatileQualified() && !type->isAtomicType() &&
         (type->isArithmeticType() || type->isEnumeralType() ||
          type->isPointerType());
}

void PlaceFinder::addWhole(PlaceForm form, const Expr *expression,
                           const VarDecl *variable) {
  const Expr *written = asWritten(expression);
  if (!written)
    return;
  if (form == PlaceForm::Initializer) {
    // `int x{e}` is a list with one element.
    if (const auto *list = dyn_cast<InitListExpr>(written);
        list && list->getNumInits() == 1 && isPlainScalar(list->getType()))
      written = asWritten(list->getInit(0));
    if (!isPlainScalar(variable->getType()) || isa<InitListExpr>(written) ||
        variable->getType()->isUndeducedType() ||
        (variable->getTypeSourceInfo() && unit.isCxx() &&
         variable->getTypeSourceInfo()->getType()->getContainedAutoType()))
      return addParts(expression);
  }
  if (written->isTypeDependent() && form != PlaceForm::Condition &&
      form != PlaceForm::Effect)
    return addParts(expression);
  TokenRange tokens = unit.tokens.rangeOf(written->getSourceRange());
  if (!isCopyable(written) || tokens.isEmpty())
    addParts(expression);
  else
    addPlace(form, tokens, written, variable);
}

/// Adds those parts of an expression that have scalar values and are as large
/// as possible.
void PlaceFinder::addParts(const Expr *expression) {
  if (!expression ||
      isa<UnaryExprOrTypeTraitExpr, CXXTypeidExpr, CXXNoexceptExpr,
          GenericSelectionExpr, OffsetOfExpr, CXXDefaultArgExpr,
          CXXDefaultInitExpr, ImplicitValueInitExpr>(expression))
    return;
  if (const auto *list = dyn_cast<InitListExpr>(expression))
    if (const InitListExpr *syntactic = list->getSyntacticForm())
      expression = syntactic;
  if (const auto *lambda = dyn_cast<LambdaExpr>(expression))
    return walkLambda(lambda);
  if (const auto *block = dyn_cast<StmtExpr>(expression)) {
    return walkBlock(block);
  }
  if (const auto *designated = dyn_cast<DesignatedInitExpr>(expression))
    return addParts(designated->getInit());
  const Expr *written = asWritten(expression);
  bool isValue =
      expression->isPRValue() && !expression->isTypeDependent() &&
      isPlainScalar(expression->getType()) &&
      isPlainScalar(written->getType()) && !written->refersToBitField() &&
      !isa<InitListExpr, CXXThrowExpr, StringLiteral, CXXThisExpr>(written);
  // `p->` calls a function of a smart pointer, but is not a whole expression.
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(written))
    isValue &= call->getOperator() != OO_Arrow;
  bool isNull = isValue && expression->getType()->isPointerType() &&
                !written->getType()->isPointerType();
  TokenRange tokens = unit.tokens.rangeOf(written->getSourceRange());
  if (isNull)
    return; // Its own type is that of a number.
  if (isValue && isCopyable(written) && !tokens.isEmpty())
    return addPlace(PlaceForm::Value, tokens, written);
  for (const Stmt *child : expression->children())
    if (const auto *part = dyn_cast_or_null<Expr>(child))
      addParts(part);
}

/// Walks a statement expression `({ ...; value; })`. Its last statement has to
/// stay an expression.
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

/// Walks the body of a lambda, in which the variables around it count as
/// visible. The compiler then rejects those that are not captured.
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
        found.scopes.push_back({variable, scope});
        scope = &found.scopes.back();
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
  // The whole body, and what stands before the first unit, counts as that unit.
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
