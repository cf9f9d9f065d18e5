// Converts Clang's locations to the positions that line tables have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/SourcePositions.h"

#include "clang/Basic/FileEntry.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pinstripe {

namespace {

/// Returns true if `token` is a literal, such as a string, that is on one line
/// of the source. `text` is the token's text in the source.
bool isLiteralOnLine(const Token &token, llvm::StringRef text) {
  return tok::isLiteral(token.getKind()) && !text.contains('\n');
}

/// Returns `text` with one space in place of each stretch of white space. White
/// space inside of a literal stays, unless the literal has several lines.
std::string foldWhiteSpace(llvm::StringRef text, const LangOptions &language) {
  // The lexer needs a text that ends with a null character.
  std::string source = text.trim().str();
  const char *begin = source.data();
  Lexer lexer(clang::SourceLocation(), language, begin, begin,
              begin + source.size());
  // White space and comments become tokens, too, so no character is left out.
  lexer.SetKeepWhitespaceMode(true);
  std::string folded;
  llvm::StringRef rest = source;
  bool inSpace = false;
  for (Token token; !rest.empty();) {
    lexer.LexFromRawLexer(token);
    llvm::StringRef piece =
        token.is(tok::eof) ? rest : rest.take_front(token.getLength());
    rest = rest.drop_front(piece.size());
    bool isLiteral = isLiteralOnLine(token, piece);
    for (char c : piece) {
      if (llvm::isSpace(c) && !isLiteral) {
        inSpace = true;
        continue;
      }
      if (inSpace)
        folded += ' ';
      inSpace = false;
      folded += c;
    }
  }
  return folded;
}

bool isBelow(llvm::StringRef path, llvm::StringRef folder) {
  return path.consume_front(folder) && path.starts_with("/");
}

} // namespace

SourcePositions::SourcePositions(const SourceManager &sources,
                                 const LangOptions &language,
                                 std::string directory,
                                 std::vector<std::string> userFolders)
    : sources(sources), language(language), directory(std::move(directory)),
      userFolders(std::move(userFolders)) {}

/// Returns the location after the last character of the token at `location`. If
/// the token comes from a macro, returns the location after the macro's
/// expansion.
clang::SourceLocation
SourcePositions::endOf(clang::SourceLocation location) const {
  CharSourceRange range = sources.getExpansionRange(location);
  if (!range.isTokenRange())
    return range.getEnd();
  return Lexer::getLocForEndOfToken(range.getEnd(), 0, sources, language);
}

CharSourceRange SourcePositions::characters(clang::SourceLocation begin,
                                            clang::SourceLocation end) const {
  clang::SourceLocation first = sources.getExpansionLoc(begin);
  clang::SourceLocation last = endOf(end);
  // If the first token comes from a macro, the last token may lie before the
  // end of the macro's expansion. In this case the range ends with the
  // expansion.
  clang::SourceLocation least = endOf(begin);
  FileID file = sources.getFileID(first);
  if (last.isInvalid() || sources.getFileID(last) != file ||
      sources.getFileOffset(last) < sources.getFileOffset(least))
    last = least;
  return CharSourceRange::getCharRange(first, last);
}

std::string SourcePositions::canonicalPath(llvm::StringRef path) const {
  auto [found, isNew] = canonicalPaths.try_emplace(path.str());
  if (!isNew)
    return found->second;
  llvm::SmallString<256> absolute(path), real;
  llvm::sys::fs::make_absolute(directory, absolute);
  auto &files = sources.getFileManager().getVirtualFileSystem();
  if (files.getRealPath(absolute, real)) {
    // A `#line` directive may name a file that does not exist. The path of such
    // a file is only made absolute, without `.` and `..`.
    llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
    real = absolute;
  }
  return found->second = std::string(real);
}

SourceExtent SourcePositions::extent(clang::SourceLocation begin,
                                     clang::SourceLocation end) const {
  CharSourceRange range = characters(begin, end);
  PresumedLoc first = sources.getPresumedLoc(range.getBegin());
  PresumedLoc last = sources.getPresumedLoc(range.getEnd());
  SourceExtent extent;
  if (first.isInvalid())
    return extent;
  extent.file = canonicalPath(first.getFilename());
  extent.begin = {first.getLine(), first.getColumn()};
  if (last.isValid())
    extent.end = {last.getLine(), last.getColumn()};
  // If a `#line` directive stands inside the range, the end of the range may
  // lie before its beginning or in another file. In this case the extent is
  // only the first character.
  if (last.isInvalid() || extent.end <= extent.begin ||
      llvm::StringRef(first.getFilename()) != last.getFilename())
    extent.end = {first.getLine(), first.getColumn() + 1};
  return extent;
}

std::string SourcePositions::text(clang::SourceLocation begin,
                                  clang::SourceLocation end) const {
  return foldWhiteSpace(
      Lexer::getSourceText(characters(begin, end), sources, language),
      language);
}

std::string SourcePositions::spelling(clang::SourceLocation begin) const {
  // The returned text identifies a place in the source, so it names the place
  // at each level of macro expansion. The innermost level would not be enough.
  // For example, a macro can use an argument twice, and then both uses have the
  // same innermost place.
  std::string places;
  for (;; begin = sources.getImmediateExpansionRange(begin).getBegin()) {
    clang::SourceLocation location = sources.getSpellingLoc(begin);
    places += (canonicalPath(sources.getFilename(location)) + ":" +
               llvm::Twine(sources.getFileOffset(location)) + ";")
                  .str();
    if (begin.isFileID())
      return places;
  }
}

clang::SourceLocation SourcePositions::extendTo(clang::SourceLocation location,
                                                tok::TokenKind kind) const {
  if (location.isMacroID())
    location = sources.getExpansionRange(location).getEnd();
  auto next = Lexer::findNextToken(location, sources, language);
  return next && next->is(kind) ? next->getLocation() : location;
}

bool SourcePositions::isSystem(clang::SourceLocation location) const {
  clang::SourceLocation physical = sources.getExpansionLoc(location);
  FileID file = sources.getFileID(physical);
  auto [found, isNew] = systemFiles.try_emplace(file, false);
  if (!isNew)
    return found->second;
  auto entry = sources.getFileEntryRefForID(file);
  if (!entry)
    // Clang's own definitions, such as built-in macros, are in no file. They
    // count as parts of a system header.
    return found->second = true;
  std::string path = canonicalPath(entry->getName());
  if (isSystemFile(path))
    return found->second = true;
  bool isUsers = llvm::any_of(userFolders, [&](const std::string &folder) {
    return isBelow(path, canonicalPath(folder));
  });
  return found->second = !isUsers && sources.isInSystemHeader(physical);
}

std::string SourcePositions::describe(clang::SourceLocation location) const {
  PresumedLoc presumed = sources.getPresumedLoc(location);
  if (presumed.isInvalid())
    return "";
  return (llvm::sys::path::filename(presumed.getFilename()) + ":" +
          llvm::Twine(presumed.getLine()) + ":" +
          llvm::Twine(presumed.getColumn()))
      .str();
}

} // namespace pinstripe
