// Evaluates a condition in which the variables were replaced by their values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports show the result, since a trace does not say if a condition was true.

#include "Values/ConditionValue.h"
#include "llvm/ADT/StringSwitch.h"
#include <climits>

using namespace pinstripe;

namespace {

/// Evaluates a condition by recursive descent, with the precedence that
/// operators have in C. A value is an int, or a wider number that can only be
/// compared.
class Evaluator {
public:
  explicit Evaluator(llvm::ArrayRef<ConditionToken> tokens) : tokens(tokens) {}

  std::optional<bool> run();

private:
  struct Number {
    int64_t value = 0;
    bool isWide = false;
  };

  static constexpr unsigned levels = 6;
  static constexpr unsigned deepest = 32;

  std::optional<Number> parse(unsigned level);
  std::optional<Number> parseUnary();
  llvm::StringRef takeOperator(unsigned level);
  bool take(llvm::StringRef mark);
  static std::optional<Number> apply(llvm::StringRef mark, Number left,
                                     Number right);
  static std::optional<Number> compute(llvm::StringRef mark, int64_t left,
                                       int64_t right);

  llvm::ArrayRef<ConditionToken> tokens;
  unsigned depth = 0;
};

bool Evaluator::take(llvm::StringRef mark) {
  if (tokens.empty() || tokens.front().mark != mark)
    return false;
  tokens = tokens.drop_front();
  return true;
}

/// Removes the next token and returns it if it is an operator with the
/// precedence `level`; otherwise returns an empty text. Operators of level 0
/// bind loosest.
llvm::StringRef Evaluator::takeOperator(unsigned level) {
  static const std::vector<llvm::StringRef> operators[levels] = {
      {"||"},     {"&&"},         {"==", "!="}, {"<", ">", "<=", ">="},
      {"+", "-"}, {"*", "/", "%"}};
  for (llvm::StringRef each : operators[level])
    if (take(each))
      return each;
  return "";
}

std::optional<Evaluator::Number>
Evaluator::compute(llvm::StringRef mark, int64_t left, int64_t right) {
  bool divides = mark == "/" || mark == "%";
  if (divides && right == 0)
    return std::nullopt;
  int64_t value = mark == "+"   ? left + right
                  : mark == "-" ? left - right
                  : mark == "*" ? left * right
                  : mark == "/" ? left / right
                                : left % right;
  if (value < INT_MIN || value > INT_MAX)
    return std::nullopt;
  return Number{value};
}

std::optional<Evaluator::Number> Evaluator::apply(llvm::StringRef mark,
                                                  Number left, Number right) {
  int64_t a = left.value, b = right.value;
  if (mark == "||")
    return Number{a != 0 || b != 0};
  if (mark == "&&")
    return Number{a != 0 && b != 0};
  // The type of a wide value is not known: it may be larger than int, and it
  // may be unsigned. C may convert a negative value to an unsigned type, which
  // changes the value. So the result is not known if a wide value is compared
  // and one of the two values is negative.
  bool isWide = left.isWide || right.isWide;
  if (isWide && (a < 0 || b < 0))
    return std::nullopt;
  auto compared = llvm::StringSwitch<std::optional<bool>>(mark)
                      .Case("==", a == b)
                      .Case("!=", a != b)
                      .Case("<", a < b)
                      .Case(">", a > b)
                      .Case("<=", a <= b)
                      .Case(">=", a >= b)
                      .Default(std::nullopt);
  if (compared)
    return Number{*compared};
  return isWide ? std::nullopt : compute(mark, a, b);
}

std::optional<Evaluator::Number> Evaluator::parseUnary() {
  if (tokens.empty() || ++depth > deepest)
    return std::nullopt;
  if (take("!")) {
    auto operand = parseUnary();
    return operand ? std::optional(Number{operand->value == 0}) : std::nullopt;
  }
  if (take("-")) {
    auto operand = parseUnary();
    return operand && !operand->isWide ? compute("-", 0, operand->value)
                                       : std::nullopt;
  }
  if (take("(")) {
    auto inner = parse(0);
    return take(")") ? inner : std::nullopt;
  }
  if (!tokens.front().mark.empty())
    return std::nullopt;
  Number number{tokens.front().value, tokens.front().isWide};
  tokens = tokens.drop_front();
  return number;
}

std::optional<Evaluator::Number> Evaluator::parse(unsigned level) {
  if (level == levels)
    return parseUnary();
  auto left = parse(level + 1);
  while (left) {
    llvm::StringRef mark = takeOperator(level);
    if (mark.empty())
      break;
    auto right = parse(level + 1);
    left = right ? apply(mark, *left, *right) : std::nullopt;
  }
  return left;
}

std::optional<bool> Evaluator::run() {
  auto result = parse(0);
  if (!result || !tokens.empty())
    return std::nullopt;
  return result->value != 0;
}

} // namespace

std::optional<bool>
pinstripe::evaluateCondition(llvm::ArrayRef<ConditionToken> tokens) {
  return Evaluator(tokens).run();
}
