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

/// A range of bytes in a file of the program text.
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

  /// Returns whether a location is in one of the source files to be edited
  /// (`files`), and not in a system header, for example. If the location is in
  /// the expansion of a macro, the place where the macro is used counts.
  bool isOurs(clang::SourceLocation location) const {
    return fileOf(sources.getFileID(sources.getExpansionLoc(location)))
        .has_value();
  }
  /// Returns the range of a part of the syntax tree; nullopt if the part is in
  /// none of the files, or if it is only a part of a macro's expansion.
  std::optional<TextRange> rangeOf(clang::SourceRange range) const;
  std::optional<TextRange> tokenAt(clang::SourceLocation location) const {
    return rangeOf(clang::SourceRange(location));
  }
  /// If a semicolon follows the range, returns the range with the semicolon;
  /// otherwise returns the range unchanged. Sets `found` to true if a semicolon
  /// follows, and to false otherwise. `found` is null if the caller does not
  /// need to know.
  TextRange withSemicolon(TextRange range, bool *found = nullptr) const;
  /// Extends the range up to the next semicolon, unless a body or an
  /// initialiser begins before the semicolon. The text up to the semicolon can,
  /// for example, be attributes that a macro has written.
  TextRange throughSemicolon(TextRange range) const;
  /// Extends the range of a declaration by parts that Clang leaves out:
  /// attributes, `__extension__` and the language linkage before it, and `=
  /// delete` or `= default` after it.
  TextRange wholeDeclaration(TextRange range) const;
  /// Returns the range of an OpenMP directive and of the statement that belongs
  /// to it; nullopt if no statement belongs to the directive.
  std::optional<TextRange>
  withStatement(const clang::OMPExecutableDirective &directive) const;
  /// Extends the range to whole lines if the rest of the lines is only white
  /// space.
  TextRange wholeLines(TextRange range) const;
  /// Returns the offset of the first character, from `offset` on, that is
  /// neither white space nor in a comment.
  uint32_t skipSpace(uint32_t file, uint32_t offset) const;

  llvm::StringRef text(uint32_t file) const { return files[file].text; }
  llvm::StringRef text(const TextRange &range) const {
    return text(range.file).slice(range.begin, range.end);
  }

  const clang::SourceManager &sources;
  const clang::LangOptions &language;

private:
  /// Looks at the last line of `before`. If this line is only the name of a
  /// macro that stands for an attribute, removes the name from `before`.
  /// Returns whether a name was removed.
  bool consumeMacro(llvm::StringRef &before) const;
  std::optional<uint32_t> fileOf(clang::FileID file) const;

  const clang::CompilerInstance &compiler;
  const std::vector<SourceText> &files;
  /// Maps the absolute path of each file to its index.
  std::map<std::string, uint32_t> indices;
  mutable llvm::DenseMap<clang::FileID, std::optional<uint32_t>> known;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_TEXTPLACES_H
