// Parses a source with Clang and lists its statement units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/SourceParser.h"

#include "Source/SourceVisitor.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/xxhash.h"

#include <cstring>

using namespace clang;

namespace pinstripe {

namespace {

/// Receives the errors of Clang's parse: counts them and stores where they are.
/// Prints nothing.
class ErrorRecorder : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    if (level < DiagnosticsEngine::Error)
      return;
    ++result.errors;
    if (diagnostic.getLocation().isValid()) {
      locations.push_back(diagnostic.getLocation());
      addName(diagnostic);
    }
    if (!result.firstError.empty())
      return;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    if (diagnostic.getLocation().isValid()) {
      PresumedLoc place = diagnostic.getSourceManager().getPresumedLoc(
          diagnostic.getLocation());
      if (place.isValid())
        result.firstError = (llvm::Twine(place.getFilename()) + ":" +
                             llvm::Twine(place.getLine()) + ":" +
                             llvm::Twine(place.getColumn()) + ": ")
                                .str();
    }
    result.firstError += message.str();
  }

  ParseResult result;
  std::vector<clang::SourceLocation> locations;

private:
  /// Stores the name at the place of an error if it looks like the name of a
  /// macro, since the macro may be missing.
  void addName(const Diagnostic &diagnostic) {
    const SourceManager &sources = diagnostic.getSourceManager();
    if (diagnostic.getLocation().isMacroID())
      return;
    // Clang reports "expected ';'" at the end of the word before the unknown
    // name, so spaces are skipped.
    constexpr size_t longEnough = 256;
    const char *place = sources.getCharacterData(diagnostic.getLocation());
    llvm::StringRef text =
        llvm::StringRef(place, ::strnlen(place, longEnough)).ltrim();
    auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    llvm::StringRef name = text.take_while(isPart);
    auto isCapital = [](char c) { return !llvm::isLower(c); };
    if (name.size() > 1 && llvm::isUpper(name.front()) &&
        llvm::all_of(name, isCapital))
      result.unknownNames.insert(name.str());
  }
};

class UnitAction : public ASTFrontendAction {
public:
  using AtBegin = std::function<void(CompilerInstance &)>;
  using AtEnd = std::function<void(ASTContext &)>;
  UnitAction(AtBegin atBegin, AtEnd atEnd)
      : atBegin(std::move(atBegin)), atEnd(std::move(atEnd)) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &compiler) override {
    atBegin(compiler);
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    class Consumer : public ASTConsumer {
    public:
      explicit Consumer(const AtEnd &atEnd) : atEnd(atEnd) {}
      void HandleTranslationUnit(ASTContext &ast) override { atEnd(ast); }

    private:
      const AtEnd &atEnd;
    };
    return std::make_unique<Consumer>(atEnd);
  }

private:
  AtBegin atBegin;
  AtEnd atEnd;
};

/// Makes the options of Clang's front end from the command line of a compiler.
/// Flags of gcc that Clang does not know are ignored.
std::shared_ptr<CompilerInvocation>
invocationFor(const CompileCommand &command,
              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  std::vector<const char *> arguments{"clang"};
  for (const std::string &argument : command.arguments)
    arguments.push_back(argument.c_str());
  IgnoringDiagConsumer ignore;
  CreateInvocationOptions options;
  options.Diags = CompilerInstance::createDiagnostics(
      new DiagnosticOptions, &ignore, /*ShouldOwnClient=*/false);
  options.VFS = std::move(files);
  options.RecoverOnError = true;
  return createInvocation(arguments, options);
}

void addFiles(const SourceManager &sources, llvm::vfs::FileSystem &system,
              FileHashes &files) {
  for (auto each = sources.fileinfo_begin(); each != sources.fileinfo_end();
       ++each) {
    auto content = each->second->getBufferIfLoaded();
    if (!content)
      continue;
    llvm::SmallString<256> path(each->first.getName());
    // makeAbsolute fails only if there is no current folder. Then the path
    // stays relative, and the file will not be found.
    (void)system.makeAbsolute(path);
    files.try_emplace(std::string(path),
                      llvm::xxh3_64bits(content->getBuffer()));
  }
}

} // namespace

ParseResult
parseSource(const CompileCommand &command, SourceCollector &collector,
            FileHashes &files,
            const std::function<bool(const ParseResult &)> &accepts) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> system =
      llvm::vfs::createPhysicalFileSystem();
  // Errors are ignored here: if the working folder does not exist, only
  // relative paths fail, and these give errors of their own.
  (void)system->setCurrentWorkingDirectory(command.directory);
  std::shared_ptr<CompilerInvocation> invocation =
      invocationFor(command, system);
  if (!invocation)
    return {1, "the compile command makes no sense to clang"};
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().IgnoreWarnings = true;

  ErrorRecorder errors;
  CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&errors, /*ShouldOwnClient=*/false);
  // By default Clang stops reporting errors after a missing header. But all
  // errors are needed, since functions with errors are left out.
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.createFileManager(system);

  auto atBegin = [&](CompilerInstance &) {
    findLeftOutText(compiler, command, errors.result.leftOut);
  };
  UnitAction action(atBegin, [&](ASTContext &ast) {
    addFiles(ast.getSourceManager(), *system, files);
    if (!accepts(errors.result))
      return;
    SourcePositions positions(ast.getSourceManager(), ast.getLangOpts(),
                              command.directory, command.userFolders);
    collectUnits(ast, {ast, positions, collector, errors.locations});
  });
  bool ran = compiler.ExecuteAction(action);
  if (!ran && errors.result.errors == 0)
    return {1, "clang could not parse it"};
  return errors.result;
}

} // namespace pinstripe
