// Holds the syntax tree and the tokens of a parsed compilation unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/ParsedUnit.h"

#include "Source/SourceVisitor.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pinstripe {

namespace {

/// Ends the parse once `stop` is true.
class StoppableConsumer : public ASTConsumer {
public:
  explicit StoppableConsumer(const std::atomic<bool> *stop) : stop(stop) {}
  /// Returns false, which ends the parse, if `stop` has become true.
  bool HandleTopLevelDecl(DeclGroupRef) override {
    return !stop || !stop->load();
  }

private:
  const std::atomic<bool> *stop;
};

/// A step of the compiler that parses the source and keeps the syntax tree.
class KeepingAction : public ASTFrontendAction {
public:
  using AtBegin = std::function<void(CompilerInstance &)>;
  KeepingAction(AtBegin atBegin, const std::atomic<bool> *stop)
      : atBegin(std::move(atBegin)), stop(stop) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &compiler) override {
    atBegin(compiler);
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<StoppableConsumer>(stop);
  }

private:
  AtBegin atBegin;
  const std::atomic<bool> *stop;
};

/// Returns true if a part of the statement can't be written again from its
/// tokens. Such parts are directives (of OpenMP, or with hints about loops),
/// coroutines, and code that could not be parsed.
bool hasForeignPart(const Stmt *statement) {
  if (!statement)
    return false;
  if (isa<OMPExecutableDirective, CoroutineBodyStmt, CoreturnStmt, CoawaitExpr,
          CoyieldExpr, RecoveryExpr>(statement))
    return true;
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    for (const Attr *attribute : attributed->getAttrs())
      if (isa<LoopHintAttr>(attribute))
        return true;
  return llvm::any_of(statement->children(), hasForeignPart);
}

/// Returns where the initialisers of a constructor begin in the source. Returns
/// nullopt if the constructor has no initialisers outside of macros.
std::optional<clang::SourceLocation>
firstInitializer(const FunctionDecl *function) {
  const auto *constructor = dyn_cast<CXXConstructorDecl>(function);
  if (!constructor)
    return std::nullopt;
  for (const CXXCtorInitializer *init : constructor->inits())
    if (init->isWritten() && init->getSourceOrder() == 0 &&
        init->getSourceRange().getBegin().isFileID())
      return init->getSourceRange().getBegin();
  return std::nullopt;
}

class FunctionFinder : public RecursiveASTVisitor<FunctionFinder> {
public:
  explicit FunctionFinder(ParsedUnit &unit) : unit(unit) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }

  bool TraverseDecl(Decl *declaration) {
    if (declaration && !isa<TranslationUnitDecl>(declaration) &&
        declaration->getLocation().isValid() &&
        unit.positions().isSystem(declaration->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }
  /// Local classes and lambdas belong to the function around them. So function
  /// bodies are not searched for further functions.
  bool TraverseStmt(Stmt *) { return true; }
  bool VisitFunctionDecl(FunctionDecl *function) {
    add(function);
    return true;
  }

private:
  void add(const FunctionDecl *function);

  ParsedUnit &unit;
};

void FunctionFinder::add(const FunctionDecl *function) {
  if (!function->doesThisDeclarationHaveABody() || function->isDefaulted() ||
      function->isImplicit() || function->isInvalidDecl() ||
      function->isConstexpr() || function->isConsteval() ||
      function->hasAttr<NakedAttr>() || isa<CXXDeductionGuideDecl>(function))
    return;
  const auto *body = dyn_cast_or_null<CompoundStmt>(function->getBody());
  if (!body || hasForeignPart(body))
    return;
  clang::SourceLocation open = body->getLBracLoc();
  clang::SourceLocation close = body->getRBracLoc();
  TokenRange range = unit.tokens.rangeOf({open, close});
  if (range.isEmpty() || !open.isFileID() || !close.isFileID())
    return;
  TokenRange written = range;
  if (auto first = firstInitializer(function))
    if (auto token = unit.tokens.indexOf(*first)) {
      written.first = *token;
      open = *first;
    }
  auto [file, begin] = unit.sources().getDecomposedLoc(open);
  auto [endFile, end] = unit.sources().getDecomposedLoc(close);
  if (file != endFile || end < begin)
    return;
  // The syntax tree lacks code that clang has not understood. So a function
  // that contains an error can't be recompiled correctly and is left out.
  auto isInside = [&](clang::SourceLocation error) {
    auto [errorFile, offset] = unit.sources().getDecomposedExpansionLoc(error);
    return errorFile == file && begin <= offset && offset <= end;
  };
  if (llvm::any_of(unit.errorLocations(), isInside))
    return;
  SourceExtent extent = unit.positions().extent(function->getBeginLoc(), close);
  unit.functions.push_back({function, range, written, file, begin, end + 1,
                            functionName(function, unit.positions()),
                            std::move(extent)});
}

} // namespace

ParsedUnit::ParsedUnit(CompileCommand given, const std::atomic<bool> *stop)
    : command(std::move(given)), system(llvm::vfs::createPhysicalFileSystem()) {
  // A failure to set the working folder is ignored: if the folder does not
  // exist, clang reports errors later.
  (void)system->setCurrentWorkingDirectory(command.directory);
  std::shared_ptr<CompilerInvocation> invocation =
      invocationFor(command, system);
  if (!invocation) {
    recorder.result = {1, "the compile command makes no sense to clang"};
    return;
  }
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().IgnoreWarnings = true;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&recorder, /*ShouldOwnClient=*/false);
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.createFileManager(system);
  action = std::make_unique<KeepingAction>(
      [this](CompilerInstance &) {
        places = std::make_unique<SourcePositions>(
            compiler.getSourceManager(), compiler.getLangOpts(),
            command.directory, command.userFolders);
        findLeftOutText(compiler, command, recorder.result.leftOut);
        tokens.recordFrom(compiler.getPreprocessor(), *places);
      },
      stop);
  auto &inputs = compiler.getFrontendOpts().Inputs;
  hasBegun = !inputs.empty() && action->PrepareToExecute(compiler) &&
             compiler.createTarget() &&
             action->BeginSourceFile(compiler, inputs.front());
  if (hasBegun) {
    llvm::Error error = action->Execute();
    hasTree = !error && compiler.hasASTContext();
    // The result of the parse is ignored if it is an error, since clang has
    // already reported this error to `recorder`.
    llvm::consumeError(std::move(error));
  }
  if (stop && stop->load())
    recorder.result = {1, "the parse was stopped"};
  if (!hasTree && recorder.result.errors == 0)
    recorder.result = {1, "clang could not parse it"};
}

ParsedUnit::~ParsedUnit() {
  if (hasBegun)
    action->EndSourceFile();
}

void ParsedUnit::findFunctions() {
  if (!hasTree)
    return;
  FunctionFinder(*this).TraverseDecl(ast().getTranslationUnitDecl());
  // A file that is included twice may mean something else each time, for
  // example because of different macros. A changed text would apply to both
  // inclusions. So the functions of such a file are removed from the list.
  std::map<const FileEntry *, std::set<FileID>> inclusions;
  for (const FunctionSource &function : functions)
    inclusions[sources().getFileEntryForID(function.file)].insert(
        function.file);
  llvm::erase_if(functions, [&](const FunctionSource &function) {
    const FileEntry *file = sources().getFileEntryForID(function.file);
    return !file || inclusions[file].size() > 1;
  });
}

bool ParsedUnit::isMacroName(llvm::StringRef word) {
  auto &names = compiler.getPreprocessor().getIdentifierTable();
  auto found = names.find(word);
  return found != names.end() && found->second->hadMacroDefinition();
}

CompileCommand withCompileFlags(const CompileCommand &command) {
  CompileCommand changed = command;
  std::vector<std::string> flags{"-O0",
                                 "-g0",
                                 "-fPIC",
                                 "-ffunction-sections",
                                 "-fdata-sections",
                                 "-fno-common",
                                 "-ftls-model=local-exec",
                                 "-fno-lto",
                                 "-fno-stack-protector",
                                 "-Wno-c++11-narrowing",
                                 "-fno-sanitize=all"};
  changed.arguments.insert(llvm::find(changed.arguments, "--"), flags.begin(),
                           flags.end());
  return changed;
}

} // namespace pinstripe
