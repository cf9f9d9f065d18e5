// Lists the deletions that need no syntax tree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits/EditListers.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

namespace {

/// Finds declarations such as `extern template void f<int>();`, which say that
/// another file has the instance of a function template. Clang's syntax tree
/// lacks these declarations.
class InstanceFinder {
public:
  explicit InstanceFinder(const std::string &text) : text(text) {}

  /// Takes the next token of the text. If the token ends a declaration such as
  /// `extern template void f<int>();`, returns the range of this declaration.
  std::optional<std::pair<uint32_t, uint32_t>> take(const Token &token,
                                                    uint32_t begin) {
    llvm::StringRef word(text.data() + begin, token.getLength());
    if (word == "extern") {
      start = begin;
      tokens = 0;
      return std::nullopt;
    }
    ++tokens;
    bool isOther = (tokens == 1 && word != "template") ||
                   (tokens == 2 && (word == "class" || word == "struct")) ||
                   word == "{";
    if (isOther)
      start.reset();
    if (!start || word != ";")
      return std::nullopt;
    std::pair<uint32_t, uint32_t> found(*start, begin + token.getLength());
    start.reset();
    return found;
  }

private:
  const std::string &text;
  std::optional<uint32_t> start;
  unsigned tokens = 0;
};

/// Finds attributes, `noexcept (...)` and names for the assembler, whose places
/// the syntax tree does not tell. Each consists of a word and parentheses after
/// it.
class AttributeFinder {
public:
  /// Takes the next token of the text. If the token ends an attribute, returns
  /// the offset at which the attribute begins.
  std::optional<uint32_t> take(const Token &token, llvm::StringRef word,
                               uint32_t begin) {
    if (token.is(tok::l_paren) && isAfterWord)
      open.push_back(start);
    else if (token.is(tok::l_paren))
      open.push_back(std::nullopt);
    isAfterWord = token.is(tok::raw_identifier) &&
                  llvm::is_contained({"__attribute__", "__attribute", "__asm__",
                                      "__asm", "asm", "alignas", "noexcept"},
                                     word);
    start = begin;
    if (token.isNot(tok::r_paren) || open.empty())
      return std::nullopt;
    std::optional<uint32_t> found = open.back();
    open.pop_back();
    return found;
  }

private:
  uint32_t start = 0;
  bool isAfterWord = false;
  /// Has an element for each parenthesis that is open: the offset of the word
  /// before the parenthesis, or nullopt if no word stands there.
  std::vector<std::optional<uint32_t>> open;
};

} // namespace

void listTextDeletions(const std::vector<SourceText> &files,
                       EditRecorder &edits) {
  LangOptions language;
  language.CPlusPlus = language.LineComment = true;
  for (uint32_t i = 0; i < files.size(); ++i) {
    const std::string &text = files[i].text;
    // The lexer needs valid locations. It needs no source manager, since only
    // the offsets in the text matter.
    Lexer lexer(clang::SourceLocation::getFromRawEncoding(1), language,
                text.data(), text.data(), text.data() + text.size());
    lexer.SetCommentRetentionState(true);
    InstanceFinder instances(text);
    AttributeFinder attributes;
    Token token;
    for (bool isLast = false; !isLast;) {
      isLast = lexer.LexFromRawLexer(token);
      uint32_t begin = token.getLocation().getRawEncoding() - 1;
      if (token.is(tok::comment))
        edits.erase({i, begin, begin + token.getLength()});
      else if (auto found = instances.take(token, begin))
        edits.markUnused(edits.erase({i, found->first, found->second}));
      if (auto start = attributes.take(
              token, llvm::StringRef(text).substr(begin, token.getLength()),
              begin))
        edits.erase({i, *start, begin + token.getLength()});
    }
  }
}

} // namespace pinstripe
