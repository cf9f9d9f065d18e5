// Finds the places of Clang's syntax tree in the files of a program text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/TextPlaces.h"

#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pinstripe {

static constexpr llvm::StringLiteral identifierCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

TextPlaces::TextPlaces(const CompilerInstance &compiler,
                       const std::string &folder,
                       const std::vector<SourceText> &files)
    : sources(compiler.getSourceManager()), language(compiler.getLangOpts()),
      compiler(compiler), files(files) {
  for (uint32_t i = 0; i < files.size(); ++i)
    indices[absolutePath(folder, files[i].path)] = i;
}

std::optional<uint32_t> TextPlaces::fileOf(FileID id) const {
  // A declaration that Clang makes by itself is in no file.
  if (id.isInvalid())
    return std::nullopt;
  auto [place, isNew] = known.try_emplace(id);
  if (!isNew)
    return place->second;
  if (auto entry = sources.getFileEntryRefForID(id)) {
    llvm::SmallString<256> path(entry->getName());
    // makeAbsolutePath fails only if there is no current folder. In that case,
    // no file is found.
    (void)sources.getFileManager().makeAbsolutePath(path);
    auto found = indices.find(absolutePath("/", path.str().str()));
    if (found != indices.end())
      place->second = found->second;
  }
  return place->second;
}

std::optional<TextRange> TextPlaces::rangeOf(clang::SourceRange range) const {
  if (range.isInvalid())
    return std::nullopt;
  CharSourceRange written = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(range), sources, language);
  if (written.isInvalid())
    return std::nullopt;
  auto [file, begin] = sources.getDecomposedLoc(written.getBegin());
  auto [endFile, end] = sources.getDecomposedLoc(written.getEnd());
  std::optional<uint32_t> index = fileOf(file);
  if (!index || file != endFile || end <= begin)
    return std::nullopt;
  return TextRange{*index, begin, end};
}

uint32_t TextPlaces::skipSpace(uint32_t file, uint32_t offset) const {
  llvm::StringRef rest = text(file).drop_front(offset);
  for (;;) {
    rest = rest.ltrim();
    if (rest.starts_with("//"))
      rest = rest.drop_until([](char c) { return c == '\n'; });
    else if (rest.starts_with("/*"))
      rest = rest.drop_front(std::min(rest.size(), rest.find("*/")));
    else
      break;
    rest.consume_front("*/");
  }
  return uint32_t(text(file).size() - rest.size());
}

TextRange TextPlaces::withSemicolon(TextRange range, bool *found) const {
  uint32_t next = skipSpace(range.file, range.end);
  bool isThere = text(range.file).drop_front(next).starts_with(";");
  if (isThere)
    range.end = next + 1;
  if (found)
    *found = isThere;
  return range;
}

TextRange TextPlaces::throughSemicolon(TextRange range) const {
  size_t end = text(range.file).find_first_of(";{}=", range.end);
  if (end != llvm::StringRef::npos && text(range.file)[end] == ';')
    range.end = uint32_t(end) + 1;
  return range;
}

bool TextPlaces::consumeMacro(llvm::StringRef &before) const {
  llvm::StringRef word = before.take_back(
      before.size() - before.find_last_not_of(identifierCharacters) - 1);
  llvm::StringRef line =
      before.drop_front(before.rfind('\n') + 1).drop_back(word.size());
  if (word.empty() || !line.trim().empty())
    return false;
  Preprocessor &macros = compiler.getPreprocessor();
  const MacroInfo *macro = macros.getMacroInfo(macros.getIdentifierInfo(word));
  bool isAttribute = macro && macro->isObjectLike() &&
                     macro->getNumTokens() > 1 &&
                     (macro->getReplacementToken(0).is(tok::l_square) ||
                      macro->getReplacementToken(0).is(tok::kw___attribute));
  if (isAttribute)
    before = before.drop_back(word.size());
  return isAttribute;
}

TextRange TextPlaces::wholeDeclaration(TextRange range) const {
  for (;;) {
    llvm::StringRef before = text(range.file).take_front(range.begin).rtrim();
    // If a preprocessor directive stands directly before the declaration, its
    // last word may look like an attribute of the declaration, but is not one.
    if (before.drop_front(before.rfind('\n') + 1).ltrim().starts_with("#"))
      break;
    size_t open = before.ends_with("]]") ? before.rfind("[[") : before.npos;
    if (before.consume_back("__extension__") ||
        before.consume_back("extern \"C\"") ||
        before.consume_back("extern \"C++\"") || consumeMacro(before))
      range.begin = uint32_t(before.size());
    else if (open != before.npos)
      range.begin = uint32_t(open);
    else
      break;
  }
  llvm::StringRef rest =
      text(range.file).drop_front(skipSpace(range.file, range.end));
  if (rest.consume_front("=")) {
    rest = rest.ltrim();
    if (rest.consume_front("delete") || rest.consume_front("default"))
      range.end = uint32_t(text(range.file).size() - rest.size());
  }
  return range;
}

std::optional<TextRange>
TextPlaces::withStatement(const OMPExecutableDirective &directive) const {
  if (!directive.hasAssociatedStmt())
    return std::nullopt;
  std::optional<TextRange> range = tokenAt(directive.getBeginLoc());
  std::optional<TextRange> statement =
      rangeOf(directive.getRawStmt()->getSourceRange());
  if (!range || !statement || range->file != statement->file ||
      statement->begin < range->end)
    return std::nullopt;
  range->end = statement->end;
  return withSemicolon(*range);
}

TextRange TextPlaces::wholeLines(TextRange range) const {
  llvm::StringRef before = text(range.file).take_front(range.begin);
  llvm::StringRef after = text(range.file).drop_front(range.end);
  llvm::StringRef kept = before.rtrim(" \t");
  llvm::StringRef rest = after.ltrim(" \t");
  bool beginsLine = kept.empty() || kept.back() == '\n';
  bool endsLine = rest.empty() || rest.front() == '\n';
  if (!beginsLine || !endsLine)
    return range;
  range.begin = uint32_t(kept.size());
  rest.consume_front("\n");
  range.end = uint32_t(text(range.file).size() - rest.size());
  return range;
}

} // namespace pinstripe
