// Finds the names in a line of source text, and guesses which it declares.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LineNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// A piece of a line: a name, a number, a text between quotation marks, or a
/// single character.
struct Token {
  enum class Kind : uint8_t { Name, Other };
  Kind kind = Kind::Other;
  llvm::StringRef text;

  bool is(llvm::StringRef other) const { return text == other; }
  bool isName() const { return kind == Kind::Name; }
};

} // namespace

static bool isInName(char each) { return llvm::isAlnum(each) || each == '_'; }

/// Returns the index after a quoted text in `line` that begins with the
/// quotation mark at `begin`.
static size_t endOfQuote(llvm::StringRef line, size_t begin) {
  size_t end = begin + 1;
  while (end < line.size() && line[end] != line[begin])
    end += line[end] == '\\' ? 2 : 1;
  return std::min(end + 1, line.size());
}

static std::vector<Token> tokensOf(llvm::StringRef line) {
  std::vector<Token> tokens;
  for (size_t i = 0; i < line.size();) {
    llvm::StringRef rest = line.drop_front(i);
    if (rest.starts_with("//"))
      break;
    if (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      if (end == llvm::StringRef::npos)
        break;
      i += end + 2;
      continue;
    }
    size_t end = i + 1;
    Token::Kind kind = Token::Kind::Other;
    if (isInName(line[i])) {
      while (end < line.size() && isInName(line[end]))
        ++end;
      if (!llvm::isDigit(line[i]))
        kind = Token::Kind::Name;
    } else if (line[i] == '"' || line[i] == '\'') {
      end = endOfQuote(line, i);
    }
    if (!llvm::isSpace(line[i]))
      tokens.push_back({kind, line.slice(i, end)});
    i = end;
  }
  return tokens;
}

/// Returns true if a name right after `word` is used there, not declared.
static bool endsDeclaration(llvm::StringRef word) {
  static constexpr llvm::StringLiteral words[] = {
      "return", "else", "case", "goto", "throw", "new",  "delete", "sizeof",
      "if",     "do",   "and",  "or",   "not",   "from", "import"};
  return llvm::is_contained(words, word);
}

/// Returns true if the token can come right after a name that is declared.
static bool canFollowDeclared(const Token &token) {
  return llvm::StringRef("(=;,[){:").contains(token.text);
}

/// Returns true if the words before the name at `index` can be the type with
/// which it is declared. Only words of the same statement or parameter count.
static bool hasTypeBefore(llvm::ArrayRef<Token> tokens, size_t index) {
  bool hasWord = false;
  while (index > 0) {
    const Token &token = tokens[--index];
    if (llvm::StringRef(";{}(,").contains(token.text))
      return hasWord || token.is("}");
    if (token.isName()) {
      if (endsDeclaration(token.text))
        return false;
      hasWord = true;
    } else if (!llvm::StringRef("*&<>").contains(token.text)) {
      return false;
    }
  }
  return hasWord;
}

/// Returns true if the name at `index` is that of a macro which the line
/// defines.
static bool isDefined(llvm::ArrayRef<Token> tokens, size_t index) {
  return index == 2 && tokens[0].is("#") && tokens[1].is("define");
}

static bool isDeclaredAt(llvm::ArrayRef<Token> tokens, size_t index,
                         bool isInEnum) {
  if (tokens.front().is("#"))
    return isDefined(tokens, index);
  bool isLast = index + 1 == tokens.size();
  if (isInEnum && index == 0 &&
      (isLast || llvm::StringRef(",=}").contains(tokens[1].text)))
    return true;
  return (isLast || canFollowDeclared(tokens[index + 1])) &&
         hasTypeBefore(tokens, index);
}

std::vector<NameInLine> pinstripe::namesIn(llvm::StringRef line,
                                           bool isInEnum) {
  std::vector<NameInLine> names;
  // The lines inside of a long comment often begin with a star.
  if (line.ltrim().starts_with("*"))
    return names;
  std::vector<Token> tokens = tokensOf(line);
  unsigned depth = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("("))
      ++depth;
    else if (tokens[i].is(")") && depth > 0)
      --depth;
    else if (tokens[i].isName())
      names.push_back(
          {tokens[i].text, isDeclaredAt(tokens, i, isInEnum), depth > 0});
  }
  return names;
}

std::vector<llvm::StringRef> pinstripe::fileNamesIn(llvm::StringRef line) {
  std::vector<llvm::StringRef> names;
  auto isInFileName = [](char each) {
    return isInName(each) || each == '.' || each == '-' || each == '+';
  };
  for (size_t i = 0; i < line.size();) {
    size_t end = i;
    while (end < line.size() && isInFileName(line[end]))
      ++end;
    llvm::StringRef word = line.slice(i, end);
    if (word.contains('.'))
      names.push_back(word);
    i = end + 1;
  }
  return names;
}
