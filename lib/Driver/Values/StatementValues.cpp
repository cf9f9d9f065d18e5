// Describes a statement by its text with the values of its variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Values/StatementValues.h"
#include "Values/ConditionValue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <climits>
#include <cstring>

using namespace pinstripe;

namespace {

class Writer {
public:
  Writer(const StatementUnit &unit, const StatementVariables &operands,
         EventOperands &event);

  EventValues run();

private:
  /// A variable with its values before and after the statement as texts, which
  /// are empty if the values are not known.
  struct Shown {
    std::string before, after;
    bool isChanged = false; ///< True if a call has changed the variable.
    /// True if the statement or a call has written the variable.
    bool isWritten = false;
    bool isSubstituted = false;
  };

  Shown shown(size_t index, EventOperands &event) const;
  bool hasWrittenPart(size_t index) const;
  /// Returns the statement's text with the values in place of the variables.
  std::string substituted() const;
  std::string result() const;
  std::optional<bool> decision() const;
  std::optional<ConditionToken> tokenOf(size_t index) const;

  const StatementUnit &unit;
  const StatementVariables &operands;
  const std::vector<OperandValue> &values;
  /// The variables of the statement with their values as text, in the order of
  /// `values`.
  std::vector<Shown> texts;
};

/// Turns a number into a token, with which a condition is evaluated. Sets
/// `isWide` if the number may have a type larger than int. As its type is not
/// known exactly, such a number can be compared, but not calculated with.
std::optional<ConditionToken> tokenOfNumber(int64_t value, bool isUnsigned) {
  ConditionToken token;
  token.value = value;
  token.isWide = isUnsigned || value < INT_MIN || value > INT_MAX;
  return token;
}

std::optional<ConditionToken> tokenOfText(const SourceToken &source) {
  llvm::StringRef text = source.text;
  switch (source.kind) {
  case SourceToken::Kind::Mark:
    return ConditionToken{source.text};
  case SourceToken::Kind::Name: {
    int known = llvm::StringSwitch<int>(text)
                    .Cases("NULL", "nullptr", "false", 0)
                    .Case("true", 1)
                    .Default(-1);
    return known < 0 ? std::nullopt : tokenOfNumber(known, false);
  }
  case SourceToken::Kind::Number: {
    llvm::StringRef digits = text.rtrim("uUlL");
    int64_t value = 0;
    if (digits.getAsInteger(0, value))
      return std::nullopt;
    return tokenOfNumber(value, digits.size() != text.size());
  }
  case SourceToken::Kind::Literal:
    if (text.size() == 3 && text.front() == '\'')
      return tokenOfNumber(text[1], false);
    if (text.size() == 4 && text.starts_with("'\\")) {
      int value = llvm::StringSwitch<int>(text.substr(2, 1))
                      .Case("0", 0)
                      .Case("n", '\n')
                      .Case("t", '\t')
                      .Case("r", '\r')
                      .Case("\\", '\\')
                      .Case("'", '\'')
                      .Default(-1);
      return value < 0 ? std::nullopt : tokenOfNumber(value, false);
    }
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

Writer::Writer(const StatementUnit &unit, const StatementVariables &operands,
               EventOperands &event)
    : unit(unit), operands(operands), values(event.values) {
  for (size_t i = 0; i < operands.variables.size(); ++i)
    texts.push_back(shown(i, event));
  for (size_t i = 0; i < texts.size(); ++i)
    if (operands.variables[i].isObject && hasWrittenPart(i))
      texts[i].isWritten = texts[i].isChanged = false;
}

/// Returns true if the statement writes a part of the variable number `index`,
/// such as one array element, and this part has its own entry in the list of
/// variables. Then the part is shown as written, and the variable as a whole
/// need not be.
bool Writer::hasWrittenPart(size_t index) const {
  for (size_t i = 0; i < texts.size(); ++i)
    if (i != index && texts[i].isWritten &&
        operands.variables[i].begin == operands.variables[index].begin)
      return true;
  return false;
}

Writer::Shown Writer::shown(size_t index, EventOperands &event) const {
  const StatementVariable &operand = operands.variables[index];
  Shown result;
  result.before = event.textOf(index, /*isAfter=*/false);
  result.after = event.textOf(index, /*isAfter=*/true);
  result.isChanged = operand.mayChange && !result.after.empty() &&
                     result.before != result.after;
  result.isWritten =
      (operand.isWritten || result.isChanged) && !result.after.empty();
  const std::shared_ptr<const ValueType> &type = values[index].type;
  bool isRead = operand.isRead ||
                (operand.isObject && type &&
                 (type->content || type->kind == ValueType::Kind::Text));
  result.isSubstituted = isRead && !result.isChanged && !result.before.empty();
  return result;
}

std::string Writer::substituted() const {
  llvm::StringRef text = unit.text;
  std::string result;
  uint32_t at = operands.valueBegin;
  auto copyTo = [&](uint32_t end) {
    for (; at < end; ++at)
      if (at != operands.skipped)
        result += text[at];
  };
  for (size_t i = 0; i < operands.variables.size(); ++i) {
    const StatementVariable &operand = operands.variables[i];
    const std::string &value = texts[i].before;
    bool isWithin = operand.begin >= at && operand.end <= operands.valueEnd;
    if (!isWithin || !texts[i].isSubstituted)
      continue;
    copyTo(operand.begin);
    // A negative value after a plus or minus sign is put in parentheses: if `b`
    // is -1, the text `a -b` must not become `a --1`.
    bool isSigned = value.front() == '-' && !result.empty() &&
                    llvm::StringRef("-+").contains(result.back());
    result += isSigned ? "(" + value + ")" : value;
    at = operand.end;
  }
  copyTo(operands.valueEnd);
  return result;
}

std::optional<ConditionToken> Writer::tokenOf(size_t index) const {
  const OperandValue &value = values[index];
  if (!value.before || !value.type || value.type->size > 8)
    return std::nullopt;
  uint64_t word = 0;
  std::memcpy(&word, value.before->data(),
              std::min<size_t>(value.before->size(), value.type->size));
  unsigned shift = 64 - 8 * value.type->size;
  switch (value.type->kind) {
  case ValueType::Kind::Boolean:
    return tokenOfNumber(static_cast<int64_t>(word), false);
  case ValueType::Kind::Character:
  case ValueType::Kind::Signed:
  case ValueType::Kind::Enumeration:
    return tokenOfNumber(static_cast<int64_t>(word << shift) >> shift, false);
  case ValueType::Kind::Unsigned:
  case ValueType::Kind::Pointer:
    if (static_cast<int64_t>(word) < 0)
      return std::nullopt;
    // C converts an unsigned type that is smaller than int to int. So the value
    // of an unsigned type is marked as possibly larger than an int only if the
    // type has at least four bytes.
    return tokenOfNumber(static_cast<int64_t>(word), value.type->size >= 4);
  default:
    return std::nullopt;
  }
}

std::optional<bool> Writer::decision() const {
  std::vector<ConditionToken> tokens;
  llvm::StringRef part =
      llvm::StringRef(unit.text).slice(operands.valueBegin, operands.valueEnd);
  uint32_t handledEnd = operands.valueBegin;
  for (const SourceToken &source : tokensOf(part)) {
    uint32_t begin = operands.valueBegin + source.begin;
    if (begin < handledEnd)
      continue;
    auto found = llvm::find_if(operands.variables,
                               [&](const StatementVariable &operand) {
                                 return operand.begin == begin;
                               });
    std::optional<ConditionToken> token;
    if (found == operands.variables.end()) {
      token = tokenOfText(source);
    } else if (found->isRead && !found->isWritten) {
      token = tokenOf(found - operands.variables.begin());
      handledEnd = found->end;
    }
    if (!token)
      return std::nullopt;
    tokens.push_back(std::move(*token));
  }
  return evaluateCondition(tokens);
}

/// Returns the result of the statement as text, such as an assigned value.
/// Reports show it after an arrow (`->`).
std::string Writer::result() const {
  if (operands.isCondition)
    if (std::optional<bool> decided = decision())
      return *decided ? "true" : "false";
  std::string text;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!texts[i].isWritten)
      continue;
    bool isAssigned = operands.isAssignment && !texts[i].isChanged;
    if (isAssigned && !text.empty())
      continue;
    text += text.empty() ? "" : ", ";
    text += isAssigned && operands.variables[i].isTarget
                ? texts[i].after
                : operands.variables[i].expression + " = " + texts[i].after;
  }
  return text;
}

EventValues Writer::run() {
  EventValues described;
  for (size_t i = 0; i < operands.variables.size(); ++i) {
    const StatementVariable &operand = operands.variables[i];
    const Shown &text = texts[i];
    if (!text.before.empty() && (operand.isRead || text.isSubstituted))
      described.read.push_back({operand.expression, text.before});
    if (text.isWritten)
      described.written.push_back({operand.expression, text.after});
  }
  std::string source = llvm::StringRef(unit.text)
                           .slice(operands.valueBegin, operands.valueEnd)
                           .str();
  std::string before = substituted();
  std::string after = result();
  bool saysNothing = before == source || before == after;
  // Leaves out a result that would only repeat the source text: for the
  // initialiser `v{1, 2}`, the text is `1, 2` and the result is `{1, 2}`.
  if (after == source || after == "{" + source + "}")
    after.clear();
  if (after.empty())
    described.text = before == source ? "" : before;
  else if (!saysNothing)
    described.text = before + " -> " + after;
  else
    described.text = "-> " + after;
  return described;
}

EventValues pinstripe::describeValues(const StatementUnit &unit,
                                      const StatementVariables &operands,
                                      EventOperands &event) {
  return Writer(unit, operands, event).run();
}
