// Parses a program text that is in memory, with Clang.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/EditParser.h"

#include "Source/ParseOptions.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pinstripe {

namespace {

class EditAction : public ASTFrontendAction {
public:
  explicit EditAction(const ParseWork &work) : work(work) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &compiler) override {
    if (work.begin)
      work.begin(compiler);
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                 llvm::StringRef) override {
    class Consumer : public ASTConsumer {
    public:
      Consumer(const ParseWork &work, CompilerInstance &compiler)
          : work(work), compiler(compiler) {}
      bool HandleTopLevelDecl(DeclGroupRef) override {
        return !work.givenUp || !work.givenUp->load();
      }
      void HandleTranslationUnit(ASTContext &) override {
        if (work.end)
          work.end(compiler);
      }

    private:
      const ParseWork &work;
      CompilerInstance &compiler;
    };
    return std::make_unique<Consumer>(work, compiler);
  }

private:
  const ParseWork &work;
};

/// Returns the file system of the machine, in which the files have their
/// present texts.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileSystemWith(const std::string &folder,
               const std::vector<SourceText> &files) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> all(
      new llvm::vfs::OverlayFileSystem(
          llvm::vfs::createPhysicalFileSystem().release()));
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> own(
      new llvm::vfs::InMemoryFileSystem);
  for (const SourceText &file : files)
    own->addFile(absolutePath(folder, file.path), 0,
                 llvm::MemoryBuffer::getMemBuffer(file.text, file.path,
                                                  /*RequiresNullTerminator=*/
                                                  true));
  all->pushOverlay(own);
  // If the folder does not exist, relative paths fail, and clang reports an
  // error for each of them.
  (void)all->setCurrentWorkingDirectory(folder);
  return all;
}

CompileCommand commandFor(const ParseSetting &setting,
                          const std::string &path) {
  CompileCommand command{setting.folder, setting.flags, {}};
  addParseOptions(command.arguments);
  command.arguments.push_back("--");
  command.arguments.push_back(path);
  return command;
}

/// Also collects the names that errors are about.
class NameRecorder : public ErrorRecorder {
public:
  explicit NameRecorder(llvm::StringSet<> *names) : names(names) {}

  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    ErrorRecorder::HandleDiagnostic(level, diagnostic);
    if (!names)
      return;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    // A note tells which overload a call does not fit.
    if (level < DiagnosticsEngine::Error && !message.ends_with("declared here"))
      return;
    // Clang puts what is in the text between quotation marks.
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef(message).split(parts, '\'');
    for (size_t i = 1; i < parts.size(); i += 2)
      addWords(parts[i]);
    if (diagnostic.getLocation().isInvalid())
      return;
    const SourceManager &sources = diagnostic.getSourceManager();
    auto [file, offset] =
        sources.getDecomposedSpellingLoc(diagnostic.getLocation());
    addWords(sources.getBufferData(file).drop_front(offset).take_while(isPart));
  }

private:
  static bool isPart(char c) { return llvm::isAlnum(c) || c == '_'; }

  void addWords(llvm::StringRef text) {
    while (!text.empty()) {
      llvm::StringRef word = text.take_while(isPart);
      if (!word.empty())
        names->insert(word);
      text = text.drop_front(word.size()).drop_until(isPart);
    }
  }

  llvm::StringSet<> *names;
};

void parse(const ParseSetting &setting, const std::vector<SourceText> &files,
           uint32_t main, const ParseWork &work, TextCheck &result) {
  auto system = fileSystemWith(setting.folder, files);
  std::shared_ptr<CompilerInvocation> invocation = invocationFor(
      commandFor(setting, absolutePath(setting.folder, files[main].path)),
      system);
  if (!invocation) {
    result.firstError = "the compile command makes no sense to clang";
    return;
  }
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().IgnoreWarnings = true;
  // By default Clang stops after 20 errors, but later ones name more of what is
  // missing.
  if (work.errorNames)
    invocation->getDiagnosticOpts().ErrorLimit = 0;
  // Whether there is an error is all that is asked, and the search for similar
  // names takes longer than the parse if there are thousands of them.
  invocation->getLangOpts().SpellChecking = false;
  NameRecorder errors(work.errorNames);
  CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&errors, /*ShouldOwnClient=*/false);
  // By default Clang stops after a missing header. But what follows can be
  // reduced all the same.
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.createFileManager(system);
  EditAction action(work);
  bool ran = compiler.ExecuteAction(action);
  result.firstError = errors.result.firstError;
  bool isWhole = !work.givenUp || !work.givenUp->load();
  result.isValid = ran && isWhole && errors.result.errors == 0;
  if (!result.isValid && result.firstError.empty())
    result.firstError = "clang could not parse it";
}

} // namespace

std::string absolutePath(const std::string &folder, const std::string &path) {
  llvm::SmallString<256> whole(path);
  llvm::sys::fs::make_absolute(folder, whole);
  llvm::sys::path::remove_dots(whole, /*remove_dot_dot=*/false);
  return whole.str().str();
}

TextCheck parseText(const ParseSetting &setting,
                    const std::vector<SourceText> &files, uint32_t main,
                    const ParseWork &work) {
  TextCheck result;
  if (!onDeepStack([&] { parse(setting, files, main, work, result); })) {
    result.isValid = false;
    result.firstError = "clang crashes on it";
  }
  return result;
}

} // namespace pinstripe
