// Lists the statement units of a function body.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk decides which kind and extent each unit has, and which scopes end
// with a clean-up unit. Some comments in the code say where the line tables of
// clang 19 and gcc 12 place the code of a statement. These places were found by
// experiments.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_STATEMENTWALKER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_STATEMENTWALKER_H

#include "Source/UnitRecorder.h"
#include "clang/AST/StmtVisitor.h"

namespace pinstripe {

class StatementWalker : public clang::ConstStmtVisitor<StatementWalker> {
public:
  StatementWalker(const UnitRecorder &recorder, int32_t function)
      : recorder(recorder), function(function) {}

  /// Walks `statement`; does nothing if `statement` is null.
  void walk(const clang::Stmt *statement) {
    if (statement)
      Visit(statement);
  }

  // Clang's visitor calls the function that is named after the class of a
  // statement. If there is no such function, the visitor calls the function of
  // the nearest base class. Jumps and null statements have no function here,
  // since they have nothing to skip.

  void VisitCompoundStmt(const clang::CompoundStmt *statement);
  void VisitIfStmt(const clang::IfStmt *statement);
  void VisitForStmt(const clang::ForStmt *statement);
  void VisitWhileStmt(const clang::WhileStmt *statement);
  void VisitDoStmt(const clang::DoStmt *statement);
  void VisitSwitchStmt(const clang::SwitchStmt *statement);
  void VisitCXXForRangeStmt(const clang::CXXForRangeStmt *statement);
  void VisitCXXTryStmt(const clang::CXXTryStmt *statement);
  void VisitDeclStmt(const clang::DeclStmt *statement);
  void VisitReturnStmt(const clang::ReturnStmt *statement);
  void VisitCoreturnStmt(const clang::CoreturnStmt *statement) {
    add(UnitKind::Return, statement->getSourceRange());
  }
  void VisitIndirectGotoStmt(const clang::IndirectGotoStmt *statement) {
    add(UnitKind::Condition, statement->getSourceRange());
  }
  void VisitAsmStmt(const clang::AsmStmt *statement) {
    add(UnitKind::Expression, statement->getSourceRange());
  }
  void VisitExpr(const clang::Expr *expression) {
    recorder.decides(add(UnitKind::Expression, expression->getSourceRange()),
                     expression);
  }
  void VisitSwitchCase(const clang::SwitchCase *label) {
    walk(label->getSubStmt());
  }
  void VisitLabelStmt(const clang::LabelStmt *label) {
    walk(label->getSubStmt());
  }
  void VisitAttributedStmt(const clang::AttributedStmt *statement) {
    walk(statement->getSubStmt());
  }

private:
  using PieceId = UnitRecorder::PieceId;

  /// A scope of the source, with the declarations of those variables that are
  /// destroyed at its end.
  struct Scope {
    bool needsCleanup = false;
    std::vector<PieceId> declarations;
  };

  void walkBody(const clang::Stmt *body);
  void walkVariable(const clang::VarDecl *variable, bool isFirst);

  PieceId add(UnitKind kind, clang::SourceRange range, bool isConstant = false);
  /// Adds one statement unit for the part `init` of `for (init; ...)`, also of
  /// a range-for. It is one unit even if `init` declares several variables.
  PieceId addLoopInit(const clang::Stmt *init);
  /// Walks the part `init` of `if (init; condition)` or of a switch.
  void walkConditionInit(const clang::Stmt *init);
  void noteDestruction(const clang::DeclStmt *statement, PieceId piece);
  void noteDestruction(const clang::VarDecl *variable,
                       std::optional<PieceId> piece);
  void enterScope() { scopes.emplace_back(); }
  /// Ends the innermost scope. If variables are destroyed at its end, adds a
  /// unit for this clean-up at `location`.
  std::optional<PieceId> leaveScope(clang::SourceLocation location);
  /// Returns the location of the last token of a statement. The last token is
  /// the `;` if the statement ends with one.
  clang::SourceLocation lastToken(const clang::Stmt *statement) const;
  bool isConstant(const clang::Expr *condition) const;

  const UnitRecorder &recorder;
  int32_t function;
  std::vector<Scope> scopes;
};

/// Returns true if code for the variable is executed at the end of its scope.
/// This is so in three cases:
/// - The type of the variable has a destructor with code.
/// - The variable has __attribute__((cleanup)).
/// - The variable is a reference that prolongs the life of a temporary object
///   with a destructor.
bool needsCleanup(const clang::VarDecl *variable, const clang::ASTContext &ast);

/// Returns true if the compiler may make code for the declaration of the
/// variable: code that runs the initialiser, or that computes the size of the
/// variable's type.
bool mayHaveCode(const clang::VarDecl *variable);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_STATEMENTWALKER_H
