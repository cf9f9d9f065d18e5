// Lists the deletions that can be made in a text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/DeclarationUses.h"
#include "Edits/ListerWalk.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/MapVector.h"

#include <map>

using namespace clang;

namespace pinstripe {

namespace {

class DeletionWalk : public ListerWalk<DeletionWalk> {
public:
  explicit DeletionWalk(const ListerContext &context)
      : ListerWalk(context), uses(context) {}

  void list() {
    walk();
    addDeclarators();
    addParameters();
  }

  bool VisitDecl(Decl *declaration);
  bool VisitFunctionDecl(FunctionDecl *function);
  bool VisitCXXConstructorDecl(CXXConstructorDecl *constructor);
  bool VisitVarDecl(VarDecl *variable);
  bool VisitTagDecl(TagDecl *type);
  bool VisitCXXRecordDecl(CXXRecordDecl *type);
  bool VisitEnumDecl(EnumDecl *type);

  bool VisitCompoundStmt(CompoundStmt *block);
  bool VisitIfStmt(IfStmt *branch);
  bool VisitForStmt(ForStmt *loop);
  bool VisitWhileStmt(WhileStmt *loop) { return addBody(loop->getBody()); }
  bool VisitDoStmt(DoStmt *loop) { return addBody(loop->getBody()); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop);
  bool VisitCXXCatchStmt(CXXCatchStmt *handler);
  bool VisitSwitchStmt(SwitchStmt *branch);
  bool VisitReturnStmt(ReturnStmt *statement);
  bool VisitInitListExpr(InitListExpr *list);
  bool VisitCallExpr(CallExpr *call);
  bool VisitCXXConstructExpr(CXXConstructExpr *call);
  bool VisitCXXUnresolvedConstructExpr(CXXUnresolvedConstructExpr *call);
  bool VisitParenListExpr(ParenListExpr *list);
  bool VisitRecoveryExpr(RecoveryExpr *broken);

  bool VisitOMPExecutableDirective(OMPExecutableDirective *directive);

private:
  /// A group of declarations with one common beginning, as in `int a, *b;`.
  struct Declarators {
    std::vector<const NamedDecl *> names;
    bool areConditions = false;
    bool keepsSemicolon = false;
  };
  /// The arguments of a call, without default arguments, since these are not
  /// written in the source.
  struct Call {
    std::vector<TextRange> arguments;
    uint32_t list = 0;
  };
  struct Function {
    std::vector<const FunctionDecl *> declarations;
    std::vector<Call> calls;
  };

  void noteUses(size_t edit, const std::vector<const Decl *> &deleted);
  bool addBody(const Stmt *body);
  void addStatement(const Stmt *statement);
  void addDeclarators();
  void addDeclarators(const Declarators &group);
  void addParameters();
  void addParameter(const Function &function, unsigned index);
  void addItemsOf(llvm::ArrayRef<const Stmt *> items);
  void addItemsAfterColon(llvm::ArrayRef<TextRange> items);
  void addCall(const FunctionDecl *function, llvm::ArrayRef<Expr *> arguments);
  void noteCondition(const VarDecl *variable);
  bool isGrouped(const Decl *declaration) const;
  /// Returns the number that identifies a function's list of parameters in
  /// edits.
  uint32_t listOf(const FunctionDecl *owner) {
    auto [place, isNew] = lists.try_emplace(owner);
    if (isNew)
      place->second = edits.newList();
    return place->second;
  }

  DeclarationUses uses;
  std::map<std::pair<uint32_t, uint32_t>, Declarators> declarators;
  llvm::DenseSet<const Decl *> conditions, loopVariables;
  /// Maps the first declaration of each function to all declarations and calls
  /// of the function. The functions are in the order of the text.
  llvm::MapVector<const FunctionDecl *, Function> functions;
  llvm::DenseMap<const FunctionDecl *, uint32_t> lists;
};

} // namespace

// Declarations

/// Returns whether a declaration may belong to a group such as `int a, *b;`, in
/// which several declarations share one beginning.
bool DeletionWalk::isGrouped(const Decl *declaration) const {
  if (isa<ParmVarDecl>(declaration))
    return false;
  if (const auto *function = dyn_cast<FunctionDecl>(declaration))
    return !function->doesThisDeclarationHaveABody() &&
           !function->isDefaulted() && !function->isDeleted() &&
           !function->isTemplated();
  if (const auto *variable = dyn_cast<VarDecl>(declaration))
    return !variable->getDescribedVarTemplate();
  return isa<DeclaratorDecl, TypedefDecl>(declaration);
}

/// Finds out whether the text uses the declarations that an edit deletes. Marks
/// the edit if nothing uses them, or if only a single definition uses them.
void DeletionWalk::noteUses(size_t edit,
                            const std::vector<const Decl *> &deleted) {
  if (llvm::all_of(deleted,
                   [&](const Decl *each) { return uses.isUnused(each); })) {
    edits.markUnused(edit);
    return;
  }
  std::optional<uint32_t> owner = uses.ownerOf(deleted.front());
  if (owner && llvm::all_of(deleted, [&](const Decl *each) {
        return uses.ownerOf(each) == owner;
      }))
    edits.markOwned(edit, *owner);
}

/// Returns the range of a declaration, beginning at its first `template <...>`.
/// If a member template is defined outside of its class template, its
/// definition begins with several `template <...>`.
static clang::SourceRange wholeRange(const Decl *declaration) {
  clang::SourceRange range = declaration->getSourceRange();
  const auto *pattern = dyn_cast<TemplateDecl>(declaration);
  const NamedDecl *templated = pattern ? pattern->getTemplatedDecl() : nullptr;
  clang::SourceLocation start;
  if (const auto *function = dyn_cast_or_null<DeclaratorDecl>(templated))
    start = function->getOuterLocStart();
  else if (const auto *type = dyn_cast_or_null<TagDecl>(templated))
    start = type->getOuterLocStart();
  if (start.isValid() &&
      start.getRawEncoding() < range.getBegin().getRawEncoding())
    range.setBegin(start);
  return range;
}

bool DeletionWalk::VisitDecl(Decl *declaration) {
  if (isa<TranslationUnitDecl, ParmVarDecl, TemplateTypeParmDecl,
          NonTypeTemplateParmDecl, TemplateTemplateParmDecl, EnumConstantDecl,
          IndirectFieldDecl, LabelDecl, BindingDecl>(declaration))
    return true;
  // The declaration inside a template declaration is not listed by itself,
  // since the template declaration is listed as a whole.
  if (declaration->getDescribedTemplate())
    return true;
  if (const auto *type = dyn_cast<TagDecl>(declaration))
    if (type->isEmbeddedInDeclarator())
      return true;
  std::optional<TextRange> range = places.rangeOf(wholeRange(declaration));
  if (!range)
    return true;
  if (isGrouped(declaration)) {
    Declarators &group = declarators[{range->file, range->begin}];
    group.names.push_back(cast<NamedDecl>(declaration));
    group.areConditions |= conditions.contains(declaration);
    group.keepsSemicolon |= loopVariables.contains(declaration);
    return true;
  }
  TextRange whole = places.withSemicolon(places.wholeDeclaration(*range));
  size_t edit = edits.erase(places.wholeLines(whole));
  // An `extern template` only says that another file has the instance of the
  // template. The text is valid without it, so its deletion is marked as one of
  // an unused declaration.
  const auto *type = dyn_cast<ClassTemplateSpecializationDecl>(declaration);
  if (type &&
      type->getSpecializationKind() == TSK_ExplicitInstantiationDeclaration)
    edits.markUnused(edit);
  else
    noteUses(edit, {declaration});
  return true;
}

void DeletionWalk::addDeclarators() {
  for (const auto &[place, group] : declarators)
    if (!group.areConditions)
      addDeclarators(group);
}

void DeletionWalk::addDeclarators(const Declarators &group) {
  std::vector<TextRange> items;
  TextRange whole = *places.rangeOf(group.names.front()->getSourceRange());
  for (const NamedDecl *name : group.names) {
    std::optional<TextRange> item = places.rangeOf(name->getSourceRange());
    std::optional<TextRange> word = places.tokenAt(name->getLocation());
    whole.end = std::max(whole.end, item->end);
    if (word && word->file == item->file && word->begin <= item->end)
      items.push_back({item->file, word->begin, item->end});
  }
  if (!group.keepsSemicolon)
    whole = places.throughSemicolon(whole);
  whole = places.wholeDeclaration(whole);
  noteUses(edits.erase(places.wholeLines(whole)),
           {group.names.begin(), group.names.end()});
  llvm::sort(items, [](const TextRange &a, const TextRange &b) {
    return a.begin < b.begin;
  });
  if (items.size() == group.names.size() && items.size() > 1)
    edits.addItems(items);
}

bool DeletionWalk::VisitVarDecl(VarDecl *variable) {
  const Expr *init = variable->getInit();
  if (!init || variable->getInitStyle() != VarDecl::CInit ||
      isa<ParmVarDecl>(variable) || variable->isCXXForRangeDecl())
    return true;
  std::optional<TextRange> range = places.rangeOf(init->getSourceRange());
  if (!range)
    return true;
  llvm::StringRef before =
      places.text(range->file).take_front(range->begin).rtrim();
  if (before.consume_back("="))
    edits.erase({range->file, uint32_t(before.rtrim().size()), range->end});
  return true;
}

bool DeletionWalk::VisitTagDecl(TagDecl *type) {
  if (!type->isThisDeclarationADefinition())
    return true;
  if (auto range = places.rangeOf(type->getBraceRange()))
    if (range->end - range->begin > 2)
      edits.erase({range->file, range->begin + 1, range->end - 1});
  return true;
}

/// Lists the deletions of a class's bases or of a constructor's initialisers:
/// one deletion of all items with the colon before them, and one deletion of
/// each item alone.
void DeletionWalk::addItemsAfterColon(llvm::ArrayRef<TextRange> items) {
  llvm::StringRef before =
      places.text(items.front().file).take_front(items.front().begin).rtrim();
  if (before.consume_back(":"))
    edits.erase({items.front().file, uint32_t(before.rtrim().size()),
                 items.back().end});
  if (items.size() > 1)
    edits.addItems(items);
}

bool DeletionWalk::VisitCXXRecordDecl(CXXRecordDecl *type) {
  if (!type->isThisDeclarationADefinition() || type->getNumBases() == 0)
    return true;
  std::vector<TextRange> items;
  for (const CXXBaseSpecifier &base : type->bases())
    if (auto range = places.rangeOf(base.getSourceRange()))
      items.push_back(*range);
  if (items.size() != type->getNumBases())
    return true;
  addItemsAfterColon(items);
  return true;
}

bool DeletionWalk::VisitEnumDecl(EnumDecl *type) {
  std::vector<TextRange> items;
  for (const EnumConstantDecl *constant : type->enumerators())
    if (auto range = places.rangeOf(constant->getSourceRange()))
      items.push_back(*range);
  edits.addItems(items);
  return true;
}

bool DeletionWalk::VisitFunctionDecl(FunctionDecl *function) {
  functions[function->getCanonicalDecl()].declarations.push_back(function);
  const auto *body = function->doesThisDeclarationHaveABody()
                         ? dyn_cast_or_null<CompoundStmt>(function->getBody())
                         : nullptr;
  if (!body)
    return true;
  std::optional<TextRange> range = places.rangeOf(body->getSourceRange());
  if (!range)
    return true;
  const auto *constructor = dyn_cast<CXXConstructorDecl>(function);
  bool hasInitialisers =
      constructor &&
      llvm::any_of(constructor->inits(), [](const CXXCtorInitializer *init) {
        return init->isWritten();
      });
  if (!hasInitialisers)
    edits.replace(*range, ";");
  if (!body->body_empty())
    edits.erase({range->file, range->begin + 1, range->end - 1});
  return true;
}

bool DeletionWalk::VisitCXXConstructorDecl(CXXConstructorDecl *constructor) {
  if (!constructor->doesThisDeclarationHaveABody())
    return true;
  std::vector<TextRange> items;
  for (const CXXCtorInitializer *init : constructor->inits())
    if (init->isWritten())
      if (auto range = places.rangeOf(init->getSourceRange()))
        items.push_back(*range);
  if (items.empty())
    return true;
  llvm::sort(items, [](const TextRange &a, const TextRange &b) {
    return a.begin < b.begin;
  });
  addItemsAfterColon(items);
  return true;
}

// Statements

void DeletionWalk::addStatement(const Stmt *statement) {
  if (const auto *declaration = dyn_cast<DeclStmt>(statement)) {
    // Declarations of a group, such as `int a, *b;`, are listed one by one
    // elsewhere.
    for (const Decl *each : declaration->decls())
      if (isGrouped(each))
        return;
  }
  if (auto range = places.rangeOf(statement->getSourceRange()))
    edits.erase(places.wholeLines(places.withSemicolon(*range)));
}

bool DeletionWalk::VisitCompoundStmt(CompoundStmt *block) {
  for (const Stmt *statement : block->body())
    addStatement(statement);
  return true;
}

/// Lists two kinds of deletions: an OpenMP directive together with its
/// statement, and a single clause of the directive. The deletion of the
/// directive without its statement is listed when the block around the
/// directive is visited.
bool DeletionWalk::VisitOMPExecutableDirective(
    OMPExecutableDirective *directive) {
  if (auto whole = places.withStatement(*directive))
    edits.erase(places.wholeLines(*whole));
  for (const OMPClause *clause : directive->clauses())
    if (auto range =
            places.rangeOf({clause->getBeginLoc(), clause->getEndLoc()}))
      edits.erase(*range);
  return true;
}

/// Lists the deletion of a statement that is the whole body of a loop or
/// branch. A `;` takes its place, since a body is needed. Statements between
/// braces are listed when their block is visited.
bool DeletionWalk::addBody(const Stmt *body) {
  if (!body || isa<CompoundStmt, NullStmt>(body))
    return true;
  if (auto range = places.rangeOf(body->getSourceRange()))
    edits.replace(places.withSemicolon(*range), ";");
  return true;
}

void DeletionWalk::noteCondition(const VarDecl *variable) {
  if (variable)
    conditions.insert(variable);
}

bool DeletionWalk::VisitIfStmt(IfStmt *branch) {
  noteCondition(branch->getConditionVariable());
  addBody(branch->getThen());
  if (!branch->getElse())
    return true;
  std::optional<TextRange> word = places.tokenAt(branch->getElseLoc());
  std::optional<TextRange> rest =
      places.rangeOf(branch->getElse()->getSourceRange());
  if (word && rest && word->file == rest->file) {
    TextRange whole{word->file, word->begin, rest->end};
    edits.erase(places.wholeLines(places.withSemicolon(whole)));
  }
  return true;
}

bool DeletionWalk::VisitForStmt(ForStmt *loop) {
  noteCondition(loop->getConditionVariable());
  if (const auto *init = dyn_cast_or_null<DeclStmt>(loop->getInit()))
    for (const Decl *each : init->decls())
      loopVariables.insert(each);
  else if (loop->getInit())
    if (auto range = places.rangeOf(loop->getInit()->getSourceRange()))
      edits.erase(*range);
  for (const Expr *part : {loop->getCond(), loop->getInc()})
    if (part && !loop->getConditionVariable())
      if (auto range = places.rangeOf(part->getSourceRange()))
        edits.erase(*range);
  return addBody(loop->getBody());
}

bool DeletionWalk::VisitCXXForRangeStmt(CXXForRangeStmt *loop) {
  noteCondition(loop->getLoopVariable());
  return addBody(loop->getBody());
}

bool DeletionWalk::VisitCXXCatchStmt(CXXCatchStmt *handler) {
  noteCondition(handler->getExceptionDecl());
  return true;
}

bool DeletionWalk::VisitSwitchStmt(SwitchStmt *branch) {
  noteCondition(branch->getConditionVariable());
  return true;
}

bool DeletionWalk::VisitReturnStmt(ReturnStmt *statement) {
  if (const Expr *value = statement->getRetValue())
    if (auto range = places.rangeOf(value->getSourceRange()))
      edits.erase(*range);
  return true;
}

// Lists

void DeletionWalk::addItemsOf(llvm::ArrayRef<const Stmt *> items) {
  std::vector<TextRange> ranges;
  for (const Stmt *item : items)
    if (auto range = places.rangeOf(item->getSourceRange()))
      ranges.push_back(*range);
  if (ranges.size() == items.size())
    edits.addItems(ranges);
}

bool DeletionWalk::VisitInitListExpr(InitListExpr *list) {
  // Clang has two forms of an initialiser list. The syntactic form is used,
  // since it has exactly the items that the source has.
  const InitListExpr *written =
      list->isSemanticForm() && list->getSyntacticForm()
          ? list->getSyntacticForm()
          : list;
  std::vector<const Stmt *> items;
  for (const Expr *item : written->inits())
    if (item)
      items.push_back(item);
  addItemsOf(items);
  return true;
}

void DeletionWalk::addCall(const FunctionDecl *function,
                           llvm::ArrayRef<Expr *> arguments) {
  Call call;
  for (const Expr *argument : arguments) {
    if (isa<CXXDefaultArgExpr>(argument))
      break;
    auto range = places.rangeOf(argument->getSourceRange());
    if (!range)
      return;
    call.arguments.push_back(*range);
  }
  if (call.arguments.empty())
    return;
  // Arguments without a known parameter, such as variable arguments, are
  // removed separately in each call.
  if (!function || function->isVariadic() ||
      call.arguments.size() > function->getNumParams())
    edits.addItems(call.arguments);
  if (!function)
    return;
  call.list = edits.newList();
  functions[function->getCanonicalDecl()].calls.push_back(std::move(call));
}

bool DeletionWalk::VisitCallExpr(CallExpr *call) {
  if (isa<CXXOperatorCallExpr, UserDefinedLiteral>(call))
    return true;
  addCall(call->getDirectCallee(), {call->getArgs(), call->getNumArgs()});
  return true;
}

bool DeletionWalk::VisitCXXConstructExpr(CXXConstructExpr *call) {
  if (!call->isListInitialization() && call->getParenOrBraceRange().isValid())
    addCall(call->getConstructor(), {call->getArgs(), call->getNumArgs()});
  return true;
}

bool DeletionWalk::VisitCXXUnresolvedConstructExpr(
    CXXUnresolvedConstructExpr *call) {
  if (!call->isListInitialization())
    addCall(nullptr, {call->arg_begin(), call->getNumArgs()});
  return true;
}

bool DeletionWalk::VisitParenListExpr(ParenListExpr *list) {
  addCall(nullptr, list->exprs());
  return true;
}

/// Lists the arguments of a call that Clang can't resolve, because a
/// declaration is missing or does not fit. Clang represents such a call as a
/// list of the function and the arguments.
bool DeletionWalk::VisitRecoveryExpr(RecoveryExpr *broken) {
  llvm::ArrayRef<Expr *> parts = broken->subExpressions();
  if (parts.size() < 2)
    return true;
  auto called = places.rangeOf(parts[0]->getSourceRange());
  auto first = places.rangeOf(parts[1]->getSourceRange());
  if (!called || !first || called->file != first->file)
    return true;
  uint32_t open = places.skipSpace(called->file, called->end);
  if (places.text(called->file).drop_front(open).starts_with("(") &&
      places.skipSpace(called->file, open + 1) == first->begin)
    addCall(nullptr, parts.drop_front());
  return true;
}

/// Adds an edit that removes a parameter from all declarations of a function,
/// and the argument for it from all calls.
void DeletionWalk::addParameter(const Function &function, unsigned index) {
  std::vector<TextChange> changes;
  for (const FunctionDecl *each : function.declarations) {
    std::vector<TextRange> ranges;
    for (const ParmVarDecl *parameter : each->parameters())
      if (auto range = places.rangeOf(parameter->getSourceRange()))
        ranges.push_back(*range);
    if (index < ranges.size() && ranges.size() == each->getNumParams())
      changes.push_back(EditRecorder::itemChange(ranges, index, listOf(each)));
  }
  for (const Call &call : function.calls)
    if (index < call.arguments.size())
      changes.push_back(
          EditRecorder::itemChange(call.arguments, index, call.list));
  edits.add(std::move(changes));
}

void DeletionWalk::addParameters() {
  for (const auto &[canonical, function] : functions) {
    if (function.declarations.empty() || canonical->isMain())
      continue;
    for (unsigned i = 0; i < canonical->getNumParams(); ++i)
      addParameter(function, i);
  }
}

void listDeletions(const ListerContext &context) {
  DeletionWalk(context).list();
}

} // namespace pinstripe
