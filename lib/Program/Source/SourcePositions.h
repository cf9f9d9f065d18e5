// Converts Clang's locations to the positions that line tables have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A position is a file, a line and a column, as compilers write them into the
// line table. Pinstripe looks up the position of a statement in the line table,
// to find the statement's code. Code from a macro has the position of the
// macro's expansion, and `#line` directives are obeyed.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEPOSITIONS_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEPOSITIONS_H

#include "Source/SourceScanner.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TokenKinds.h"
#include <map>
#include <optional>

namespace pinstripe {

class SourcePositions {
public:
  /// `directory` is the folder in which the compiler ran. Headers below
  /// `userFolders` count as the user's own, even where Clang takes them for
  /// system headers.
  SourcePositions(const clang::SourceManager &sources,
                  const clang::LangOptions &language, std::string directory,
                  std::vector<std::string> userFolders);

  /// Returns the range of source from the first character of the token at
  /// `begin` to the last character of the token at `end`. If one of the tokens
  /// comes from a macro, its whole expansion is in the range.
  SourceExtent extent(clang::SourceLocation begin,
                      clang::SourceLocation end) const;
  /// Returns the source text from the token at `begin` to the token at `end`.
  /// Each stretch of white space becomes one space, except in literals that are
  /// on one line. If one of the tokens comes from a macro, its whole expansion
  /// is in the text.
  std::string text(clang::SourceLocation begin,
                   clang::SourceLocation end) const;
  /// Returns a text that identifies the character at `begin`. The statements of
  /// one macro expansion have different texts, although they have the same
  /// position.
  std::string spelling(clang::SourceLocation begin) const;
  /// Returns the location of the token after `location` if that token is of the
  /// kind `kind`. Otherwise returns `location`. A location in a macro expansion
  /// is first replaced by the last token of the macro's use.
  clang::SourceLocation extendTo(clang::SourceLocation location,
                                 clang::tok::TokenKind kind) const;
  bool isSystem(clang::SourceLocation location) const;
  /// Returns a location as text, such as "file.c:12:9", for messages.
  std::string describe(clang::SourceLocation location) const;

private:
  clang::CharSourceRange characters(clang::SourceLocation begin,
                                    clang::SourceLocation end) const;
  clang::SourceLocation endOf(clang::SourceLocation location) const;
  std::string canonicalPath(llvm::StringRef path) const;

  const clang::SourceManager &sources;
  const clang::LangOptions &language;
  std::string directory;
  std::vector<std::string> userFolders;
  mutable std::map<std::string, std::string> canonicalPaths;
  mutable std::map<clang::FileID, bool> systemFiles;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCEPOSITIONS_H
