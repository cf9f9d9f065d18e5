// Finds the variables in the text of a statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/StatementVariables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace pinstripe;

namespace {

bool isNameCharacter(char each) { return llvm::isAlnum(each) || each == '_'; }

/// Operators of C and C++ that have several characters. Longer ones come first,
/// since their beginnings are operators, too.
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

bool isAssignment(const SourceToken &token) {
  return token.kind == SourceToken::Kind::Mark && token.text.back() == '=' &&
         !token.is("==") && !token.is("!=") && !token.is("<=") &&
         !token.is(">=");
}

bool isKeyword(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "if",     "while", "for",    "switch", "return",   "sizeof",   "int",
      "char",   "long",  "short",  "signed", "unsigned", "float",    "double",
      "void",   "bool",  "auto",   "const",  "struct",   "union",    "enum",
      "static", "new",   "delete", "true",   "false",    "nullptr",  "throw",
      "case",   "goto",  "class",  "NULL",   "volatile", "constexpr"};
  return names.contains(name);
}

/// Finds the variables in the text of one statement.
class Finder {
public:
  explicit Finder(const StatementUnit &unit)
      : unit(unit), text(unit.text), tokens(tokensOf(text)) {}

  StatementVariables run();

private:
  using Kind = SourceToken::Kind;

  bool isMark(size_t index, llvm::StringRef mark) const {
    return index < tokens.size() && tokens[index].kind == Kind::Mark &&
           tokens[index].is(mark);
  }
  bool isName(size_t index) const {
    return index < tokens.size() && tokens[index].kind == Kind::Name;
  }
  /// Returns true if the operator at this token has nothing to its left, so
  /// that it is a unary one.
  bool isUnaryAt(size_t index) const;
  void setValue(size_t first, size_t end);
  void findCondition();
  void findAssignment();
  std::optional<size_t> topLevelAssignment() const;
  void findVariables();
  /// Adds the variable whose name is at the token `index`, if there is one,
  /// with its members and elements. Returns the token at which to continue.
  size_t addVariable(size_t index);
  /// Returns the token after a chain of members and elements, such as `a.b[i]`.
  /// Returns nullopt if the chain contains a call or an index whose value can't
  /// be told.
  std::optional<size_t> chainEnd(size_t index) const;
  std::optional<size_t> elementEnd(size_t index) const;
  void keepCertainWrites();

  const StatementUnit &unit;
  llvm::StringRef text;
  std::vector<SourceToken> tokens;
  StatementVariables result;
  bool hasCall = false;
  /// The token of the name that is declared, if any.
  size_t declared = ~size_t(0);
};

bool Finder::isUnaryAt(size_t index) const {
  if (index == 0)
    return true;
  const SourceToken &before = tokens[index - 1];
  if (before.kind == Kind::Mark)
    return !before.is(")") && !before.is("]") && !before.is("++") &&
           !before.is("--");
  return before.kind == Kind::Name && isKeyword(before.text);
}

void Finder::setValue(size_t first, size_t end) {
  if (first >= end || end > tokens.size())
    return;
  result.valueBegin = tokens[first].begin;
  result.valueEnd = tokens[end - 1].end;
}

/// Finds the condition in the parentheses of an `if`, `while`, ...
void Finder::findCondition() {
  result.isCondition = true;
  bool isHead = isName(0) && isKeyword(tokens[0].text) && isMark(1, "(") &&
                isMark(tokens.size() - 1, ")");
  if (!isHead)
    return;
  if (tokens[0].is("switch") || tokens[0].is("for"))
    result.isCondition = false;
  setValue(2, tokens.size() - 1);
}

std::optional<size_t> Finder::topLevelAssignment() const {
  int depth = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (isMark(i, "(") || isMark(i, "[") || isMark(i, "{"))
      ++depth;
    else if (isMark(i, ")") || isMark(i, "]") || isMark(i, "}"))
      --depth;
    else if (depth == 0 && (isMark(i, "?") || isMark(i, ",")))
      return std::nullopt;
    else if (depth == 0 && isAssignment(tokens[i]))
      return i;
  }
  return std::nullopt;
}

void Finder::findAssignment() {
  bool isDeclaration =
      unit.kind == UnitKind::Declaration || unit.kind == UnitKind::Initializer;
  if (isDeclaration && isName(0) && (isMark(1, "(") || isMark(1, "{"))) {
    declared = 0;
    result.isAssignment = true;
    return setValue(2, tokens.size() - 1);
  }
  std::optional<size_t> at = topLevelAssignment();
  if (!at || *at == 0) {
    bool isStep = tokens.size() == 2 && (isMark(0, "++") || isMark(0, "--") ||
                                         isMark(1, "++") || isMark(1, "--"));
    if (isStep) {
      result.isAssignment = true;
      size_t name = isName(0) ? 0 : 1;
      setValue(name, name + 1);
    }
    return;
  }
  result.isAssignment = true;
  bool isInitialized =
      isDeclaration || (unit.kind == UnitKind::LoopInit && *at > 1);
  if (isInitialized && isName(*at - 1))
    declared = *at - 1;
  if (tokens[*at].is("="))
    return setValue(*at + 1, tokens.size());
  setValue(0, tokens.size());
  result.skipped = tokens[*at].end - 1;
}

std::optional<size_t> Finder::elementEnd(size_t index) const {
  size_t next = index + 1;
  if (next >= tokens.size() || tokens[next].kind == Kind::Mark ||
      tokens[next].kind == Kind::Literal)
    return std::nullopt;
  ++next;
  bool isSum = (isMark(next, "+") || isMark(next, "-")) &&
               next + 1 < tokens.size() &&
               tokens[next + 1].kind == Kind::Number;
  if (isSum)
    next += 2;
  return isMark(next, "]") ? std::optional(next + 1) : std::nullopt;
}

std::optional<size_t> Finder::chainEnd(size_t index) const {
  ++index;
  while (isMark(index, "::") && isName(index + 1))
    index += 2;
  for (;;) {
    if (isMark(index, "(") || isMark(index, "{"))
      return std::nullopt;
    if ((isMark(index, ".") || isMark(index, "->")) && isName(index + 1)) {
      index += 2;
    } else if (isMark(index, "[")) {
      std::optional<size_t> end = elementEnd(index);
      if (!end)
        return std::nullopt;
      index = *end;
    } else {
      return index;
    }
  }
}

size_t Finder::addVariable(size_t index) {
  hasCall |= isMark(index + 1, "(") && index != declared;
  bool isPart =
      index != 0 && (isMark(index - 1, ".") || isMark(index - 1, "->") ||
                     isMark(index - 1, "::"));
  bool isDeclared = index == declared;
  if (isPart || isKeyword(tokens[index].text) ||
      (index != 0 && tokens[index - 1].is("sizeof")) ||
      (index > 1 && tokens[index - 2].is("sizeof")))
    return index + 1;
  std::optional<size_t> end =
      isDeclared ? std::optional(index + 1) : chainEnd(index);
  if (!end)
    return index + 1;
  size_t first = index;
  while (first != 0 && isMark(first - 1, "*") && isUnaryAt(first - 1))
    --first;
  bool hasAddress =
      first != 0 && isMark(first - 1, "&") && isUnaryAt(first - 1);
  bool isStepped =
      isMark(*end, "++") || isMark(*end, "--") ||
      (first != 0 && (isMark(first - 1, "++") || isMark(first - 1, "--")));
  // After `*p++` has been executed, `*p` means another place than before.
  if (isStepped && first != index)
    return *end;
  bool isAssigned = *end < tokens.size() && isAssignment(tokens[*end]);
  StatementVariable variable;
  variable.begin = tokens[first].begin;
  variable.end = tokens[*end - 1].end;
  variable.expression = text.slice(variable.begin, variable.end).str();
  variable.isWritten = isAssigned || isStepped || hasAddress || isDeclared;
  variable.isRead =
      !hasAddress && !isDeclared && !(isAssigned && isMark(*end, "="));
  result.variables.push_back(std::move(variable));
  return *end;
}

void Finder::findVariables() {
  for (size_t i = 0; i < tokens.size();)
    i = isName(i) ? addVariable(i) : i + 1;
}

/// Decides that places such as `a[i]` do not count as written if the statement
/// also calls a function or writes something else: `i` may have changed.
void Finder::keepCertainWrites() {
  auto isVariable = [](const StatementVariable &variable) {
    return llvm::all_of(variable.expression, [](char each) {
      return isNameCharacter(each) || each == '.' || each == ':';
    });
  };
  size_t writes =
      llvm::count_if(result.variables, [](const StatementVariable &each) {
        return each.isWritten;
      });
  for (StatementVariable &variable : result.variables)
    if (!isVariable(variable) && (hasCall || writes > 1))
      variable.isWritten = false;
}

StatementVariables Finder::run() {
  result.valueEnd = static_cast<uint32_t>(text.size());
  switch (unit.kind) {
  case UnitKind::Cleanup:
    return result;
  case UnitKind::Condition:
    findCondition();
    break;
  case UnitKind::Return:
    if (isName(0) && tokens[0].is("return"))
      setValue(1, tokens.size());
    break;
  default:
    findAssignment();
  }
  findVariables();
  keepCertainWrites();
  return result;
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

StatementVariables pinstripe::variablesOf(const StatementUnit &unit) {
  return Finder(unit).run();
}
