// Parses a source with Clang and lists its statement units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/SourceParser.h"

#include "Source/FrontEnd.h"
#include "Source/SourceVisitor.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace pinstripe {

namespace {

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

void addFiles(const SourceManager &sources, llvm::vfs::FileSystem &system,
              FileHashes &files) {
  for (auto each = sources.fileinfo_begin(); each != sources.fileinfo_end();
       ++each) {
    auto content = each->second->getBufferIfLoaded();
    if (!content)
      continue;
    llvm::SmallString<256> path(each->first.getName());
    // makeAbsolute fails only if there is no current folder. In that case the
    // path stays relative, and the file will not be found.
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
  // A failure to set the working folder is ignored: if the folder does not
  // exist, only relative paths fail, and clang reports an error for each of
  // them.
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
  // By default Clang stops reporting errors after a missing header. This parse
  // needs all errors, since functions with errors are left out.
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
