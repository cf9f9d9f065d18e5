// Finds the functions and statement units of a Clang AST.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/SourceVisitor.h"

#include "Source/StatementWalker.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace pinstripe {

std::string functionName(const FunctionDecl *function,
                         const SourcePositions &positions) {
  if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
    function = pattern;
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(function)) {
    // Clang calls the constructor of a class template `Box<T>::Box<T>`. In the
    // unit table it is called `Box::Box`.
    const CXXRecordDecl *record = method->getParent();
    return record->getQualifiedNameAsString() +
           (isa<CXXDestructorDecl>(function) ? "::~" : "::") +
           record->getNameAsString();
  }
  if (!method || !method->getParent()->isLambda())
    return function->getQualifiedNameAsString();
  for (const DeclContext *outer = method->getParent()->getDeclContext(); outer;
       outer = outer->getParent())
    if (const auto *enclosing = dyn_cast<FunctionDecl>(outer)) {
      std::string name = functionName(enclosing, positions);
      bool isNested = llvm::StringRef(name).ends_with("lambda");
      return isNested ? name : name + "::lambda";
    }
  std::string place = positions.describe(method->getLocation());
  return "lambda at " + place.substr(place.find(':') + 1);
}

namespace {

/// Returns true if a part of the statement could not be parsed.
bool isBroken(const Stmt *statement) {
  if (!statement)
    return false;
  if (const auto *expression = dyn_cast<Expr>(statement))
    if (expression->containsErrors())
      return true;
  if (const auto *declarations = dyn_cast<DeclStmt>(statement))
    if (llvm::any_of(declarations->decls(),
                     [](const Decl *d) { return d->isInvalidDecl(); }))
      return true;
  return llvm::any_of(statement->children(), isBroken);
}

bool hasDestructor(QualType type) {
  return !type->isDependentType() &&
         type.isDestructedType() == QualType::DK_cxx_destructor;
}

bool destroysMembers(const CXXRecordDecl *record) {
  return llvm::any_of(record->fields(),
                      [](const FieldDecl *field) {
                        return hasDestructor(field->getType());
                      }) ||
         llvm::any_of(record->bases(), [](const CXXBaseSpecifier &base) {
           return hasDestructor(base.getType());
         });
}

bool destroysArray(const CXXRecordDecl *record) {
  return llvm::any_of(record->fields(), [](const FieldDecl *field) {
    return field->getType()->isArrayType() && hasDestructor(field->getType());
  });
}

/// Returns those initialisers of a constructor that are written in the source,
/// in the order of the source.
std::vector<const CXXCtorInitializer *>
writtenInitializers(const CXXConstructorDecl *constructor) {
  std::vector<const CXXCtorInitializer *> written;
  for (const CXXCtorInitializer *init : constructor->inits())
    if (init->isWritten())
      written.push_back(init);
  std::ranges::sort(written, {}, &CXXCtorInitializer::getSourceOrder);
  return written;
}

class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(const UnitRecorder &recorder) : recorder(recorder) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return false; }

  bool TraverseDecl(Decl *declaration);
  bool VisitFunctionDecl(FunctionDecl *function);
  bool VisitLambdaExpr(LambdaExpr *lambda);
  bool VisitFieldDecl(FieldDecl *field);
  bool VisitVarDecl(VarDecl *variable);

private:
  using Base = RecursiveASTVisitor<Visitor>;
  void addFunction(const FunctionDecl *function);
  clang::SourceLocation beginOf(const FunctionDecl *function) const;
  void addInitializers(const CXXConstructorDecl *constructor, int32_t id);
  void addDestruction(const CXXDestructorDecl *destructor, int32_t id);

  const UnitRecorder &recorder;
};

bool Visitor::TraverseDecl(Decl *declaration) {
  if (declaration && !isa<TranslationUnitDecl>(declaration) &&
      declaration->getLocation().isValid() &&
      recorder.positions.isSystem(declaration->getLocation()))
    return true;
  return Base::TraverseDecl(declaration);
}

bool Visitor::VisitFunctionDecl(FunctionDecl *function) {
  addFunction(function);
  return true;
}

bool Visitor::VisitLambdaExpr(LambdaExpr *lambda) {
  addFunction(lambda->getCallOperator());
  if (FunctionTemplateDecl *generic = lambda->getDependentCallOperator())
    for (const FunctionDecl *instance : generic->specializations())
      addFunction(instance);
  return true;
}

/// Returns where the range of a function begins. A lambda begins at its `[`, as
/// in debug information. If the whole head of the lambda is on one line, the
/// range begins after the `[`, since line tables assign code at such a `[` to
/// the function around the lambda.
clang::SourceLocation Visitor::beginOf(const FunctionDecl *function) const {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (!method || !method->getParent()->isLambda())
    return function->getBeginLoc();
  const SourceManager &sources = recorder.ast.getSourceManager();
  clang::SourceLocation bracket = method->getParent()->getBeginLoc();
  bool isSameLine = sources.getExpansionLineNumber(bracket) ==
                    sources.getExpansionLineNumber(function->getBeginLoc());
  return isSameLine ? function->getBeginLoc() : bracket;
}

void Visitor::addFunction(const FunctionDecl *function) {
  if (function->isExplicitlyDefaulted())
    recorder.collector.addDefaulted(recorder.positions.extent(
        function->getBeginLoc(), function->getEndLoc()));
  if (!function->doesThisDeclarationHaveABody() || function->isDefaulted() ||
      (function->isImplicit() && !isa<CXXMethodDecl>(function)))
    return;
  const Stmt *body = function->getBody();
  const auto *coroutine = dyn_cast_or_null<CoroutineBodyStmt>(body);
  if (coroutine)
    body = coroutine->getBody();
  if (!body || function->isInvalidDecl())
    return;
  clang::SourceRange range = function->getSourceRange();
  if (recorder.hasErrorIn(range) || isBroken(body))
    return;
  SourceFunction described;
  described.name = functionName(function, recorder.positions);
  described.extent =
      recorder.positions.extent(beginOf(function), body->getEndLoc());
  clang::SourceLocation begin = body->getBeginLoc();
  const auto *constructor = dyn_cast<CXXConstructorDecl>(function);
  if (constructor)
    if (auto written = writtenInitializers(constructor); !written.empty())
      begin = written.front()->getSourceLocation();
  described.body = recorder.positions.extent(begin, body->getEndLoc());
  described.isCoroutine = coroutine != nullptr;
  int32_t id = recorder.collector.addFunction(std::move(described));
  if (constructor)
    addInitializers(constructor, id);
  if (const auto *destructor = dyn_cast<CXXDestructorDecl>(function))
    addDestruction(destructor, id);
  // Line tables assign the code that starts, suspends and ends a coroutine to
  // its name.
  if (coroutine)
    recorder.add(UnitKind::Initializer, function->getLocation(), id);
  StatementWalker(recorder, id).walk(body);
}

/// Adds a unit for each initialiser of a constructor that is written in the
/// source. Bases and members without a written initialiser are constructed by
/// default. One more unit, at the constructor's name, stands for this default
/// construction.
///
/// clang's line table assigns default construction to the constructor's name
/// and to the `{`. gcc's line table assigns it to the end of the last written
/// initialiser, or to the `{`. gcc assigns the construction of bases and the
/// default member initialisers there as well.
///
/// Some constructors do nothing by default but set the pointer to the virtual
/// table. They get no unit for default construction, because the object is of
/// no use without this pointer.
void Visitor::addInitializers(const CXXConstructorDecl *constructor,
                              int32_t id) {
  auto written = writtenInitializers(constructor);
  std::optional<UnitRecorder::PieceId> owner;
  for (const CXXCtorInitializer *init : written) {
    auto piece =
        recorder.add(UnitKind::Initializer, init->getSourceRange(), id);
    if (!owner && init->isBaseInitializer() && init != written.back())
      owner = piece;
  }
  if (constructor->isDependentContext() ||
      constructor->isDelegatingConstructor())
    return;
  bool isImplicit =
      llvm::any_of(constructor->inits(), [](const CXXCtorInitializer *init) {
        return !init->isWritten();
      });
  if (isImplicit) {
    clang::SourceLocation name = constructor->getLocation();
    auto piece = recorder.add(UnitKind::Initializer, {name, name}, id);
    owner = piece;
    if (const auto *body = dyn_cast<CompoundStmt>(constructor->getBody()))
      recorder.anchor(piece, body->getLBracLoc(), body->getLBracLoc(),
                      CompilerFamily::Any);
  }
  if (owner && !written.empty()) {
    clang::SourceLocation end = written.back()->getSourceRange().getEnd();
    recorder.anchor(*owner, end, end, CompilerFamily::GCC);
  }
}

/// Adds units for the code that a destructor runs besides the statements of its
/// body. Line tables assign the destruction of members to the `}`. If the class
/// has a virtual table, the code that sets the pointer to this table is at the
/// `{`. clang's line table also puts the deleting destructor at the `{`.
void Visitor::addDestruction(const CXXDestructorDecl *destructor, int32_t id) {
  const auto *body = dyn_cast<CompoundStmt>(destructor->getBody());
  if (!body || destructor->isDependentContext())
    return;
  bool isDynamic = destructor->getParent()->isDynamicClass();
  if (isDynamic)
    recorder.add(UnitKind::Cleanup, body->getLBracLoc(), id);
  if (!isDynamic && !destroysMembers(destructor->getParent()))
    return;
  auto cleanup = recorder.add(UnitKind::Cleanup, body->getRBracLoc(), id);
  // In gcc's line table, parts of the loop that destroys an array of members
  // are at the `{` of the destructor. So this place also belongs to the
  // clean-up unit.
  if (destroysArray(destructor->getParent()))
    recorder.anchor(cleanup, body->getLBracLoc(), body->getLBracLoc(),
                    CompilerFamily::GCC);
}

bool Visitor::VisitFieldDecl(FieldDecl *field) {
  const Expr *init = field->getInClassInitializer();
  if (!init || isBroken(init) || recorder.hasErrorIn(field->getSourceRange()))
    return true;
  recorder.add(UnitKind::Initializer, field->getLocation(), init->getEndLoc(),
               -1);
  return true;
}

bool Visitor::VisitVarDecl(VarDecl *variable) {
  if (!variable->isFileVarDecl() || variable->isInvalidDecl() ||
      !recorder.ast.getLangOpts().CPlusPlus)
    return true;
  const VarDecl *definition = variable->getDefinition();
  if (definition != variable || !mayHaveCode(variable) ||
      isBroken(variable->getInit()))
    return true;
  bool isDependent =
      variable->getType()->isDependentType() ||
      (variable->getInit() && variable->getInit()->isValueDependent());
  if (isDependent || (variable->hasConstantInitialization() &&
                      !variable->needsDestruction(recorder.ast)))
    return true;
  auto piece = recorder.add(UnitKind::Declaration, variable->getLocation(),
                            variable->getEndLoc(), -1);
  recorder.binds(piece, variable);
  return true;
}

} // namespace

void collectUnits(ASTContext &ast, const UnitRecorder &recorder) {
  Visitor(recorder).TraverseDecl(ast.getTranslationUnitDecl());
}

} // namespace pinstripe
