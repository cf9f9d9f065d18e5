// Lists the statement units of a function body.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk decides about unit kinds, extents and cleanups at the end of scopes.
// The comments say where clang 19 and gcc 12 put the rows of their line tables,
// as measured.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_STATEMENTWALKER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_STATEMENTWALKER_H

#include "Source/UnitRecorder.h"
#include "clang/AST/StmtCXX.h"

namespace pinstripe {

class StatementWalker {
public:
  StatementWalker(const UnitRecorder &recorder, int32_t function)
      : recorder(recorder), function(function) {}

  void walk(const clang::Stmt *statement);

private:
  using PieceId = UnitRecorder::PieceId;

  /// Variables declared directly in a scope that are destroyed at its end.
  struct Scope {
    bool needsCleanup = false;
    std::vector<PieceId> declarations;
  };

  void walkCompound(const clang::CompoundStmt *statement);
  void walkBody(const clang::Stmt *body);
  void walkIf(const clang::IfStmt *statement);
  void walkFor(const clang::ForStmt *statement);
  void walkWhile(const clang::WhileStmt *statement);
  void walkDo(const clang::DoStmt *statement);
  void walkSwitch(const clang::SwitchStmt *statement);
  void walkRangeFor(const clang::CXXForRangeStmt *statement);
  void walkTry(const clang::CXXTryStmt *statement);
  void walkDeclarations(const clang::DeclStmt *statement);
  void walkVariable(const clang::VarDecl *variable, bool isFirst);
  void walkLeaf(const clang::Stmt *statement);

  PieceId add(UnitKind kind, clang::SourceRange range, bool isConstant = false);
  /// Adds a piece for a whole declaration that is the first part of a `for`.
  PieceId addLoopInit(const clang::Stmt *init);
  /// Walks the init statement of an if or switch.
  void walkConditionInit(const clang::Stmt *init);
  void noteDestruction(const clang::DeclStmt *statement, PieceId piece);
  void noteDestruction(const clang::VarDecl *variable,
                       std::optional<PieceId> piece);
  void enterScope() { scopes.emplace_back(); }
  /// Adds the cleanup of the innermost scope at `location`, if it needs one.
  std::optional<PieceId> leaveScope(clang::SourceLocation location);
  /// Returns the last token of a statement, including its `;`.
  clang::SourceLocation lastToken(const clang::Stmt *statement) const;
  bool isConstant(const clang::Expr *condition) const;

  const UnitRecorder &recorder;
  int32_t function;
  std::vector<Scope> scopes;
};

/// Returns true if the variable is destroyed at the end of its scope: it has a
/// destructor with code, __attribute__((cleanup)), or prolongs the life of a
/// temporary.
bool needsCleanup(const clang::VarDecl *variable, const clang::ASTContext &ast);

/// Returns true if the initialisation of the variable, or its type, may need
/// code.
bool mayHaveCode(const clang::VarDecl *variable);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_STATEMENTWALKER_H
