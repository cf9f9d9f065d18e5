// Compiles changed functions of a compilation unit, and nothing else of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/FunctionCompiler.h"

#include "Mutation/ChangedFiles.h"
#include "pinstripe/Program/RecompiledCode.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <map>
#include <mutex>
#include <set>

using namespace clang;

namespace pinstripe {

namespace {

/// Receives the errors of the compilation. An error in a template of a header
/// counts as an error of the changed function that uses the template. Clang
/// names that function in a note to the error.
class CompileErrors : public DiagnosticConsumer {
public:
  CompileErrors(const ChangedFiles &files, CompiledText &result)
      : files(files), result(result) {}

  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    bool isNote = level == DiagnosticsEngine::Note;
    if (!isNote) {
      endError();
      if (level < DiagnosticsEngine::Error)
        return;
      llvm::SmallString<128> text;
      diagnostic.FormatDiagnostic(text);
      message = text.str();
    }
    if (message.empty() || isPlaced || !diagnostic.hasSourceManager())
      return;
    TextError error;
    auto function = files.functionAround(
        diagnostic.getLocation(), diagnostic.getSourceManager(), error.offset);
    if (!function)
      return;
    error.function = *function;
    error.message = message;
    result.errors.push_back(std::move(error));
    isPlaced = true;
  }

  /// This function is called when an error and all notes about it have been
  /// received. It stores the error if no changed function contains the error or
  /// one of its notes.
  void endError() {
    if (!message.empty() && !isPlaced && result.otherError.empty())
      result.otherError = message;
    message.clear();
    isPlaced = false;
  }

private:
  const ChangedFiles &files;
  CompiledText &result;
  std::string message;
  bool isPlaced = false;
};

/// Passes declarations on to the code generator. Drops functions that are not
/// to be compiled.
class WantedFunctions : public MultiplexConsumer {
public:
  WantedFunctions(std::vector<std::unique_ptr<ASTConsumer>> generator,
                  const ChangedFiles &files, bool isWhole,
                  std::vector<std::set<std::string>> &names,
                  const std::atomic<bool> *stop)
      : MultiplexConsumer(std::move(generator)), files(files), isWhole(isWhole),
        names(names), wanted(names.size()), stop(stop) {}

  void Initialize(ASTContext &context) override {
    ast = &context;
    MultiplexConsumer::Initialize(context);
  }
  bool shouldSkipFunctionBody(Decl *declaration) override {
    FunctionDecl *function = declaration->getAsFunction();
    if (!function || isWhole)
      return false;
    // The body of a template is never skipped, since a mutation can use an
    // instance of the template that the program does not have. For example, it
    // can call a member function of a container that nothing else calls. The
    // compiler makes code only of the instances that are used.
    bool isKept = keep(function);
    return !isKept && !isInWanted(function) && !function->isTemplated();
  }
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *declaration : group)
      pass(declaration);
    // Clang stops parsing if this function returns false.
    return !isStopped();
  }
  void HandleInlineFunctionDefinition(FunctionDecl *function) override {
    if (isInWanted(function) || keep(function))
      MultiplexConsumer::HandleInlineFunctionDefinition(function);
  }
  void HandleTranslationUnit(ASTContext &context) override {
    if (isStopped())
      return;
    nameAll();
    MultiplexConsumer::HandleTranslationUnit(context);
  }

private:
  bool isStopped() const { return stop && stop->load(); }
  std::optional<size_t> indexOf(const FunctionDecl *function) const;
  bool isInWanted(const FunctionDecl *function) const;
  bool keep(FunctionDecl *function);
  void pass(Decl *declaration);
  void nameAll();

  const ChangedFiles &files;
  bool isWhole;
  std::vector<std::set<std::string>> &names;
  std::vector<std::vector<const FunctionDecl *>> wanted;
  ASTContext *ast = nullptr;
  const std::atomic<bool> *stop;
};

std::optional<size_t>
WantedFunctions::indexOf(const FunctionDecl *function) const {
  if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
    function = pattern;
  return files.functionNamedAt(function->getLocation(),
                               ast->getSourceManager());
}

/// Returns true if the function lies inside a function that is to be compiled.
/// The inner function is a lambda or a member of a local class.
bool WantedFunctions::isInWanted(const FunctionDecl *function) const {
  for (const DeclContext *outer = function->getDeclContext(); outer;
       outer = outer->getParent())
    if (const auto *enclosing = dyn_cast<FunctionDecl>(outer))
      if (indexOf(enclosing))
        return true;
  return false;
}

/// Returns true if the function is to be compiled. In this case also makes the
/// compiler emit the function, even if nothing calls it.
bool WantedFunctions::keep(FunctionDecl *function) {
  std::optional<size_t> index = indexOf(function);
  if (!index)
    return false;
  if (!function->hasAttr<UsedAttr>())
    function->addAttr(UsedAttr::CreateImplicit(*ast));
  if (!function->isTemplated() && !llvm::is_contained(wanted[*index], function))
    wanted[*index].push_back(function);
  return true;
}

/// Passes a declaration on to the code generator, unless it defines a function
/// that is not to be compiled.
void WantedFunctions::pass(Decl *declaration) {
  if (isa<NamespaceDecl, LinkageSpecDecl>(declaration)) {
    for (Decl *inner : cast<DeclContext>(declaration)->decls())
      pass(inner);
    return;
  }
  auto *function = dyn_cast<FunctionDecl>(declaration);
  if (function && function->isThisDeclarationADefinition()) {
    bool isKept = keep(function);
    if (!isKept && !isInWanted(function) &&
        !function->isTemplateInstantiation())
      return;
  }
  MultiplexConsumer::HandleTopLevelDecl(DeclGroupRef(declaration));
}

void WantedFunctions::nameAll() {
  ASTNameGenerator generator(*ast);
  for (size_t i = 0; i < wanted.size(); ++i)
    for (const FunctionDecl *function : wanted[i]) {
      if (isa<CXXConstructorDecl, CXXDestructorDecl>(function))
        for (std::string &name : generator.getAllManglings(function))
          names[i].insert(std::move(name));
      names[i].insert(generator.getName(function));
    }
}

class CompileAction : public EmitObjAction {
public:
  CompileAction(const ChangedFiles &files, bool isWhole,
                std::vector<std::set<std::string>> &names,
                const std::atomic<bool> *stop)
      : files(files), isWhole(isWhole), names(names), stop(stop) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &compiler) override {
    Preprocessor &preprocessor = compiler.getPreprocessor();
    bool isCxx = compiler.getLangOpts().CPlusPlus;
    preprocessor.setPredefines(preprocessor.getPredefines() + "\nextern " +
                               (isCxx ? "\"C\" " : "") + "int " +
                               mutationVariable + ";\n");
    return EmitObjAction::BeginSourceFileAction(compiler);
  }
  std::unique_ptr<ASTConsumer>
  CreateASTConsumer(CompilerInstance &compiler, llvm::StringRef file) override {
    std::vector<std::unique_ptr<ASTConsumer>> generator;
    generator.push_back(EmitObjAction::CreateASTConsumer(compiler, file));
    if (!generator.front())
      return nullptr;
    return std::make_unique<WantedFunctions>(std::move(generator), files,
                                             isWhole, names, stop);
  }

private:
  const ChangedFiles &files;
  bool isWhole;
  std::vector<std::set<std::string>> &names;
  const std::atomic<bool> *stop;
};

/// Returns true if the symbol `symbol` names a function inside the function
/// that the symbol `outer` names: a lambda, or a member of a local class.
bool isLocalOf(llvm::StringRef symbol, llvm::StringRef outer) {
  return outer.consume_front("_Z") && symbol.consume_front("_ZZ") &&
         symbol.consume_front(outer) && symbol.starts_with("E");
}

/// Finds the symbols that the compiled functions have in the object file.
void findSymbols(const std::vector<std::set<std::string>> &names,
                 CompiledText &result) {
  auto object = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(result.object, "object"));
  if (!object)
    return llvm::consumeError(object.takeError());
  std::vector<std::string> defined;
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    auto type = symbol.getType();
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    // The compiler has just made the object file, so its symbols are never
    // damaged.
    if (!type || !flags || !name) {
      llvm::consumeError(type.takeError());
      llvm::consumeError(flags.takeError());
      llvm::consumeError(name.takeError());
      continue;
    }
    if (*type == llvm::object::SymbolRef::ST_Function &&
        !(*flags & llvm::object::SymbolRef::SF_Undefined))
      defined.push_back(name->str());
  }
  for (size_t i = 0; i < names.size(); ++i) {
    for (const std::string &symbol : defined)
      if (names[i].count(symbol))
        result.symbols[i].push_back(symbol);
    for (const std::string &symbol : defined)
      if (llvm::any_of(names[i], [&](const std::string &outer) {
            return isLocalOf(symbol, outer);
          }))
        result.symbols[i].push_back(symbol);
  }
}

void prepareTarget() {
  static std::once_flag isPrepared;
  std::call_once(isPrepared, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
}

} // namespace

CompiledText compileFunctions(ParsedUnit &unit,
                              llvm::ArrayRef<ChangedFunction> functions,
                              bool isWhole, const std::atomic<bool> *stop) {
  CompiledText result;
  result.symbols.resize(functions.size());
  prepareTarget();
  ChangedFiles files(unit, functions);
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> system =
      llvm::vfs::createPhysicalFileSystem();
  // A failure to set the working folder is ignored: if the folder does not
  // exist, clang reports errors later.
  (void)system->setCurrentWorkingDirectory(unit.command.directory);
  std::shared_ptr<CompilerInvocation> invocation =
      invocationFor(withCompileFlags(unit.command), system);
  if (!invocation) {
    result.otherError = "the compile command makes no sense to clang";
    return result;
  }
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getFrontendOpts().SkipFunctionBodies = !isWhole;
  invocation->getFrontendOpts().ProgramAction = frontend::EmitObj;
  invocation->getDiagnosticOpts().IgnoreWarnings = true;
  PreprocessorOptions &preprocessing = invocation->getPreprocessorOpts();
  for (const auto &[name, text] : files.contents())
    preprocessing.addRemappedFile(
        name, llvm::MemoryBuffer::getMemBufferCopy(text, name).release());

  CompileErrors errors(files, result);
  std::vector<std::set<std::string>> names(functions.size());
  llvm::SmallVector<char, 0> object;
  {
    CompilerInstance compiler;
    compiler.setInvocation(std::move(invocation));
    compiler.createDiagnostics(&errors, /*ShouldOwnClient=*/false);
    compiler.getDiagnostics().setFatalsAsError(true);
    compiler.createFileManager(system);
    compiler.setOutputStream(
        std::make_unique<llvm::raw_svector_ostream>(object));
    CompileAction action(files, isWhole, names, stop);
    bool ran = compiler.ExecuteAction(action);
    errors.endError();
    if (stop && stop->load())
      result.otherError = "the compilation was stopped";
    if (!ran && result.errors.empty() && result.otherError.empty())
      result.otherError = "clang could not compile it";
  }
  if (!result.errors.empty() || !result.otherError.empty())
    return result;
  result.object.assign(object.begin(), object.end());
  findSymbols(names, result);
  return result;
}

} // namespace pinstripe
