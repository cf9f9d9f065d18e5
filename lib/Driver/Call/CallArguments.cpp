// Holds the arguments of a call, and says what to overwrite to change them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/CallArguments.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace pinstripe;

int64_t pinstripe::signedNumber(const ValueType &type, llvm::StringRef bytes) {
  uint64_t word = 0;
  size_t size = std::min(bytes.size(), sizeof word);
  std::memcpy(&word, bytes.data(), size);
  bool isSigned = type.kind == ValueType::Kind::Signed ||
                  type.kind == ValueType::Kind::Character ||
                  type.kind == ValueType::Kind::Enumeration;
  if (!isSigned || size == 0)
    return static_cast<int64_t>(word);
  size_t shift = 64 - 8 * size;
  return static_cast<int64_t>(word << shift) >> shift;
}

std::string pinstripe::bytesOfNumber(int64_t number, size_t size) {
  std::string bytes(size, '\0');
  std::memcpy(bytes.data(), &number, std::min(size, sizeof number));
  return bytes;
}

CallValues CallArguments::recorded() const {
  CallValues values;
  for (const CallPart &part : parts)
    values.push_back(part.bytes);
  return values;
}

void CallArguments::fitLengths(CallValues &values) const {
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].length)
      continue;
    const CallPart &length = parts[*parts[i].length];
    // The recorded length may include a terminator. So the new length is the
    // recorded length minus the number of removed elements, and not simply the
    // new number of elements.
    auto removed = (static_cast<int64_t>(parts[i].bytes.size()) -
                    static_cast<int64_t>(values[i].size())) /
                   parts[i].elementSize;
    values[*parts[i].length] =
        bytesOfNumber(signedNumber(*length.type, length.bytes) - removed,
                      length.bytes.size());
  }
}

size_t CallArguments::sequenceOf(size_t length) const {
  return static_cast<size_t>(
      llvm::find_if(
          parts, [&](const CallPart &each) { return each.length == length; }) -
      parts.begin());
}

bool CallArguments::hasRoomFor(const CallValues &values) const {
  for (size_t i = 0; i < parts.size(); ++i)
    if (values[i].size() > parts[i].bytes.size())
      return false;
  return true;
}

std::vector<OverwrittenRange>
CallArguments::overwritten(const CallValues &values) const {
  std::vector<OverwrittenRange> ranges;
  for (size_t i = 0; i < parts.size(); ++i) {
    const CallPart &part = parts[i];
    if (values[i] == part.bytes)
      continue;
    std::string bytes = values[i];
    if (part.end == CallPart::End::Terminator ||
        part.end == CallPart::End::Count)
      bytes += '\0';
    if (!bytes.empty())
      ranges.push_back({part.isInFrame, part.place, std::move(bytes)});
    size_t count = values[i].size() / part.elementSize;
    if (part.end == CallPart::End::Count || part.end == CallPart::End::View)
      ranges.push_back({false, part.endPlace,
                        bytesOfNumber(static_cast<int64_t>(count), 8)});
    else if (part.end == CallPart::End::Pointer)
      ranges.push_back(
          {false, part.endPlace,
           bytesOfNumber(static_cast<int64_t>(part.place + values[i].size()),
                         8)});
  }
  return ranges;
}

std::vector<size_t> CallArguments::boundsOf(size_t index,
                                            const CallValues &values) const {
  const CallPart &part = parts[index];
  llvm::StringRef bytes = values[index];
  std::vector<size_t> bounds = {0};
  while (bounds.back() < bytes.size()) {
    size_t begin = bounds.back();
    size_t size = part.elementSize;
    if (part.kind == CallPart::Kind::Text)
      // A byte that belongs to no UTF-8 character counts as one character.
      while (begin + size < bytes.size() && size < 4 &&
             characterBoundary(bytes, begin + size) != begin + size)
        ++size;
    bounds.push_back(std::min(begin + size, bytes.size()));
  }
  return bounds;
}

size_t CallArguments::elementsOf(size_t index, const CallValues &values) const {
  return boundsOf(index, values).size() - 1;
}

/// Returns an element of an array as text, as it could be written in the
/// source.
static std::string writeElement(const ValueType &type, llvm::StringRef bytes,
                                const ValueLimits &limits) {
  if (type.kind == ValueType::Kind::Pointer &&
      bytes.find_first_not_of('\0') == llvm::StringRef::npos)
    return "NULL";
  bool isPlainStructure = type.kind == ValueType::Kind::Structure &&
                          !type.content && !type.members.empty();
  if (!isPlainStructure)
    return formatValue(type, bytes, limits);
  std::string text;
  for (const ValueType::Member &member : type.members)
    text +=
        (text.empty() ? "." : ", .") + member.name + " = " +
        writeElement(*member.type,
                     bytes.substr(member.offset, member.type->size), limits);
  return "{" + text + "}";
}

/// Returns a text in quotation marks, with at most `most` bytes. `isWhole` is
/// false if `bytes` is only the beginning of the text.
static std::string writeText(llvm::StringRef bytes, size_t most,
                             bool isWhole = true) {
  size_t end = characterBoundary(bytes, std::min(most, bytes.size()));
  return quotedText(bytes.take_front(end), '"') +
         (end < bytes.size() || !isWhole ? "..." : "");
}

std::string CallArguments::write(size_t index, const CallValues &values,
                                 size_t most) const {
  const CallPart &part = parts[index];
  llvm::StringRef bytes = values[index];
  bool isText = part.kind == CallPart::Kind::Text ||
                (part.kind == CallPart::Kind::Array && part.type &&
                 part.type->kind == ValueType::Kind::Character);
  if (isText)
    return writeText(bytes, most);
  ValueLimits limits;
  limits.members = most;
  if (part.kind == CallPart::Kind::Number)
    return formatValue(*part.type, bytes, limits);
  std::string text;
  size_t count = 0;
  for (llvm::StringRef left = bytes; !left.empty();
       left = left.drop_front(std::min<size_t>(left.size(), part.elementSize)),
                       ++count) {
    text += count == 0 ? "" : ", ";
    if (count == most) {
      text += "...";
      break;
    }
    llvm::StringRef element = left.take_front(part.elementSize);
    auto pointed = part.texts.find(
        static_cast<uint64_t>(signedNumber(*part.type, element)));
    text += pointed == part.texts.end()
                ? writeElement(*part.type, element, limits)
                : writeText(pointed->second, most,
                            pointed->second.size() < maxPointedText);
  }
  return "{" + text + "}";
}

std::string CallArguments::write(const CallArgument &argument,
                                 const CallValues &values, size_t most) const {
  std::string lead = argument.isPointer ? "&" : "";
  if (argument.part)
    return lead + write(*argument.part, values, most);
  if (argument.members.empty())
    return argument.fixed;
  std::string text;
  for (const CallArgument &member : argument.members) {
    text += text.empty() ? "" : ", ";
    text += argument.isArray ? "" : "." + member.name + " = ";
    text += write(member, values, most);
  }
  return lead + "{" + text + "}";
}

std::string CallArguments::write(const CallValues &values, size_t most) const {
  std::string text;
  for (const CallArgument &argument : arguments)
    text += (text.empty() ? "" : ", ") + write(argument, values, most);
  return function + "(" + text + ")";
}
