// Formats the bytes of a value according to its type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Expressions/ValueFormatter.h"
#include "pinstripe/Support/PrintableText.h"
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

} // namespace

std::string ValueFormatter::quoted(llvm::StringRef text) const {
  size_t end = characterBoundary(text, limits.characters);
  std::string ellipsis = end < text.size() ? "..." : "";
  return quotedText(text.take_front(end), '"') + ellipsis;
}

std::string ValueFormatter::formatCharacter(const ValueType &type,
                                            llvm::StringRef bytes) const {
  uint64_t value = unsignedIn(bytes);
  if (value < 0x80)
    return quotedText(bytes.take_front(1), '\'');
  return llvm::itostr(signedIn(bytes));
}

std::string ValueFormatter::formatNumber(const ValueType &type,
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

std::string ValueFormatter::formatStructure(const ValueType &type,
                                            llvm::StringRef bytes,
                                            size_t depth) const {
  if (type.content)
    return formatContent(type, bytes, depth);
  if (depth >= limits.depth || type.isOpaqueClass)
    return "{...}";
  // An empty pair of braces would look like an empty container. If nothing but
  // the type of an object is known, the name of the type is shown.
  if (type.members.empty() && type.hasHiddenMembers)
    return type.name + "{...}";
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

std::string ValueFormatter::formatArray(const ValueType &type,
                                        llvm::StringRef bytes,
                                        size_t depth) const {
  const ValueType &element = *type.element;
  if (element.kind == ValueType::Kind::Character && element.size == 1)
    return quoted(bytes.take_until([](char each) { return each == 0; }));
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

std::string ValueFormatter::format(const ValueType &type, llvm::StringRef bytes,
                                   size_t depth) const {
  if (type.kind == ValueType::Kind::Text)
    return bytes == llvm::StringRef("\0", 1) ? "null" : quoted(bytes);
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

std::string pinstripe::formatValue(const ValueType &type, llvm::StringRef bytes,
                                   const ValueLimits &limits,
                                   MemoryImage &image) {
  return ValueFormatter(limits, image).format(type, bytes, 0);
}

std::string pinstripe::formatValue(const ValueType &type, llvm::StringRef bytes,
                                   const ValueLimits &limits) {
  MemoryImage nothing;
  return formatValue(type, bytes, limits, nothing);
}
