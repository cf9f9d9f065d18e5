// Splits the text of a statement into tokens, to find the variables in it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Expressions/Expression.h"
#include "pinstripe/Program/StatementVariables.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// Operators of C and C++ that have several characters. Longer ones come first:
/// the tokenizer takes the first operator that fits, and `<<` also fits the
/// start of `<<=`.
constexpr llvm::StringLiteral marks[] = {
    "<<=", ">>=", "...", "->", "++", "--", "==", "!=", "<=", ">=", "&&", "||",
    "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "<<", ">>", "::"};

size_t literalLength(llvm::StringRef text) {
  char quote = text.front();
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == quote)
      return i + 1;
  }
  return text.size();
}

size_t numberLength(llvm::StringRef text) {
  size_t length = 0;
  while (length < text.size()) {
    char each = text[length];
    bool isSign = (each == '+' || each == '-') && length != 0 &&
                  llvm::StringRef("eEpP").contains(text[length - 1]) &&
                  !text.starts_with_insensitive("0x");
    if (!isNameCharacter(each) && each != '.' && each != '\'' && !isSign)
      break;
    ++length;
  }
  return length;
}

} // namespace

std::vector<SourceToken> pinstripe::tokensOf(llvm::StringRef text) {
  std::vector<SourceToken> tokens;
  for (size_t at = 0; at < text.size();) {
    llvm::StringRef rest = text.drop_front(at);
    char first = rest.front();
    SourceToken token;
    size_t length = 1;
    if (llvm::isSpace(first)) {
      ++at;
      continue;
    }
    if (llvm::isDigit(first)) {
      token.kind = SourceToken::Kind::Number;
      length = numberLength(rest);
    } else if (isNameCharacter(first)) {
      token.kind = SourceToken::Kind::Name;
      length = rest.take_while(isNameCharacter).size();
    } else if (first == '"' || first == '\'') {
      token.kind = SourceToken::Kind::Literal;
      length = literalLength(rest);
    } else {
      for (llvm::StringRef mark : marks)
        if (length == 1 && rest.starts_with(mark))
          length = mark.size();
    }
    token.begin = static_cast<uint32_t>(at);
    token.end = static_cast<uint32_t>(at + length);
    token.text = rest.take_front(length).str();
    tokens.push_back(std::move(token));
    at += length;
  }
  return tokens;
}
