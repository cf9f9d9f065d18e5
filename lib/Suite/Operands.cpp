// Finds the operands of a failed comparison that are variables, so that their
// values can be watched.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Operands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace pinstripe;

/// Returns true if the text names a variable or a part of a variable. Such a
/// text consists of names that are joined by `.`, `->` and `::`. It may begin
/// with `*`, and a name may have indices that are names or numbers.
static bool isVariable(llvm::StringRef text) {
  static constexpr llvm::StringLiteral names[] = {"true", "false", "nullptr",
                                                  "NULL", "this"};
  if (llvm::is_contained(names, text))
    return false;
  return llvm::Regex("^\\**[A-Za-z_][A-Za-z_0-9]*"
                     "((\\.|->|::)[A-Za-z_][A-Za-z_0-9]*"
                     "|\\[[A-Za-z_0-9]+\\])*$")
      .match(text);
}

static bool isNumber(llvm::StringRef text) {
  return text == "true" || text == "false" ||
         llvm::Regex("^-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?f?$").match(text);
}

void pinstripe::addOperand(std::vector<FailedOperand> &operands,
                           llvm::StringRef expression, llvm::StringRef value) {
  expression = expression.trim();
  // Catch2 shows a large integer also in hexadecimal: `300 (0x12c)`. Only the
  // decimal number is used as the value.
  value = value.split(" (0x").first.trim();
  if (!isVariable(expression) || !isNumber(value))
    return;
  value.consume_back("f");
  if (llvm::none_of(operands, [&](const FailedOperand &each) {
        return each.expression == expression;
      }))
    operands.push_back({expression.str(), value.str()});
}

namespace {

/// The two sides of a comparison and the operator `sign` between them. If the
/// text has no comparison operator, `sign` is empty.
struct Comparison {
  llvm::StringRef left, sign, right;
};

} // namespace

/// Splits a text at its first comparison operator that stands outside of
/// parentheses and quotation marks, with a blank on both sides.
static Comparison split(llvm::StringRef text) {
  unsigned depth = 0;
  char quote = 0;
  for (size_t i = 0; i != text.size(); ++i) {
    char c = text[i];
    if (quote != 0) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
      if (i >= text.size())
        break;
      continue;
    }
    if (c == '"' || c == '\'')
      quote = c;
    else if (c == '(' || c == '[' || c == '{')
      ++depth;
    else if (c == ')' || c == ']' || c == '}')
      depth -= depth != 0;
    if (depth != 0 || c != ' ')
      continue;
    for (llvm::StringRef sign : {"==", "!=", "<=", ">=", "<", ">"})
      if (text.substr(i + 1).starts_with(sign.str() + " "))
        return {text.take_front(i), sign, text.drop_front(i + sign.size() + 2)};
  }
  return {text, "", ""};
}

std::vector<FailedOperand> pinstripe::operandsOf(llvm::StringRef comparison,
                                                 llvm::StringRef expansion) {
  std::vector<FailedOperand> operands;
  Comparison expressions = split(comparison.trim());
  Comparison values = split(expansion.trim());
  if (expressions.sign != values.sign)
    return operands;
  addOperand(operands, expressions.left, values.left);
  addOperand(operands, expressions.right, values.right);
  return operands;
}
