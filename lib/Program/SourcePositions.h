//===- SourcePositions.h - Clang's locations as users see them -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Maps source locations of one AST to files, lines and
// columns as compilers write them into line tables: the place of a macro's
// expansion, `#line` obeyed.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCEPOSITIONS_H
#define PINSTRIPE_LIB_PROGRAM_SOURCEPOSITIONS_H

#include "SourceScanner.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TokenKinds.h"
#include <map>
#include <optional>

namespace pinstripe {

class SourcePositions {
public:
  /// `directory`: where the compiler ran. Files below `userFolders` are the
  /// user's even if Clang found them among system headers.
  SourcePositions(const clang::SourceManager &sources,
                  const clang::LangOptions &language, std::string directory,
                  std::vector<std::string> userFolders);

  /// From the first character of `begin` past the last one of the token at
  /// `end`; whole expansions where they lie in macros.
  SourceExtent extent(clang::SourceLocation begin,
                      clang::SourceLocation end) const;
  /// The text of extent(begin, end), white space folded.
  std::string text(clang::SourceLocation begin,
                   clang::SourceLocation end) const;
  /// Identifies the character at `begin`, inside of macros too.
  std::string spelling(clang::SourceLocation begin) const;
  /// The token after the one at `location` if it is of this kind, else
  /// `location`. After a macro: the token after the whole expansion.
  clang::SourceLocation extendTo(clang::SourceLocation location,
                                 clang::tok::TokenKind kind) const;
  bool isSystem(clang::SourceLocation location) const;
  /// "file.c:12:9" for messages.
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

#endif // PINSTRIPE_LIB_PROGRAM_SOURCEPOSITIONS_H
