// Finds the variables in the text of a statement, to show their values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/StatementVariables.h"
#include "Expressions/Expression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace pinstripe;

namespace {

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
  /// Returns true if the operator at a token is unary. A unary operator has no
  /// operand to its left.
  bool isUnaryAt(size_t index) const;
  void setValue(size_t first, size_t end);
  void findCondition();
  void findLoopVariable();
  void findAssignment();
  void findDeclaration();
  std::optional<size_t> topLevelAssignment() const;
  void findVariables();
  /// Adds a variable, with the members and elements that follow it, as in
  /// `a.b[i]`. The variable's name is the token at `index`. Does nothing if
  /// this token is not the name of a variable. Returns the index of the token
  /// at which to continue.
  size_t addVariable(size_t index);
  void addObject(size_t first, size_t end);
  /// Returns the index of the token after the chain of members and elements,
  /// such as `a.b[i]`, that begins at the token `index`. Returns nullopt if the
  /// chain contains a call, or an index that is not as simple as `i`, `1` or `i
  /// + 1`.
  std::optional<size_t> chainEnd(size_t index) const;
  std::optional<size_t> elementEnd(size_t index) const;
  /// Returns the index of the token after the object that begins at the token
  /// `index`, if the text uses an element or a member function of the object.
  /// For example, the object is `a.b` in `a.b[i]` and in `a.b.size()`.
  /// Otherwise returns `index`.
  size_t objectEnd(size_t index) const;
  bool isDeclared(size_t index) const;
  void keepCertainWrites();
  void findInputs();
  void findExtraction();
  void markInput(size_t first, size_t end);
  void findChanges();

  const StatementUnit &unit;
  llvm::StringRef text;
  std::vector<SourceToken> tokens;
  StatementVariables result;
  bool hasCall = false;
  /// True if the statement releases memory, for example by free(). In this
  /// case, no variable of the statement counts as changed by a call, since the
  /// memory of the variable may be gone.
  bool releases = false;
  /// The range of tokens in which the statement declares names, from the index
  /// `firstDeclared` up to `endDeclared`, which is not included.
  size_t firstDeclared = 0, endDeclared = 0;
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

/// Finds the condition of a statement such as `if` or `while`. The condition is
/// the text in the statement's parentheses.
void Finder::findCondition() {
  result.isCondition = true;
  bool isHead = isName(0) && isKeyword(tokens[0].text) && isMark(1, "(") &&
                isMark(tokens.size() - 1, ")");
  if (!isHead)
    return;
  if (tokens[0].is("switch") || tokens[0].is("for"))
    result.isCondition = false;
  setValue(2, tokens.size() - 1);
  if (tokens[0].is("for"))
    findLoopVariable();
}

/// Finds the variable x in the head of `for (int x : v)`, or the names a and b
/// in the head of `for (auto [a, b] : v)`.
void Finder::findLoopVariable() {
  size_t colon = 2;
  while (colon < tokens.size() && !isMark(colon, ":"))
    ++colon;
  if (colon + 1 >= tokens.size())
    return;
  endDeclared = firstDeclared = colon;
  if (isName(colon - 1))
    firstDeclared = colon - 1;
  if (isMark(colon - 1, "]"))
    while (firstDeclared > 2 && !isMark(firstDeclared, "["))
      --firstDeclared;
  setValue(colon + 1, tokens.size() - 1);
}

/// Finds the name and the initialiser of a declared variable. The text of a
/// declaration begins with the name, without the type: `x = 1`, `v{1, 2}`,
/// `s(t)`, `buffer[80]`, `[a, b] = pair`.
void Finder::findDeclaration() {
  result.isAssignment = isName(0);
  endDeclared = 1;
  if (isMark(0, "["))
    while (endDeclared < tokens.size() && !isMark(endDeclared - 1, "]"))
      ++endDeclared;
  bool isBraced = isMark(endDeclared, "(") || isMark(endDeclared, "{");
  if (isBraced)
    return setValue(endDeclared + 1, tokens.size() - 1);
  std::optional<size_t> at = topLevelAssignment();
  result.valueBegin = result.valueEnd;
  if (at && tokens[*at].is("="))
    setValue(*at + 1, tokens.size());
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
  if (isDeclaration && !isMark(0, "*"))
    return findDeclaration();
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
  if (isInitialized && isName(*at - 1)) {
    firstDeclared = *at - 1;
    endDeclared = *at;
  }
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

bool Finder::isDeclared(size_t index) const {
  return firstDeclared <= index && index < endDeclared;
}

/// Adds an object of which the statement uses an element or a member function,
/// such as `v` in `v[i]` or `v.size()`. The tokens of the object are those from
/// `first` to `end` - 1.
void Finder::addObject(size_t first, size_t end) {
  StatementVariable variable;
  variable.begin = tokens[first].begin;
  variable.end = tokens[end - 1].end;
  variable.expression = text.slice(variable.begin, variable.end).str();
  variable.isRead = false;
  variable.isObject = true;
  result.variables.push_back(std::move(variable));
}

size_t Finder::objectEnd(size_t index) const {
  size_t end = index + 1;
  while (isMark(end, "::") && isName(end + 1))
    end += 2;
  size_t before = index;
  while (isMark(end, ".") && isName(end + 1)) {
    before = end;
    end += 2;
  }
  if (isMark(end, "["))
    return end;
  return isMark(end, "(") ? before : index;
}

size_t Finder::addVariable(size_t index) {
  hasCall |= isMark(index + 1, "(") && !isDeclared(index) &&
             !isKeyword(tokens[index].text);
  releases |= tokens[index].is("free") || tokens[index].is("delete");
  bool isPart =
      index != 0 && (isMark(index - 1, ".") || isMark(index - 1, "->") ||
                     isMark(index - 1, "::"));
  bool declares = isDeclared(index);
  if (isPart || isKeyword(tokens[index].text) ||
      (index != 0 && tokens[index - 1].is("sizeof")) ||
      (index > 1 && tokens[index - 2].is("sizeof")))
    return index + 1;
  std::optional<size_t> end =
      declares ? std::optional(index + 1) : chainEnd(index);
  size_t object = declares ? index : objectEnd(index);
  if (object != index && (!end || object != *end))
    addObject(index, object);
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
  // `*p++` changes p. So `*p` names another object after the statement than
  // before, and `*p` is not added to the variables.
  if (isStepped && first != index)
    return *end;
  bool isAssigned = *end < tokens.size() && isAssignment(tokens[*end]);
  StatementVariable variable;
  variable.begin = tokens[first].begin;
  variable.end = tokens[*end - 1].end;
  variable.expression = text.slice(variable.begin, variable.end).str();
  variable.isWritten = isAssigned || isStepped || hasAddress || declares;
  variable.isRead =
      !hasAddress && !declares && !(isAssigned && isMark(*end, "="));
  std::optional<size_t> assignment = topLevelAssignment();
  variable.isTarget =
      declares || (assignment ? *assignment == *end : isStepped);
  variable.isLoopVariable = declares && unit.kind == UnitKind::Condition;
  result.variables.push_back(std::move(variable));
  return *end;
}

void Finder::findVariables() {
  for (size_t i = 0; i < tokens.size();)
    i = isName(i) ? addVariable(i) : i + 1;
}

/// Returns true if the variable's text surely names the same object before and
/// after the statement. Returns false for `a[i]`, since the statement may
/// change i.
bool isFixed(const StatementVariable &variable) {
  return llvm::all_of(variable.expression, [](char each) {
    return isNameCharacter(each) || each == '.' || each == ':';
  });
}

/// Returns true if a write to `written` may change which object `variable`
/// names. For example, `a[i]` names another element after a write to `i`. Also
/// returns true if the text of `written`, such as `*p`, does not tell which
/// object is written.
bool canMove(const StatementVariable &variable,
             const StatementVariable &written) {
  std::vector<SourceToken> names = tokensOf(variable.expression);
  return !isFixed(written) ||
         llvm::any_of(tokensOf(written.expression), [&](const auto &token) {
           return token.kind == SourceToken::Kind::Name &&
                  llvm::any_of(names, [&](const auto &name) {
                    return name.is(token.text);
                  });
         });
}

/// Marks a variable such as `a[i]` as not written if the statement also calls a
/// function or writes `i`. After such a statement, `a[i]` may name another
/// element than the one that was written.
void Finder::keepCertainWrites() {
  std::vector<StatementVariable> written;
  llvm::copy_if(result.variables, std::back_inserter(written),
                [](const StatementVariable &each) { return each.isWritten; });
  for (StatementVariable &variable : result.variables)
    if (!isFixed(variable) &&
        (hasCall || llvm::any_of(written, [&](const StatementVariable &other) {
           return other.begin != variable.begin && canMove(variable, other);
         })))
      variable.isWritten = false;
}

/// Marks a variable as written, and as not read, because it receives input.
/// Does nothing if the tokens from `first` to `end` - 1 are not exactly one
/// variable.
void Finder::markInput(size_t first, size_t end) {
  if (first >= end)
    return;
  for (StatementVariable &variable : result.variables)
    if (!variable.isObject && variable.begin == tokens[first].begin &&
        variable.end == tokens[end - 1].end) {
      variable.isWritten = true;
      variable.isRead = false;
    }
}

/// In a statement such as `in >> a >> b`, marks the variables a and b as
/// written.
void Finder::findExtraction() {
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= tokens.size(); ++i) {
    bool isEnd = i == tokens.size() || (depth == 0 && isMark(i, ">>"));
    if (isMark(i, "(") || isMark(i, "[") || isMark(i, "{"))
      ++depth;
    else if (isMark(i, ")") || isMark(i, "]") || isMark(i, "}"))
      --depth;
    else if (depth == 0 && (isMark(i, ",") || isMark(i, "?")))
      return;
    if (!isEnd)
      continue;
    if (begin != 0)
      markInput(begin, i);
    begin = i + 1;
  }
}

/// Returns the number of the first argument in which a library function stores
/// the input that it reads. The arguments are numbered from 1. Returns 0 for
/// functions that read no input.
unsigned inputArgument(llvm::StringRef function) {
  return llvm::StringSwitch<unsigned>(function)
      .Cases("fgets", "gets", "fread", 1)
      .Cases("getline", "read", "recv", "scanf", 2)
      .Cases("fscanf", "sscanf", 3)
      .Default(0);
}

/// Finds variables in which library functions store input, and marks these
/// variables as written.
void Finder::findInputs() {
  bool isExpression =
      unit.kind == UnitKind::Expression && !topLevelAssignment();
  if (isExpression)
    findExtraction();
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    unsigned first = isName(i) ? inputArgument(tokens[i].text) : 0;
    bool isCall = first != 0 && isMark(i + 1, "(") && !isMark(i - 1, ".");
    if (!isCall)
      continue;
    unsigned argument = 1;
    int depth = 1;
    size_t begin = i + 2;
    for (size_t at = begin; at < tokens.size() && depth != 0; ++at) {
      depth += isMark(at, "(") || isMark(at, "[") || isMark(at, "{");
      depth -= isMark(at, ")") || isMark(at, "]") || isMark(at, "}");
      if (depth != 0 && !(depth == 1 && isMark(at, ",")))
        continue;
      bool isInput = argument == first ||
                     (argument > first && tokens[i].text.ends_with("scanf"));
      if (isInput)
        markInput(begin, at);
      ++argument;
      begin = at + 1;
    }
  }
}

/// Sets `mayChange` for variables that a call in the same statement may change
/// through a reference or a pointer.
void Finder::findChanges() {
  auto isWritten = [&](const StatementVariable &variable) {
    return llvm::any_of(result.variables, [&](const auto &other) {
      return other.isWritten && other.expression == variable.expression;
    });
  };
  bool hasShift = llvm::any_of(
      tokens, [](const SourceToken &token) { return token.is(">>"); });
  for (StatementVariable &variable : result.variables)
    variable.mayChange = (hasCall || hasShift || variable.isObject) &&
                         !releases && !variable.isWritten &&
                         isFixed(variable) && !isWritten(variable);
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
  findInputs();
  keepCertainWrites();
  findChanges();
  return result;
}

} // namespace

StatementVariables pinstripe::variablesOf(const StatementUnit &unit) {
  return Finder(unit).run();
}
