// Lists the edits that replace loops, branches and blocks by the statements
// inside them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/ListerWalk.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace pinstripe {

namespace {

class ContentWalk : public ListerWalk<ContentWalk> {
public:
  using ListerWalk::ListerWalk;

  bool VisitNamespaceDecl(NamespaceDecl *space) {
    return unwrapDeclarations(space);
  }
  bool VisitLinkageSpecDecl(LinkageSpecDecl *linkage) {
    return !linkage->hasBraces() || unwrapDeclarations(linkage);
  }
  bool VisitCompoundStmt(CompoundStmt *block);
  bool VisitIfStmt(IfStmt *branch);
  bool VisitForStmt(ForStmt *loop) { return unwrap(loop, loop->getBody()); }
  bool VisitWhileStmt(WhileStmt *loop) { return unwrap(loop, loop->getBody()); }
  bool VisitDoStmt(DoStmt *loop) { return unwrap(loop, loop->getBody()); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) {
    return unwrap(loop, loop->getBody());
  }
  bool VisitSwitchStmt(SwitchStmt *branch) {
    return unwrap(branch, branch->getBody());
  }
  bool VisitSwitchCase(SwitchCase *label) {
    return unwrap(label, label->getSubStmt());
  }
  bool VisitLabelStmt(LabelStmt *label) {
    return unwrap(label, label->getSubStmt());
  }
  bool VisitAttributedStmt(AttributedStmt *attributed) {
    return unwrap(attributed, attributed->getSubStmt());
  }
  bool VisitCXXTryStmt(CXXTryStmt *attempt) {
    return unwrap(attempt, attempt->getTryBlock());
  }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *directive);

private:
  bool unwrap(const Stmt *whole, const Stmt *part);
  bool unwrapDeclarations(const Decl *whole);
  void unwrap(std::optional<TextRange> outer, std::optional<TextRange> inner);
  /// Adds an edit that reduces the statement or declaration in the range
  /// `whole` to the statements between two of its braces. `open` and `close`
  /// are the places of these braces.
  void unwrapBraces(std::optional<TextRange> whole, clang::SourceLocation open,
                    clang::SourceLocation close);
};

} // namespace

bool ContentWalk::unwrap(const Stmt *whole, const Stmt *part) {
  if (!part)
    return true;
  unwrap(places.rangeOf(whole->getSourceRange()),
         places.rangeOf(part->getSourceRange()));
  return true;
}

void ContentWalk::unwrap(std::optional<TextRange> outer,
                         std::optional<TextRange> inner) {
  if (!outer || !inner || !outer->contains(*inner))
    return;
  *outer = places.withSemicolon(*outer);
  *inner = places.withSemicolon(*inner);
  // Usually the whole statement (`outer`) and the statement inside it (`inner`)
  // end with the same semicolon. If the range of `inner` includes it, the range
  // of `outer` must include it, too. Only a `do` loop has one more semicolon at
  // its end.
  outer->end = std::max(outer->end, inner->end);
  edits.leaveOnly(*outer, *inner);
}

void ContentWalk::unwrapBraces(std::optional<TextRange> whole,
                               clang::SourceLocation open,
                               clang::SourceLocation close) {
  std::optional<TextRange> first = places.tokenAt(open);
  std::optional<TextRange> last = places.tokenAt(close);
  if (!whole || !first || !last || !whole->contains(*first) ||
      !whole->contains(*last))
    return;
  edits.leaveOnly(*whole, {whole->file, first->end, last->begin});
}

/// Lists the edit that reduces a namespace, or a block `extern "C" { ... }`, to
/// the declarations between its braces.
bool ContentWalk::unwrapDeclarations(const Decl *whole) {
  std::optional<TextRange> range = places.rangeOf(whole->getSourceRange());
  if (!range)
    return true;
  // Clang does not tell where the opening brace is. So the text is searched for
  // it.
  size_t open = places.text(*range).find('{');
  if (open != llvm::StringRef::npos)
    edits.leaveOnly(*range, {range->file, range->begin + uint32_t(open) + 1,
                             range->end - 1});
  return true;
}

bool ContentWalk::VisitCompoundStmt(CompoundStmt *block) {
  for (const Stmt *statement : block->body())
    if (const auto *inner = dyn_cast<CompoundStmt>(statement))
      unwrapBraces(places.rangeOf(inner->getSourceRange()),
                   inner->getLBracLoc(), inner->getRBracLoc());
  // An edit can remove the braces around a single statement. Such an edit is
  // also listed for the body of a function. Without these braces the text is
  // invalid, so this edit is refused later.
  if (block->size() == 1 && !isa<CompoundStmt>(block->body_front()))
    unwrapBraces(places.rangeOf(block->getSourceRange()), block->getLBracLoc(),
                 block->getRBracLoc());
  return true;
}

bool ContentWalk::VisitIfStmt(IfStmt *branch) {
  unwrap(branch, branch->getThen());
  return unwrap(branch, branch->getElse());
}

/// Lists the edits that leave only the statement after an OpenMP directive, or
/// only the contents of this statement. The directive is removed together with
/// the loop or block after it, since most directives are valid only there.
bool ContentWalk::VisitOMPExecutableDirective(
    OMPExecutableDirective *directive) {
  std::optional<TextRange> whole = places.withStatement(*directive);
  if (!whole)
    return true;
  const Stmt *statement = directive->getRawStmt();
  unwrap(whole, places.rangeOf(statement->getSourceRange()));
  if (const auto *block = dyn_cast<CompoundStmt>(statement))
    unwrapBraces(whole, block->getLBracLoc(), block->getRBracLoc());
  if (const auto *loop = dyn_cast<ForStmt>(statement))
    unwrap(whole, places.rangeOf(loop->getBody()->getSourceRange()));
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(statement))
    unwrap(whole, places.rangeOf(loop->getBody()->getSourceRange()));
  return true;
}

void listContents(const ListerContext &context) { ContentWalk(context).walk(); }

} // namespace pinstripe
