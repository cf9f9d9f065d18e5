// Lists the constants that can stand in the place of a constant.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/Changes.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pinstripe {

namespace {

constexpr size_t maxConstants = 12;

/// Returns values that the programmer may have meant instead of `value`: first
/// the numbers next to it, then simple values, then constants of the function
/// and of the file, the nearest first.
std::vector<int64_t> integersFor(int64_t value,
                                 llvm::ArrayRef<int64_t> ofFunction,
                                 llvm::ArrayRef<int64_t> ofFile) {
  std::vector<int64_t> values;
  auto add = [&](int64_t candidate) {
    if (candidate != value && values.size() < maxConstants &&
        !llvm::is_contained(values, candidate))
      values.push_back(candidate);
  };
  if (value < INT64_MAX)
    add(value + 1);
  if (value > INT64_MIN)
    add(value - 1);
  for (int64_t simple : {0, 1, -1})
    add(simple);
  auto distance = [&](int64_t other) {
    return other > value ? uint64_t(other) - uint64_t(value)
                         : uint64_t(value) - uint64_t(other);
  };
  for (llvm::ArrayRef<int64_t> source : {ofFunction, ofFile}) {
    std::vector<int64_t> sorted(source.begin(), source.end());
    llvm::sort(sorted, [&](int64_t a, int64_t b) {
      return std::pair(distance(a), a) < std::pair(distance(b), b);
    });
    for (int64_t candidate : sorted)
      add(candidate);
  }
  return values;
}

/// Returns `value` as a literal in the style of the literal `like`: in
/// hexadecimal if `like` is, and with the suffix of `like`.
std::string writeInteger(int64_t value, llvm::StringRef like) {
  bool isHex = like.starts_with_insensitive("0x");
  llvm::StringRef digits = isHex || like.empty() || llvm::isDigit(like.front())
                               ? like.rtrim("uUlLzZ")
                               : "";
  std::string suffix = like.substr(digits.size()).str();
  if (digits.empty())
    suffix = "";
  if (isHex && value >= 0)
    return "0x" + llvm::utohexstr(value, /*LowerCase=*/true) + suffix;
  return std::to_string(value) + suffix;
}

std::string writeCharacter(int64_t value) {
  switch (value) {
  case 0:
    return "'\\0'";
  case '\n':
    return "'\\n'";
  case '\t':
    return "'\\t'";
  case '\r':
    return "'\\r'";
  case '\'':
    return "'\\''";
  case '\\':
    return "'\\\\'";
  }
  if (value < ' ' || value > '~')
    return "";
  return std::string("'") + static_cast<char>(value) + "'";
}

/// Returns true if it is useless to put `value` in the place of a constant that
/// is the right operand of an operation. This is so if the operation would
/// divide by zero. It is also so if the result would be the left operand, as in
/// `a + 0`, since a different kind of mutation replaces an operation by its
/// operand.
bool isPointless(const ExpressionUse &use, int64_t value) {
  if (!use.rightOf)
    return false;
  switch (use.rightOf->getOpcode()) {
  case BO_Add:
  case BO_Sub:
  case BO_Or:
  case BO_Xor:
  case BO_Shl:
  case BO_Shr:
  case BO_Rem:
    return value == 0;
  case BO_Mul:
    return value == 1;
  case BO_Div:
    return value == 0 || value == 1;
  default:
    return false;
  }
}

void addIntegers(ChangeContext &context, const ExpressionUse &use,
                 const IntegerLiteral *literal, bool isNegative) {
  if (literal->getValue().getActiveBits() > 62)
    return;
  int64_t value = literal->getValue().getZExtValue();
  if (isNegative)
    value = -value;
  llvm::StringRef text = context.tokens()[use.tokens.last - 1].text;
  for (int64_t other : integersFor(value, context.constants.integers,
                                   context.names.constants.integers))
    if (!isPointless(use, other))
      context.changes.replace(MutationOperator::Constant, use.place, use.tokens,
                              writeInteger(other, text));
}

void addCharacters(ChangeContext &context, const ExpressionUse &use,
                   const CharacterLiteral *literal) {
  if (literal->getKind() != CharacterLiteralKind::Ascii)
    return;
  for (int64_t other :
       integersFor(literal->getValue(), context.constants.characters,
                   context.names.constants.characters))
    if (std::string text = writeCharacter(other); !text.empty())
      context.changes.replace(MutationOperator::Constant, use.place, use.tokens,
                              text);
}

void addFloats(ChangeContext &context, const ExpressionUse &use,
               const FloatingLiteral *literal, bool isNegative) {
  double value = literal->getValueAsApproximateDouble();
  if (isNegative)
    value = -value;
  llvm::StringRef like = context.tokens()[use.tokens.last - 1].text;
  bool isHex = like.starts_with_insensitive("0x");
  llvm::StringRef suffix = isHex ? "" : like.substr(like.rtrim("fFlL").size());
  std::vector<std::string> texts;
  auto add = [&](double other) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.10g", other);
    if (!llvm::StringRef(text).contains_insensitive('e') &&
        !llvm::StringRef(text).contains('.'))
      text += ".0";
    if (other != value && !llvm::StringRef(text).contains("n"))
      texts.push_back(text + suffix.str());
  };
  for (double other : {value + 1, value - 1, 0.0, 1.0, -1.0})
    add(other);
  llvm::append_range(texts, context.constants.floats);
  llvm::append_range(texts, context.names.constants.floats);
  size_t count = 0;
  for (const std::string &text : texts) {
    if (++count > maxConstants)
      break;
    context.changes.replace(MutationOperator::Constant, use.place, use.tokens,
                            text);
  }
}

} // namespace

void addConstantChanges(ChangeContext &context, const ExpressionUse &use) {
  const Expr *literal = use.written;
  bool isNegative = false;
  if (const auto *minus = dyn_cast<UnaryOperator>(literal)) {
    isNegative = true;
    literal = minus->getSubExpr()->IgnoreParenImpCasts();
  }
  if (const auto *integer = dyn_cast<IntegerLiteral>(literal))
    addIntegers(context, use, integer, isNegative);
  else if (const auto *character = dyn_cast<CharacterLiteral>(literal))
    addCharacters(context, use, character);
  else if (const auto *number = dyn_cast<FloatingLiteral>(literal))
    addFloats(context, use, number, isNegative);
  else if (const auto *truth = dyn_cast<CXXBoolLiteralExpr>(literal))
    context.changes.replace(MutationOperator::Constant, use.place, use.tokens,
                            truth->getValue() ? "false" : "true");
}

std::vector<std::string> simpleValues(const ChangeContext &context,
                                      QualType type) {
  if (type.isNull() || type->isDependentType())
    return {};
  if (type->isBooleanType())
    return {context.falseText(), context.trueText()};
  if (type->isEnumeralType())
    return context.unit.isCxx() ? std::vector<std::string>{}
                                : std::vector<std::string>{"0", "1"};
  if (type->isIntegerType())
    return {"0", "1", "-1"};
  if (type->isRealFloatingType())
    return {"0.0", "1.0", "-1.0"};
  if (type->isPointerType())
    return {context.ast().getLangOpts().CPlusPlus11 ? "nullptr" : "0"};
  return {};
}

} // namespace pinstripe
