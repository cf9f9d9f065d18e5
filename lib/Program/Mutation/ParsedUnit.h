// Holds the syntax tree and the tokens of a parsed compilation unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_PARSEDUNIT_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_PARSEDUNIT_H

#include "Mutation/UnitTokens.h"
#include "Source/FrontEnd.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include <memory>

namespace pinstripe {

/// A function whose body can be replaced: a definition in a file of the user,
/// with braces that no macro has written.
struct FunctionSource {
  const clang::FunctionDecl *declaration = nullptr;
  TokenRange body; ///< The tokens of the body, with its braces.
  /// The tokens that are written anew: the body and the initialisers before it.
  TokenRange written;
  /// The file that holds the function, and the characters of the written part.
  clang::FileID file;
  unsigned beginOffset = 0, endOffset = 0;
  std::string name;
  /// The extent of the whole definition.
  SourceExtent extent;
};

class ParsedUnit {
public:
  /// Parses a source with a command line. Errors are in `errors()`; then the
  /// other members may be missing.
  explicit ParsedUnit(CompileCommand command);
  ~ParsedUnit();
  ParsedUnit(const ParsedUnit &) = delete;
  ParsedUnit &operator=(const ParsedUnit &) = delete;

  const CompileCommand command;
  const ParseResult &errors() const { return recorder.result; }
  llvm::ArrayRef<clang::SourceLocation> errorLocations() const {
    return recorder.locations;
  }
  bool isParsed() const { return hasTree; }
  /// Lists the functions, once the source is parsed without errors.
  void findFunctions();

  clang::ASTContext &ast() { return compiler.getASTContext(); }
  const clang::SourceManager &sources() { return compiler.getSourceManager(); }
  const SourcePositions &positions() const { return *places; }
  bool isCxx() { return ast().getLangOpts().CPlusPlus; }
  /// Returns true if the word is, or was, the name of a macro.
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

/// Returns the command line without options that the compilation of single
/// functions can't have, and with the options that it needs.
CompileCommand withCompileFlags(const CompileCommand &command);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_PARSEDUNIT_H
