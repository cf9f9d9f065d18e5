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
  EditAction(const ParseWork &work, const ErrorRecorder &errors)
      : work(work), errors(errors) {}

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
      Consumer(const ParseWork &work, const ErrorRecorder &errors,
               CompilerInstance &compiler)
          : work(work), errors(errors), compiler(compiler) {}
      bool HandleTopLevelDecl(DeclGroupRef) override {
        if (work.givenUp && work.givenUp->load())
          return false;
        return !work.endsAtError || errors.result.errors == 0;
      }
      void HandleTranslationUnit(ASTContext &) override {
        if (work.end)
          work.end(compiler);
      }

    private:
      const ParseWork &work;
      const ErrorRecorder &errors;
      CompilerInstance &compiler;
    };
    return std::make_unique<Consumer>(work, errors, compiler);
  }

private:
  const ParseWork &work;
  const ErrorRecorder &errors;
};

/// Returns a file system in which each of `files` has its text from memory. All
/// other files are read from the disk.
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
  // A failure to set the working folder is ignored: if the folder does not
  // exist, relative paths fail, and Clang reports an error for each of them.
  (void)all->setCurrentWorkingDirectory(folder);
  return all;
}

CompileCommand commandFor(const ParseSetting &setting,
                          const std::string &path) {
  CompileCommand command{setting.folder, setting.flags, {}};
  addParseOptions(command.arguments);
  // Clang reports some warnings as errors by default. The option
  // -Wno-everything would hide them, so it is removed.
  llvm::erase(command.arguments, "-Wno-everything");
  command.arguments.push_back("--");
  command.arguments.push_back(path);
  return command;
}

/// Receives Clang's errors. Ignores the accepted errors, which the original
/// text has as well. Collects the messages of all other errors, and the names
/// in these messages.
class EditErrorRecorder : public ErrorRecorder {
public:
  EditErrorRecorder(const ParseSetting &setting, const ParseWork &work)
      : accepted(setting.accepted), names(work.errorNames) {}

  void HandleDiagnostic(DiagnosticsEngine::Level level,
                        const Diagnostic &diagnostic) override {
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    // Clang's notes to an accepted (ignored) error are ignored as well.
    if (level != DiagnosticsEngine::Note)
      isAccepted = level >= DiagnosticsEngine::Error &&
                   accepted.count(message.str().str()) != 0;
    if (isAccepted)
      return;
    if (level >= DiagnosticsEngine::Error)
      messages.insert(message.str().str());
    ErrorRecorder::HandleDiagnostic(level, diagnostic);
    if (!names)
      return;
    // Clang adds notes to its errors. A note that ends with "declared here"
    // names a declaration with which the erroneous text does not agree. All
    // other notes are skipped.
    if (level < DiagnosticsEngine::Error && !message.ends_with("declared here"))
      return;
    // In its messages, Clang puts names and other text of the source between
    // quotation marks.
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

  std::set<std::string> messages;

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

  const std::set<std::string> &accepted;
  llvm::StringSet<> *names;
  /// True if Clang's last error or warning was an accepted error, which is
  /// ignored like all notes to it.
  bool isAccepted = false;
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
  // By default Clang stops after 20 errors. This limit is removed, because
  // later errors name further missing declarations, and because the first
  // errors may all be accepted ones.
  if (!work.endsAtError || !setting.accepted.empty())
    invocation->getDiagnosticOpts().ErrorLimit = 0;
  // Clang need not suggest corrections of misspelt names. With thousands of
  // errors, the search for similar names would take longer than the parse.
  invocation->getLangOpts().SpellChecking = false;
  EditErrorRecorder errors(setting, work);
  CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&errors, /*ShouldOwnClient=*/false);
  // By default Clang stops after a missing header. But it has to go on, since
  // the rest of the text can be reduced nevertheless.
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.createFileManager(system);
  EditAction action(work, errors);
  bool ran = compiler.ExecuteAction(action);
  result.firstError = errors.result.firstError;
  result.errors = std::move(errors.messages);
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
