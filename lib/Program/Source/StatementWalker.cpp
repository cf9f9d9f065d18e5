// Lists the statement units of a function body.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/StatementWalker.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

namespace {

/// Returns true if `expression` makes a temporary object whose life is
/// prolonged by the reference `variable`. Temporary objects without a
/// destructor do not count.
bool prolongsTemporary(const Stmt *expression, const VarDecl *variable) {
  if (!expression || isa<LambdaExpr>(expression))
    return false;
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
    if (temporary->getExtendingDecl() == variable &&
        temporary->getType().isDestructedType())
      return true;
  return llvm::any_of(expression->children(), [&](const Stmt *child) {
    return prolongsTemporary(child, variable);
  });
}

/// Returns true if an initialiser is a default construction that runs no code,
/// as in `struct Point p;`.
bool isTrivialConstruction(const Expr *init) {
  const auto *construction = dyn_cast<CXXConstructExpr>(init);
  return construction && !construction->isListInitialization() &&
         construction->getNumArgs() == 0 &&
         construction->getConstructor()->isTrivial() &&
         !construction->requiresZeroInitialization();
}

/// Returns the inner statement at the end of a statement, such as the body of a
/// `for`. Returns null if the statement ends with a token of its own, such as a
/// `;`.
const Stmt *lastPart(const Stmt *statement) {
  if (const auto *branch = dyn_cast<IfStmt>(statement))
    return branch->getElse() ? branch->getElse() : branch->getThen();
  if (const auto *loop = dyn_cast<ForStmt>(statement))
    return loop->getBody();
  if (const auto *loop = dyn_cast<WhileStmt>(statement))
    return loop->getBody();
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(statement))
    return loop->getBody();
  if (const auto *choice = dyn_cast<SwitchStmt>(statement))
    return choice->getBody();
  if (const auto *attempt = dyn_cast<CXXTryStmt>(statement))
    return attempt->getHandler(attempt->getNumHandlers() - 1)
        ->getHandlerBlock();
  if (const auto *label = dyn_cast<SwitchCase>(statement))
    return label->getSubStmt();
  if (const auto *label = dyn_cast<LabelStmt>(statement))
    return label->getSubStmt();
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    return attributed->getSubStmt();
  return nullptr;
}

clang::SourceRange withoutSemicolon(const DeclStmt *statement) {
  const Decl *last = *std::prev(statement->decl_end());
  return {statement->getBeginLoc(), last->getEndLoc()};
}

} // namespace

bool needsCleanup(const VarDecl *variable, const ASTContext &ast) {
  if (!variable->hasLocalStorage() || isa<ParmVarDecl>(variable))
    return false;
  if (variable->hasAttr<CleanupAttr>())
    return true;
  QualType type = variable->getType();
  if (type->isDependentType())
    return false;
  if (type->isReferenceType())
    return prolongsTemporary(variable->getInit(), variable);
  return variable->needsDestruction(ast) == QualType::DK_cxx_destructor;
}

bool mayHaveCode(const VarDecl *variable) {
  if (variable->hasExternalStorage())
    return false;
  if (const Expr *init = variable->getInit())
    return !isTrivialConstruction(init);
  return variable->getType()->isVariablyModifiedType() ||
         variable->getType()->isDependentType();
}

StatementWalker::PieceId
StatementWalker::add(UnitKind kind, clang::SourceRange range, bool isConstant) {
  return recorder.add(kind, range, function, isConstant);
}

bool StatementWalker::isConstant(const Expr *condition) const {
  if (!condition || condition->isValueDependent() ||
      condition->containsErrors())
    return false;
  bool value;
  return condition->EvaluateAsBooleanCondition(value, recorder.ast) &&
         !condition->HasSideEffects(recorder.ast);
}

clang::SourceLocation StatementWalker::lastToken(const Stmt *statement) const {
  while (const Stmt *part = lastPart(statement))
    statement = part;
  clang::SourceLocation end = statement->getEndLoc();
  if (isa<CompoundStmt, DeclStmt, NullStmt>(statement))
    return end;
  return recorder.positions.extendTo(end, tok::semi);
}

std::optional<StatementWalker::PieceId>
StatementWalker::leaveScope(clang::SourceLocation location) {
  Scope scope = std::move(scopes.back());
  scopes.pop_back();
  if (!scope.needsCleanup)
    return std::nullopt;
  PieceId cleanup = add(UnitKind::Cleanup, location);
  for (PieceId declaration : scope.declarations)
    recorder.collector.linkCleanup(declaration, cleanup);
  return cleanup;
}

void StatementWalker::noteDestruction(const VarDecl *variable,
                                      std::optional<PieceId> piece) {
  if (scopes.empty() || !needsCleanup(variable, recorder.ast))
    return;
  scopes.back().needsCleanup = true;
  if (piece)
    scopes.back().declarations.push_back(*piece);
}

void StatementWalker::noteDestruction(const DeclStmt *statement,
                                      PieceId piece) {
  for (const Decl *declaration : statement->decls())
    if (const auto *variable = dyn_cast<VarDecl>(declaration))
      noteDestruction(variable, piece);
}

void StatementWalker::VisitReturnStmt(const ReturnStmt *statement) {
  if (const Expr *value = statement->getRetValue())
    recorder.decides(add(UnitKind::Return, statement->getSourceRange()), value);
}

void StatementWalker::VisitCompoundStmt(const CompoundStmt *statement) {
  enterScope();
  for (const Stmt *child : statement->body())
    walk(child);
  leaveScope(statement->getRBracLoc());
}

/// Walks the body of a control statement. The body is a scope even if it has no
/// braces. In this case gcc's line table assigns the code that destroys the
/// body's variables to the `;`, and clang's line table assigns it to the start
/// of the declaration.
void StatementWalker::walkBody(const Stmt *body) {
  if (!body || isa<CompoundStmt>(body))
    return walk(body);
  enterScope();
  walk(body);
  if (auto cleanup = leaveScope(lastToken(body));
      cleanup && isa<DeclStmt>(body))
    recorder.anchor(*cleanup, body->getBeginLoc(), body->getBeginLoc(),
                    CompilerFamily::Clang);
}

/// Walks the part `init` of `if (init; condition)` or of a switch. Each
/// variable that `init` declares gets a unit of its own (it can be skipped
/// alone). An expression in `init` gets no unit. It belongs to the unit of the
/// condition, since clang's line table assigns the branch of the condition to
/// the first character of the expression.
void StatementWalker::walkConditionInit(const Stmt *init) {
  if (const auto *declarations = dyn_cast_or_null<DeclStmt>(init))
    VisitDeclStmt(declarations);
}

void StatementWalker::VisitIfStmt(const IfStmt *statement) {
  enterScope();
  walkConditionInit(statement->getInit());
  if (!statement->isConstexpr() && !statement->isConsteval()) {
    PieceId head = add(UnitKind::Condition,
                       {statement->getIfLoc(), statement->getRParenLoc()},
                       isConstant(statement->getCond()));
    if (const DeclStmt *variable = statement->getConditionVariableDeclStmt())
      noteDestruction(variable, head);
    else if (!statement->getInit())
      recorder.decides(head, statement->getCond(), ExpressionRole::Condition);
  }
  walkBody(statement->getThen());
  walkBody(statement->getElse());
  auto cleanup = leaveScope(lastToken(statement));
  // In `if (init; condition)`, the part `init` can declare variables. clang's
  // line table assigns the destruction of these variables to the last token of
  // the condition. If the condition is a call, this token is the parenthesis
  // `)`, to which no other code is assigned. So the parenthesis then belongs to
  // the clean-up unit.
  if (cleanup && !statement->getConditionVariable() &&
      isa<CallExpr>(statement->getCond()->IgnoreImplicit()))
    recorder.anchor(*cleanup, statement->getCond()->getEndLoc(),
                    statement->getCond()->getEndLoc(), CompilerFamily::Clang);
}

StatementWalker::PieceId StatementWalker::addLoopInit(const Stmt *init) {
  const auto *declarations = dyn_cast<DeclStmt>(init);
  if (!declarations) {
    PieceId piece = add(UnitKind::LoopInit, init->getSourceRange());
    if (const auto *expression = dyn_cast<Expr>(init))
      recorder.decides(piece, expression);
    return piece;
  }
  PieceId piece = add(UnitKind::LoopInit, withoutSemicolon(declarations));
  // A structured binding is the only declarator of its declaration.
  if (const auto *variable = dyn_cast<VarDecl>(*declarations->decl_begin()))
    recorder.binds(piece, variable);
  noteDestruction(declarations, piece);
  return piece;
}

void StatementWalker::VisitForStmt(const ForStmt *statement) {
  enterScope();
  if (const Stmt *init = statement->getInit(); init && !isa<NullStmt>(init))
    addLoopInit(init);
  clang::SourceLocation keyword = statement->getForLoc();
  const DeclStmt *variable = statement->getConditionVariableDeclStmt();
  if (statement->getCond()) {
    PieceId condition = add(UnitKind::Condition,
                            variable ? withoutSemicolon(variable)
                                     : statement->getCond()->getSourceRange(),
                            isConstant(statement->getCond()));
    if (variable)
      noteDestruction(variable, condition);
    else
      recorder.decides(condition, statement->getCond(),
                       ExpressionRole::LoopCondition);
    // In clang's line table, the comparison of a `for` is at its condition, and
    // the branch is at the keyword. So the keyword also belongs to the unit of
    // the condition.
    recorder.anchor(condition, keyword, keyword, CompilerFamily::Clang);
  }
  if (const Expr *step = statement->getInc()) {
    PieceId increment = add(UnitKind::LoopIncrement, step->getSourceRange());
    recorder.decides(increment, step);
    // In g++'s line table, all code of an increment, such as `i++`, may be at
    // the keyword `for`. So the keyword also belongs to the unit of the
    // increment.
    recorder.anchor(increment, keyword, keyword, CompilerFamily::GCC);
  }
  walkBody(statement->getBody());
  auto cleanup = leaveScope(lastToken(statement->getBody()));
  if (cleanup && !statement->getCond())
    recorder.anchor(*cleanup, keyword, keyword, CompilerFamily::Clang);
}

void StatementWalker::VisitWhileStmt(const WhileStmt *statement) {
  enterScope();
  PieceId head = add(UnitKind::Condition,
                     {statement->getWhileLoc(), statement->getRParenLoc()},
                     isConstant(statement->getCond()));
  if (const DeclStmt *variable = statement->getConditionVariableDeclStmt())
    noteDestruction(variable, head);
  else
    recorder.decides(head, statement->getCond(), ExpressionRole::LoopCondition);
  walkBody(statement->getBody());
  leaveScope(lastToken(statement->getBody()));
}

void StatementWalker::VisitDoStmt(const DoStmt *statement) {
  const Stmt *body = statement->getBody();
  walkBody(body);
  PieceId tail = add(UnitKind::Condition,
                     {statement->getWhileLoc(), statement->getRParenLoc()},
                     isConstant(statement->getCond()));
  recorder.decides(tail, statement->getCond(), ExpressionRole::LoopCondition);
  // In clang's line table, the comparison of a `do` loop is at the condition,
  // and the branch is at the end of the loop's body. So this end also belongs
  // to the unit of the condition.
  if (const auto *compound = dyn_cast<CompoundStmt>(body))
    recorder.anchor(tail, compound->getRBracLoc(), compound->getRBracLoc(),
                    CompilerFamily::Clang);
  else
    recorder.repeats(tail, body->getSourceRange());
}

void StatementWalker::VisitSwitchStmt(const SwitchStmt *statement) {
  enterScope();
  walkConditionInit(statement->getInit());
  PieceId head = add(UnitKind::Condition,
                     {statement->getSwitchLoc(), statement->getRParenLoc()},
                     isConstant(statement->getCond()));
  if (const DeclStmt *variable = statement->getConditionVariableDeclStmt())
    noteDestruction(variable, head);
  walkBody(statement->getBody());
  leaveScope(lastToken(statement->getBody()));
}

/// Walks a range-for. clang's line table assigns the code of the range to the
/// range expression, the code of the loop variable to its name, and the other
/// code of the loop's head to the colon. gcc's line table assigns all of this
/// code to the range expression.
void StatementWalker::VisitCXXForRangeStmt(const CXXForRangeStmt *statement) {
  enterScope();
  if (const Stmt *init = statement->getInit(); init && !isa<NullStmt>(init))
    addLoopInit(init);
  PieceId head = add(UnitKind::Condition,
                     {statement->getForLoc(), statement->getRParenLoc()});
  clang::SourceRange range = statement->getRangeInit()->getSourceRange();
  PieceId rangeInit = add(UnitKind::LoopInit, range);
  recorder.anchor(head, range.getBegin(), range.getEnd(), CompilerFamily::GCC);
  if (const DeclStmt *hidden = statement->getRangeStmt())
    noteDestruction(hidden, rangeInit);
  const VarDecl *variable = statement->getLoopVariable();
  clang::SourceLocation nameEnd = variable->getLocation();
  if (const auto *bindings = dyn_cast<DecompositionDecl>(variable))
    nameEnd = recorder.closingBracket(bindings);
  recorder.binds(add(UnitKind::Declaration, {variable->getLocation(), nameEnd}),
                 variable);
  // In a range-for, clang and gcc construct the loop variable in the head of
  // the loop. So the head is linked with the clean-up that destroys the
  // variable.
  noteDestruction(variable, head);
  walkBody(statement->getBody());
  leaveScope(lastToken(statement->getBody()));
}

void StatementWalker::VisitCXXTryStmt(const CXXTryStmt *statement) {
  walk(statement->getTryBlock());
  for (unsigned i = 0; i < statement->getNumHandlers(); ++i) {
    const auto *block =
        cast<CompoundStmt>(statement->getHandler(i)->getHandlerBlock());
    walk(block);
    // Code at the `}` of a catch handler releases the exception object. So a
    // clean-up unit, which can be skipped like a statement, is added at the
    // `}`.
    add(UnitKind::Cleanup, block->getRBracLoc());
  }
}

void StatementWalker::VisitDeclStmt(const DeclStmt *statement) {
  bool isFirst = true;
  for (const Decl *declaration : statement->decls()) {
    if (const auto *variable = dyn_cast<VarDecl>(declaration)) {
      walkVariable(variable, isFirst);
    } else if (const auto *name = dyn_cast<TypedefNameDecl>(declaration)) {
      // A `typedef` of an array with a variable size, such as `typedef int
      // row[n];`, runs code that computes the size of the type. So it is a unit
      // (a statement that can be skipped).
      if (name->getUnderlyingType()->isVariablyModifiedType())
        add(UnitKind::Declaration, name->getSourceRange());
    }
    isFirst = false;
  }
}

/// Adds the unit of a variable, which extends from the variable's name to the
/// end of its initialiser. The line tables of clang and gcc assign the code of
/// the declaration to positions in this range, except for some rows at the
/// start of the declaration.
void StatementWalker::walkVariable(const VarDecl *variable, bool isFirst) {
  std::optional<PieceId> piece;
  if (mayHaveCode(variable)) {
    piece = add(UnitKind::Declaration,
                {variable->getLocation(), variable->getEndLoc()});
    recorder.binds(*piece, variable);
    if (!variable->isStaticLocal())
      recorder.decides(*piece, variable->getInit());
    clang::SourceLocation start = variable->getBeginLoc();
    if (isFirst && start != variable->getLocation()) {
      if (variable->getType()->isVariablyModifiedType())
        recorder.anchor(*piece, start, start, CompilerFamily::Any);
      else if (variable->isStaticLocal() || variable->isNRVOVariable())
        // In clang's line table, two kinds of code are at the start of a
        // declaration: the code for the guard of a static variable, and the
        // code for the flag that says whether to destroy a variable. So the
        // start also belongs to the unit of the variable.
        recorder.anchor(*piece, start, start, CompilerFamily::Clang);
    }
  }
  noteDestruction(variable, piece);
}

} // namespace pinstripe
