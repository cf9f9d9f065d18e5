// Reads grammars in BNF and EBNF.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GrammarReaders.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

struct Token {
  enum class Kind : uint8_t {
    Name,
    Defines, ///< `::=` or `=`.
    Literal,
    Class,
    Sign, ///< One of the signs `| * + ? ( ) ;`.
    End,
  } kind = Kind::End;
  std::string text;
  std::vector<CharacterRange> ranges;
  size_t line = 0;
  bool isSign(char sign) const { return kind == Kind::Sign && text[0] == sign; }
};

/// Splits the text of a grammar into tokens.
class TokenReader {
public:
  TokenReader(llvm::StringRef file, llvm::StringRef text)
      : file(file), rest(text) {}
  llvm::Expected<Token> next();

private:
  llvm::Error failure(const llvm::Twine &what) const {
    return llvm::make_error<UsageError>(placeIn(file, line) + what.str());
  }
  void skipSpace();
  llvm::Error readName(Token &token);
  llvm::Error readLiteral(Token &token);
  llvm::Error readClass(Token &token);
  llvm::Expected<uint32_t> readCharacter();
  llvm::Expected<uint32_t> readEscape();

  std::string file;
  llvm::StringRef rest;
  size_t line = 1;
};

/// Reads the rules of a grammar. A rule ends where the next rule begins.
class BNFReader {
public:
  BNFReader(llvm::StringRef file, llvm::StringRef text)
      : file(file), tokens(file, text) {}
  llvm::Expected<Grammar> read();

private:
  llvm::Error advance();
  llvm::Error failure(const llvm::Twine &what) const {
    return llvm::make_error<UsageError>(placeIn(file, token.line) + what.str());
  }
  bool isRuleAhead() const {
    return token.kind == Token::Kind::Name &&
           ahead.kind == Token::Kind::Defines;
  }
  llvm::Error readRule();
  llvm::Error readAlternatives(SymbolId left);
  llvm::Error readSequence(std::vector<SymbolId> &right);
  llvm::Error readItem(std::vector<SymbolId> &right);
  llvm::Error readGroup(SymbolId &group);

  std::string file;
  TokenReader tokens;
  Token token, ahead; ///< The current token and the next one.
  GrammarBuilder builder;
  std::optional<SymbolId> first;
  /// The number of groups (parts in parentheses) that contain the current
  /// token.
  unsigned depth = 0;
};

} // namespace

// Tokens

void TokenReader::skipSpace() {
  while (!rest.empty()) {
    if (rest[0] == '#') {
      rest = rest.drop_front(std::min(rest.find('\n'), rest.size()));
      continue;
    }
    if (!llvm::isSpace(rest[0]))
      return;
    line += rest[0] == '\n';
    rest = rest.drop_front();
  }
}

static bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '-';
}

/// Reads the name of a symbol, with or without angle brackets. `<x>` and `x`
/// are the same symbol.
llvm::Error TokenReader::readName(Token &token) {
  constexpr size_t longest = 100;
  token.kind = Token::Kind::Name;
  bool isBracketed = rest[0] == '<';
  size_t end = isBracketed ? rest.find_first_of(">\n")
                           : rest.find_if_not(isNameCharacter);
  if (isBracketed && (end == llvm::StringRef::npos || rest[end] != '>'))
    return failure("no `>` ends the name that begins with `<`; write a text "
                   "in quotes");
  llvm::StringRef name = rest.slice(isBracketed ? 1 : 0, end).trim();
  if (name.empty() || name.size() > longest)
    return failure("a name has 1 to " + llvm::Twine(longest) + " characters");
  token.text = "<" + name.str() + ">";
  rest = rest.drop_front(
      std::min(end + (isBracketed ? size_t(1) : 0), rest.size()));
  return llvm::Error::success();
}

llvm::Expected<uint32_t> TokenReader::readEscape() {
  char letter = rest[0];
  rest = rest.drop_front();
  size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  if (digits != 0) {
    uint32_t value = 0;
    bool isNumber = rest.size() >= digits &&
                    !rest.take_front(digits).getAsInteger(16, value);
    bool isSurrogate = value >= 0xd800 && value <= 0xdfff;
    if (!isNumber || value >= strayByte || isSurrogate)
      return failure(llvm::Twine("after \\") + llvm::Twine(letter) +
                     ", the number of a character is needed, with " +
                     llvm::Twine(digits) + " hexadecimal digits");
    rest = rest.drop_front(digits);
    return value;
  }
  switch (letter) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case 'r':
    return '\r';
  case 'f':
    return '\f';
  case 'v':
    return '\v';
  case 'b':
    return '\b';
  case 'a':
    return '\a';
  case '0':
    return 0;
  default:
    break;
  }
  if (llvm::isAlnum(letter))
    return failure("\\" + llvm::Twine(letter) +
                   " has no meaning; write \\\\ for a backslash");
  line += letter == '\n';
  return static_cast<unsigned char>(letter);
}

/// Reads one character inside of a literal or of a class such as `[a-z]`. It
/// may be written as an escape sequence that begins with a backslash.
llvm::Expected<uint32_t> TokenReader::readCharacter() {
  if (rest[0] == '\\' && rest.size() > 1 &&
      static_cast<unsigned char>(rest[1]) < 0x80) {
    rest = rest.drop_front();
    return readEscape();
  }
  DecodedCharacter character = decodeCharacter(rest);
  line += rest[0] == '\n';
  rest = rest.drop_front(character.size);
  return character.codePoint;
}

llvm::Error TokenReader::readLiteral(Token &token) {
  token.kind = Token::Kind::Literal;
  char quote = rest[0];
  rest = rest.drop_front();
  while (!rest.empty() && rest[0] != quote && rest[0] != '\n') {
    llvm::Expected<uint32_t> character = readCharacter();
    if (!character)
      return character.takeError();
    appendCharacter(token.text, *character);
  }
  if (rest.empty() || rest[0] != quote)
    return failure("no " + llvm::Twine(quote) +
                   " ends the text that begins on this line");
  rest = rest.drop_front();
  return llvm::Error::success();
}

/// Returns all characters that are not in `ranges`.
static std::vector<CharacterRange>
otherCharacters(std::vector<CharacterRange> ranges) {
  llvm::sort(ranges,
             [](auto &left, auto &right) { return left.first < right.first; });
  std::vector<CharacterRange> others;
  uint32_t next = 0;
  for (const CharacterRange &range : ranges) {
    if (range.first > next)
      others.push_back({next, range.first - 1});
    next = std::max(next, range.last + 1);
  }
  if (next <= lastCodePoint)
    others.push_back({next, lastCodePoint});
  return others;
}

llvm::Error TokenReader::readClass(Token &token) {
  token.kind = Token::Kind::Class;
  rest = rest.drop_front();
  bool isNegated = rest.consume_front("^");
  while (!rest.empty() && rest[0] != ']' && rest[0] != '\n') {
    llvm::Expected<uint32_t> first = readCharacter();
    if (!first)
      return first.takeError();
    CharacterRange range = {*first, *first};
    bool isRange = rest.size() > 1 && rest[0] == '-' && rest[1] != ']';
    if (isRange) {
      rest = rest.drop_front();
      llvm::Expected<uint32_t> last = readCharacter();
      if (!last)
        return last.takeError();
      range.last = *last;
      if (range.last < range.first)
        return failure("the range " + describeRanges({{*first, *first}}) +
                       " to " + describeRanges({{*last, *last}}) +
                       " is empty; write the smaller character first");
    }
    token.ranges.push_back(range);
  }
  if (!rest.consume_front("]"))
    return failure("no `]` ends the class that begins with `[`");
  if (isNegated)
    token.ranges = otherCharacters(std::move(token.ranges));
  if (token.ranges.empty())
    return failure("the class [] has no characters; leave it out, or name "
                   "some, such as [a-z]");
  return llvm::Error::success();
}

llvm::Expected<Token> TokenReader::next() {
  skipSpace();
  Token token;
  token.line = line;
  if (rest.empty())
    return token;
  char c = rest[0];
  auto finished = [&](llvm::Error error) -> llvm::Expected<Token> {
    if (error)
      return std::move(error);
    return std::move(token);
  };
  if (c == '<' || llvm::isAlpha(c) || c == '_')
    return finished(readName(token));
  if (c == '"' || c == '\'')
    return finished(readLiteral(token));
  if (c == '[')
    return finished(readClass(token));
  token.text = std::string(1, c);
  if (rest.consume_front("::=") || rest.consume_front(":=") ||
      rest.consume_front("=")) {
    token.kind = Token::Kind::Defines;
    return token;
  }
  if (!llvm::StringRef("|*+?();").contains(c))
    return failure("`" +
                   printable(rest.take_front(decodeCharacter(rest).size)) +
                   "` has no meaning here; write a text in quotes");
  rest = rest.drop_front();
  token.kind = Token::Kind::Sign;
  return token;
}

// Rules

llvm::Error BNFReader::advance() {
  token = std::move(ahead);
  return tokens.next().moveInto(ahead);
}

llvm::Error BNFReader::readGroup(SymbolId &group) {
  constexpr unsigned deepest = 200;
  if (++depth > deepest)
    return failure("more than " + llvm::Twine(deepest) +
                   " groups are nested in each other; give some a name");
  if (llvm::Error error = advance())
    return error;
  group = builder.group();
  if (llvm::Error error = readAlternatives(group))
    return error;
  if (!token.isSign(')'))
    return failure("no `)` ends the group that begins before");
  --depth;
  return llvm::Error::success();
}

/// Reads one item of a rule: a name, a literal, a class of characters or a
/// group. Also reads the sign for its repetition, such as `*`, if there is one.
llvm::Error BNFReader::readItem(std::vector<SymbolId> &right) {
  SymbolId item = 0;
  bool isEmpty = false;
  switch (token.kind) {
  case Token::Kind::Name:
    item = builder.nonterminal(token.text, token.line);
    break;
  case Token::Kind::Class:
    item = builder.character(std::move(token.ranges));
    break;
  case Token::Kind::Literal:
    isEmpty = token.text.empty();
    if (!isEmpty)
      item = builder.literal(token.text);
    break;
  default:
    if (!token.isSign('('))
      return failure("`" + printable(token.text) +
                     "` must follow what it repeats");
    if (llvm::Error error = readGroup(item))
      return error;
  }
  if (llvm::Error error = advance())
    return error;
  using Repetition = GrammarBuilder::Repetition;
  while (token.isSign('*') || token.isSign('+') || token.isSign('?')) {
    if (!isEmpty)
      item = builder.repeat(item, token.isSign('*')   ? Repetition::Any
                                  : token.isSign('+') ? Repetition::OnceOrMore
                                                      : Repetition::Optional);
    if (llvm::Error error = advance())
      return error;
  }
  if (!isEmpty)
    right.push_back(item);
  return llvm::Error::success();
}

llvm::Error BNFReader::readSequence(std::vector<SymbolId> &right) {
  while (token.kind != Token::Kind::End && !token.isSign('|') &&
         !token.isSign(')') && !token.isSign(';') && !isRuleAhead()) {
    if (token.kind == Token::Kind::Defines)
      return failure("`=` must follow the name of a symbol");
    if (llvm::Error error = readItem(right))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error BNFReader::readAlternatives(SymbolId left) {
  for (;;) {
    std::vector<SymbolId> right;
    if (llvm::Error error = readSequence(right))
      return error;
    builder.addRule(left, std::move(right));
    if (!token.isSign('|'))
      return llvm::Error::success();
    if (llvm::Error error = advance())
      return error;
  }
}

llvm::Error BNFReader::readRule() {
  if (!isRuleAhead())
    return failure("a rule begins with a name and `::=`, such as <expr> ::= "
                   "<term> \"+\" <expr>");
  SymbolId left = builder.nonterminal(token.text, token.line);
  if (!first)
    first = left;
  if (llvm::Error error = advance())
    return error;
  if (llvm::Error error = advance())
    return error;
  if (llvm::Error error = readAlternatives(left))
    return error;
  if (token.isSign(')'))
    return failure("`)` ends no group");
  return token.isSign(';') ? advance() : llvm::Error::success();
}

llvm::Expected<Grammar> BNFReader::read() {
  for (int i = 0; i < 2; ++i)
    if (llvm::Error error = advance())
      return std::move(error);
  if (token.kind == Token::Kind::End)
    return llvm::make_error<UsageError>(file + ": has no rules");
  while (token.kind != Token::Kind::End)
    if (llvm::Error error = readRule())
      return std::move(error);
  return builder.finish(file, builder.find("<start>").value_or(*first));
}

llvm::Expected<Grammar> pinstripe::readBNFGrammar(llvm::StringRef file,
                                                  llvm::StringRef text) {
  return BNFReader(file, text).read();
}
