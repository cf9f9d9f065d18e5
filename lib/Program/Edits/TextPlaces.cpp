// Finds the places of Clang's syntax tree in the files of a program text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/TextPlaces.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pinstripe {

TextPlaces::TextPlaces(const CompilerInstance &compiler,
                       const std::string &folder,
                       const std::vector<SourceText> &files)
    : sources(compiler.getSourceManager()), language(compiler.getLangOpts()),
      files(files) {
  for (uint32_t i = 0; i < files.size(); ++i)
    indices[absolutePath(folder, files[i].path)] = i;
}

std::optional<uint32_t> TextPlaces::fileOf(FileID id) const {
  // What Clang declares by itself is in no file.
  if (id.isInvalid())
    return std::nullopt;
  auto [place, isNew] = known.try_emplace(id);
  if (!isNew)
    return place->second;
  if (auto entry = sources.getFileEntryRefForID(id)) {
    llvm::SmallString<256> path(entry->getName());
    // This fails only if there is no current folder; then nothing is found.
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
