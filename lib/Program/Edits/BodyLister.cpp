// Lists the edits that empty the bodies of functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/ListerWalk.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace pinstripe {

namespace {

class BodyWalk : public ListerWalk<BodyWalk> {
public:
  using ListerWalk::ListerWalk;

  bool VisitFunctionDecl(FunctionDecl *function) {
    const auto *body = function->doesThisDeclarationHaveABody()
                           ? dyn_cast_or_null<CompoundStmt>(function->getBody())
                           : nullptr;
    if (!body || body->body_empty() || isNeeded(function))
      return true;
    if (auto range = places.rangeOf(body->getSourceRange()))
      edits.erase({range->file, range->begin + 1, range->end - 1});
    return true;
  }

private:
  /// Returns whether the text would probably have errors if this function were
  /// empty. This is so if the compiler deduces the function's type from its
  /// body, or may evaluate the function at compile time.
  static bool isNeeded(const FunctionDecl *function) {
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    return function->isConstexpr() ||
           function->getReturnType()->getContainedDeducedType() ||
           (method && method->getParent()->isLambda());
  }
};

} // namespace

void listBodies(const ListerContext &context) { BodyWalk(context).walk(); }

} // namespace pinstripe
