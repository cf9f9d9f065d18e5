// Converts statements of Clang's AST to plain data, which can be cached.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/UnitRecorder.h"
#include "Source/DecisionLister.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

UnitRecorder::PieceId UnitRecorder::add(UnitKind kind,
                                        clang::SourceLocation begin,
                                        clang::SourceLocation end,
                                        int32_t function,
                                        bool isConstant) const {
  SourcePiece piece;
  piece.unit.extent = positions.extent(begin, end);
  piece.unit.kind = kind;
  piece.unit.text = positions.text(begin, end);
  piece.unit.function = function;
  piece.spelling = positions.spelling(begin);
  piece.isFromMacro = begin.isMacroID();
  piece.isConstant = isConstant;
  return collector.addPiece(std::move(piece));
}

void UnitRecorder::anchor(PieceId piece, clang::SourceLocation begin,
                          clang::SourceLocation end,
                          CompilerFamily compiler) const {
  if (begin.isValid() && begin.isFileID() && end.isValid())
    collector.addAnchor(piece, {positions.extent(begin, end), compiler});
}

void UnitRecorder::repeats(PieceId test, clang::SourceRange statement) const {
  if (statement.getBegin().isFileID())
    collector.setRepeated(
        test, positions.extent(statement.getBegin(), statement.getEnd()));
}

void UnitRecorder::binds(PieceId piece, const VarDecl *variable) const {
  const auto *bindings = dyn_cast<DecompositionDecl>(variable);
  if (bindings && bindings->getLocation().isFileID())
    collector.setBindings(piece, positions.extent(bindings->getLocation(),
                                                  closingBracket(bindings)));
}

clang::SourceLocation
UnitRecorder::closingBracket(const DecompositionDecl *bindings) const {
  return positions.extendTo(bindings->bindings().back()->getLocation(),
                            tok::r_square);
}

void UnitRecorder::decides(PieceId piece, const Expr *expression,
                           ExpressionRole role) const {
  auto found = listDecisions(expression, *this, role);
  if (!found.empty())
    collector.setDecisions(piece, std::move(found));
}

bool UnitRecorder::hasErrorIn(clang::SourceRange range) const {
  const SourceManager &sources = ast.getSourceManager();
  auto [file, first] = sources.getDecomposedExpansionLoc(range.getBegin());
  CharSourceRange end = sources.getExpansionRange(range.getEnd());
  auto [endFile, last] = sources.getDecomposedLoc(end.getEnd());
  if (file != endFile)
    return false;
  return llvm::any_of(errors, [&, file = file, first = first,
                               last = last](clang::SourceLocation error) {
    auto [errorFile, offset] = sources.getDecomposedExpansionLoc(error);
    return errorFile == file && first <= offset && offset <= last;
  });
}

} // namespace pinstripe
