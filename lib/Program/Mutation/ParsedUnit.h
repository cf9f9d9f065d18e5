// Holds the syntax tree and the tokens of a parsed compilation unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_PARSEDUNIT_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_PARSEDUNIT_H

#include "Mutation/UnitTokens.h"
#include "Source/FrontEnd.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include <atomic>
#include <memory>

namespace pinstripe {

/// A function whose body can be replaced. Its definition is in a file of the
/// user, and no macro has written its braces.
struct FunctionSource {
  const clang::FunctionDecl *declaration = nullptr;
  TokenRange body; ///< The tokens of the function's body, with the braces.
  /// The tokens that a mutated text replaces. They are the body of the function
  /// and, for a constructor, the initialisers before the body.
  TokenRange written;
  /// The file that holds the function. `beginOffset` and `endOffset` are the
  /// offsets in this file at which the tokens `written` begin and end.
  clang::FileID file;
  unsigned beginOffset = 0, endOffset = 0;
  std::string name;
  /// The range of source that contains the function's definition.
  SourceExtent extent;
};

class ParsedUnit {
public:
  /// Parses a source with a command line. If the parse fails, the errors are in
  /// `errors()`, and the other members may be missing. The parse ends early,
  /// with an error, once `stop` becomes true; `stop` may be null.
  explicit ParsedUnit(CompileCommand command,
                      const std::atomic<bool> *stop = nullptr);
  ~ParsedUnit();
  ParsedUnit(const ParsedUnit &) = delete;
  ParsedUnit &operator=(const ParsedUnit &) = delete;

  const CompileCommand command;
  const ParseResult &errors() const { return recorder.result; }
  llvm::ArrayRef<clang::SourceLocation> errorLocations() const {
    return recorder.locations;
  }
  bool isParsed() const { return hasTree; }
  /// Fills in `functions`, the list of functions whose bodies can be replaced.
  /// This is done once the source was parsed without errors.
  void findFunctions();

  clang::ASTContext &ast() { return compiler.getASTContext(); }
  const clang::SourceManager &sources() { return compiler.getSourceManager(); }
  const SourcePositions &positions() const { return *places; }
  bool isCxx() { return ast().getLangOpts().CPlusPlus; }
  /// Returns true if `word` is the name of a macro, or was one earlier in the
  /// source.
  bool isMacroName(llvm::StringRef word);

  UnitTokens tokens;
  std::vector<FunctionSource> functions;

private:
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> system;
  ErrorRecorder recorder;
  clang::CompilerInstance compiler;
  std::unique_ptr<SourcePositions> places;
  std::unique_ptr<clang::FrontendAction> action;
  bool hasBegun = false, hasTree = false;
};

/// Returns a command line with which single functions can be compiled. It is
/// `command` without the options that prevent this, and with the options that
/// are needed.
CompileCommand withCompileFlags(const CompileCommand &command);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_PARSEDUNIT_H
