// Formats the bytes of a value according to its type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/ValueType.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>
#include <cstring>

using namespace pinstripe;

namespace {

template <typename Number> Number numberIn(llvm::StringRef bytes) {
  Number number{};
  std::memcpy(&number, bytes.data(), std::min(sizeof number, bytes.size()));
  return number;
}

uint64_t unsignedIn(llvm::StringRef bytes) { return numberIn<uint64_t>(bytes); }

int64_t signedIn(llvm::StringRef bytes) {
  if (bytes.empty())
    return 0;
  unsigned size = std::min<unsigned>(bytes.size(), 8);
  unsigned shift = 64 - 8 * size;
  return static_cast<int64_t>(unsignedIn(bytes) << shift) >> shift;
}

/// Returns the shortest text from which the same number can be read again.
template <typename Number> std::string formatFloat(Number number) {
  if (std::isnan(number))
    return "nan";
  char text[64];
  auto end = std::to_chars(text, text + sizeof text, number);
  return std::string(text, end.ptr);
}

std::string escaped(unsigned char byte, char quote) {
  switch (byte) {
  case '\n':
    return "\\n";
  case '\t':
    return "\\t";
  case '\r':
    return "\\r";
  case '\0':
    return "\\0";
  case '\\':
    return "\\\\";
  default:
    break;
  }
  if (byte == static_cast<unsigned char>(quote))
    return std::string("\\") + quote;
  if (byte >= 0x20 && byte != 0x7f)
    return std::string(1, static_cast<char>(byte));
  return "\\x" + llvm::utohexstr(byte, /*LowerCase=*/true, 2);
}

std::string quoted(llvm::StringRef text, size_t maxCharacters) {
  std::string result = "\"";
  for (char each : text.take_front(maxCharacters))
    result += escaped(static_cast<unsigned char>(each), '"');
  return result + (text.size() > maxCharacters ? "\"..." : "\"");
}

class Formatter {
public:
  explicit Formatter(const ValueLimits &limits) : limits(limits) {}

  std::string format(const ValueType &type, llvm::StringRef bytes,
                     size_t depth) const;

private:
  std::string formatNumber(const ValueType &type, llvm::StringRef bytes) const;
  std::string formatCharacter(const ValueType &type,
                              llvm::StringRef bytes) const;
  std::string formatStructure(const ValueType &type, llvm::StringRef bytes,
                              size_t depth) const;
  std::string formatArray(const ValueType &type, llvm::StringRef bytes,
                          size_t depth) const;

  const ValueLimits &limits;
};

std::string Formatter::formatCharacter(const ValueType &type,
                                       llvm::StringRef bytes) const {
  uint64_t value = unsignedIn(bytes);
  if (value < 0x80)
    return "'" + escaped(static_cast<unsigned char>(value), '\'') + "'";
  return llvm::itostr(signedIn(bytes));
}

std::string Formatter::formatNumber(const ValueType &type,
                                    llvm::StringRef bytes) const {
  switch (type.kind) {
  case ValueType::Kind::Boolean:
    if (unsignedIn(bytes) <= 1)
      return unsignedIn(bytes) ? "true" : "false";
    return llvm::utostr(unsignedIn(bytes));
  case ValueType::Kind::Signed:
    return llvm::itostr(signedIn(bytes));
  case ValueType::Kind::Unsigned:
    return llvm::utostr(unsignedIn(bytes));
  case ValueType::Kind::Pointer:
    return unsignedIn(bytes) == 0
               ? "null"
               : "0x" + llvm::utohexstr(unsignedIn(bytes), /*LowerCase=*/true);
  case ValueType::Kind::Enumeration:
    for (const ValueType::Enumerator &each : type.enumerators)
      if (each.value == signedIn(bytes))
        return each.name;
    return llvm::itostr(signedIn(bytes));
  case ValueType::Kind::Float:
    if (type.size == sizeof(float))
      return formatFloat(numberIn<float>(bytes));
    if (type.size == sizeof(double))
      return formatFloat(numberIn<double>(bytes));
    return formatFloat(numberIn<long double>(bytes));
  default:
    return "0x" + llvm::toHex(bytes.take_front(16), /*LowerCase=*/true);
  }
}

std::string Formatter::formatStructure(const ValueType &type,
                                       llvm::StringRef bytes,
                                       size_t depth) const {
  if (depth >= limits.depth)
    return "{...}";
  std::string text;
  size_t shown = 0;
  for (const ValueType::Member &member : type.members) {
    if (!text.empty())
      text += ", ";
    if (shown++ == limits.members) {
      text += "...";
      break;
    }
    if (!member.name.empty())
      text += member.name + " = ";
    text += format(*member.type, bytes.substr(member.offset), depth + 1);
  }
  return "{" + text + "}";
}

std::string Formatter::formatArray(const ValueType &type, llvm::StringRef bytes,
                                   size_t depth) const {
  const ValueType &element = *type.element;
  if (element.kind == ValueType::Kind::Character && element.size == 1)
    return quoted(bytes.take_until([](char each) { return each == 0; }),
                  limits.characters);
  if (depth >= limits.depth)
    return "{...}";
  std::string text;
  for (uint32_t i = 0; i < type.count; ++i) {
    if (i != 0)
      text += ", ";
    if (i == limits.members) {
      text += "...";
      break;
    }
    text += format(element, bytes.substr(size_t(i) * element.size), depth + 1);
  }
  return "{" + text + "}";
}

std::string Formatter::format(const ValueType &type, llvm::StringRef bytes,
                              size_t depth) const {
  if (type.kind == ValueType::Kind::Text)
    return bytes == llvm::StringRef("\0", 1) ? "null"
                                             : quoted(bytes, limits.characters);
  if (bytes.size() < type.size)
    return "";
  bytes = bytes.take_front(type.size);
  switch (type.kind) {
  case ValueType::Kind::Structure:
    return formatStructure(type, bytes, depth);
  case ValueType::Kind::Array:
    return formatArray(type, bytes, depth);
  case ValueType::Kind::Character:
    return formatCharacter(type, bytes);
  default:
    return formatNumber(type, bytes);
  }
}

} // namespace

std::string pinstripe::formatValue(const ValueType &type, llvm::StringRef bytes,
                                   const ValueLimits &limits) {
  return Formatter(limits).format(type, bytes, 0);
}
