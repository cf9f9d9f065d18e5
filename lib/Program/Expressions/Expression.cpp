// Parses C expressions that the user writes, such as `list->items[i]`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Expressions/Expression.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace pinstripe;

namespace {

using ExpressionPointer = std::unique_ptr<Expression>;

ExpressionPointer make(Expression::Kind kind, ExpressionPointer inner,
                       std::string text = "") {
  auto result = std::make_unique<Expression>();
  result->kind = kind;
  result->inner = std::move(inner);
  result->text = std::move(text);
  return result;
}

/// Parses an expression by recursive descent. After the first error, each
/// function that parses a part of the expression returns null.
class Parser {
public:
  explicit Parser(llvm::StringRef text) : whole(text), rest(text) {}

  llvm::Expected<ExpressionPointer> parse();

private:
  /// The largest depth of nested expressions. Nobody writes a deeper one by
  /// hand.
  static constexpr unsigned maxDepth = 32;

  ExpressionPointer parseUnary();
  ExpressionPointer parsePostfix();
  ExpressionPointer parsePrimary();
  ExpressionPointer parseElement(ExpressionPointer base);
  bool parseNumber(int64_t &number);
  std::string takeName();
  bool take(llvm::StringRef token);
  ExpressionPointer fail(llvm::StringRef expected);

  llvm::StringRef whole, rest;
  unsigned depth = 0;
  std::string problem;
};

bool Parser::take(llvm::StringRef token) {
  rest = rest.ltrim();
  return rest.consume_front(token);
}

ExpressionPointer Parser::fail(llvm::StringRef expected) {
  rest = rest.ltrim();
  if (problem.empty())
    problem = expected.str() + " was expected " +
              (rest.empty() ? "at the end" : "at '" + rest.str() + "'");
  return nullptr;
}

/// Reads a name from the text, with its qualifiers: `ns::name`.
std::string Parser::takeName() {
  rest = rest.ltrim();
  std::string name;
  if (rest.consume_front("::"))
    rest = rest.ltrim();
  for (;;) {
    llvm::StringRef part = rest.take_while(isNameCharacter);
    if (part.empty() || llvm::isDigit(part.front()))
      return "";
    name += part;
    rest = rest.drop_front(part.size());
    if (!rest.starts_with("::"))
      return name;
    name += "::";
    rest = rest.drop_front(2);
  }
}

bool Parser::parseNumber(int64_t &number) {
  rest = rest.ltrim();
  llvm::StringRef digits = rest.take_while(isNameCharacter);
  if (digits.empty() || !llvm::isDigit(digits.front()) ||
      digits.getAsInteger(0, number))
    return false;
  rest = rest.drop_front(digits.size());
  return true;
}

ExpressionPointer Parser::parseElement(ExpressionPointer base) {
  ExpressionPointer result = make(Expression::Kind::Element, std::move(base));
  bool isNegative = take("-");
  if (parseNumber(result->number)) {
    if (isNegative)
      result->number = -result->number;
  } else if (isNegative || !(result->index = parseUnary())) {
    return fail("a variable or a number");
  }
  for (bool isMinus : {false, true})
    if (take(isMinus ? "-" : "+")) {
      int64_t more = 0;
      if (!parseNumber(more))
        return fail("a number");
      if (llvm::AddOverflow(result->number, isMinus ? -more : more,
                            result->number))
        return fail("a smaller number");
    }
  return take("]") ? std::move(result) : fail("']'");
}

ExpressionPointer Parser::parsePrimary() {
  if (take("(")) {
    ExpressionPointer inner = parseUnary();
    if (!inner)
      return nullptr;
    return take(")") ? std::move(inner) : fail("')'");
  }
  std::string name = takeName();
  if (name.empty())
    return fail("the name of a variable");
  return make(Expression::Kind::Name, nullptr, std::move(name));
}

ExpressionPointer Parser::parsePostfix() {
  ExpressionPointer result = parsePrimary();
  for (unsigned i = 0; result && i < maxDepth; ++i) {
    bool isArrow = take("->");
    if (isArrow || take(".")) {
      std::string name = takeName();
      if (name.empty())
        return fail("the name of a member");
      result =
          make(isArrow ? Expression::Kind::Arrow : Expression::Kind::Member,
               std::move(result), std::move(name));
    } else if (take("[")) {
      result = parseElement(std::move(result));
    } else {
      return result;
    }
  }
  return result;
}

ExpressionPointer Parser::parseUnary() {
  if (++depth > maxDepth)
    return fail("a shorter expression");
  bool isDereference = take("*");
  if (!isDereference && !take("&"))
    return parsePostfix();
  ExpressionPointer inner = parseUnary();
  if (!inner)
    return nullptr;
  return make(isDereference ? Expression::Kind::Dereference
                            : Expression::Kind::AddressOf,
              std::move(inner));
}

llvm::Expected<ExpressionPointer> Parser::parse() {
  ExpressionPointer result = parseUnary();
  if (result && !rest.trim().empty())
    result = fail("the end");
  if (result)
    return result;
  return llvm::make_error<UsageError>(
      problem + "; write variables with `.`, `->`, `[i]`, `*` and `&`, such "
                "as list->items[i]");
}

} // namespace

llvm::Expected<ExpressionPointer>
pinstripe::parseExpression(llvm::StringRef text) {
  return Parser(text).parse();
}
