// Finds the places of Clang's syntax tree in the files of a program text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_TEXTPLACES_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_TEXTPLACES_H

#include "Edits/EditParser.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace clang {
class OMPExecutableDirective;
}

namespace pinstripe {

/// A range of a file.
struct TextRange {
  uint32_t file = 0;
  uint32_t begin = 0, end = 0;
  bool contains(const TextRange &other) const {
    return file == other.file && begin <= other.begin && other.end <= end;
  }
};

class TextPlaces {
public:
  TextPlaces(const clang::CompilerInstance &compiler, const std::string &folder,
             const std::vector<SourceText> &files);

  /// Returns whether a place is in one of the files, also if a macro has
  /// written it there.
  bool isOurs(clang::SourceLocation location) const {
    return fileOf(sources.getFileID(sources.getExpansionLoc(location)))
        .has_value();
  }
  /// Returns the text of a part of the syntax tree; nullopt if it is in none of
  /// the files, or if it is a part of what a macro has written.
  std::optional<TextRange> rangeOf(clang::SourceRange range) const;
  std::optional<TextRange> tokenAt(clang::SourceLocation location) const {
    return rangeOf(clang::SourceRange(location));
  }
  /// Returns the range and, if a semicolon follows, also that. Sets `found` if
  /// there is one.
  TextRange withSemicolon(TextRange range, bool *found = nullptr) const;
  /// Returns the range and what follows up to the next semicolon, unless a body
  /// or an initialiser comes before: attributes of a declaration, for example,
  /// that macros have written.
  TextRange throughSemicolon(TextRange range) const;
  /// Returns the range and what Clang leaves out of that of a declaration:
  /// attributes, `__extension__` and the language linkage before it, and a
  /// `= delete` after it.
  TextRange wholeDeclaration(TextRange range) const;
  /// Returns the range of a directive of OpenMP with the statement that follows
  /// it; nullopt if the directive stands alone.
  std::optional<TextRange>
  withStatement(const clang::OMPExecutableDirective &directive) const;
  /// Returns the range and the rest of its lines, if nothing but white space is
  /// there.
  TextRange wholeLines(TextRange range) const;
  /// Returns the offset of the first character at or after `offset` that is no
  /// white space and not in a comment.
  uint32_t skipSpace(uint32_t file, uint32_t offset) const;

  llvm::StringRef text(uint32_t file) const { return files[file].text; }
  llvm::StringRef text(const TextRange &range) const {
    return text(range.file).slice(range.begin, range.end);
  }

  const clang::SourceManager &sources;
  const clang::LangOptions &language;

private:
  /// Removes the name of a macro from the end of a text, if nothing else is in
  /// its line, and if it stands for an attribute.
  bool consumeMacro(llvm::StringRef &before) const;
  std::optional<uint32_t> fileOf(clang::FileID file) const;

  const clang::CompilerInstance &compiler;
  const std::vector<SourceText> &files;
  std::map<std::string, uint32_t> indices; ///< By absolute path.
  mutable llvm::DenseMap<clang::FileID, std::optional<uint32_t>> known;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_TEXTPLACES_H
