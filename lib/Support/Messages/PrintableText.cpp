// Makes any bytes safe to print, and fits text to the width of a terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Locale.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>

using namespace pinstripe;

namespace {

/// A UTF-8 character of a text, or a single byte that is not valid UTF-8.
struct Character {
  llvm::StringRef bytes;
  llvm::UTF32 codePoint = 0;
  bool isValid = false;
};

} // namespace

static Character firstOf(llvm::StringRef text) {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.data());
  const llvm::UTF8 *at = begin;
  Character character{text.take_front(1)};
  if (llvm::convertUTF8Sequence(&at, begin + text.size(), &character.codePoint,
                                llvm::strictConversion) == llvm::conversionOK) {
    character.bytes = text.take_front(static_cast<size_t>(at - begin));
    character.isValid = true;
  }
  return character;
}

static std::string escapedByte(char byte) {
  return "\\x" + llvm::utohexstr(static_cast<uint8_t>(byte),
                                 /*LowerCase=*/true, /*Width=*/2);
}

/// Returns a character itself if a terminal can show it, otherwise its escape
/// sequence in C.
static std::string shown(const Character &character) {
  llvm::UTF32 code = character.codePoint;
  if (!character.isValid)
    return escapedByte(character.bytes.front());
  if (llvm::sys::unicode::isPrintable(static_cast<int>(code)))
    return character.bytes.str();
  switch (code) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  case '\0':
    return "\\0";
  default:
    break;
  }
  if (code < 0x80)
    return escapedByte(character.bytes.front());
  bool isShort = code < 0x10000;
  return (isShort ? "\\u" : "\\U") +
         llvm::utohexstr(code, /*LowerCase=*/true, isShort ? 4 : 8);
}

static void forEach(llvm::StringRef text,
                    llvm::function_ref<void(const Character &)> callback) {
  while (!text.empty()) {
    Character character = firstOf(text);
    callback(character);
    text = text.drop_front(character.bytes.size());
  }
}

std::string pinstripe::printable(llvm::StringRef text) {
  std::string result;
  // The index after the last tab expanded so far. The column there is a
  // multiple of 8, so only the text after it decides how wide the next tab is.
  // To measure the whole line for each tab would take quadratic time.
  size_t lastStop = 0;
  forEach(text, [&](const Character &character) {
    if (character.codePoint != '\t' || !character.isValid) {
      result += shown(character);
      return;
    }
    unsigned width = displayWidth(llvm::StringRef(result).substr(lastStop));
    result.append(8 - width % 8, ' ');
    lastStop = result.size();
  });
  return result;
}

std::string pinstripe::printableLines(llvm::StringRef text) {
  std::string result;
  for (bool isFirst = true; isFirst || !text.empty(); isFirst = false) {
    auto [line, rest] = text.split('\n');
    result += printable(line);
    if (line.size() != text.size())
      result += '\n';
    text = rest;
  }
  return result;
}

std::string pinstripe::quotedText(llvm::StringRef text, char quote) {
  std::string result(1, quote);
  forEach(text, [&](const Character &character) {
    if (character.isValid && (character.codePoint == '\\' ||
                              character.codePoint == llvm::UTF32(quote)))
      result += '\\';
    result += shown(character);
  });
  return result + quote;
}

unsigned pinstripe::displayWidth(llvm::StringRef text) {
  int width = llvm::sys::unicode::columnWidthUTF8(text);
  return width < 0 ? text.size() : width;
}

size_t pinstripe::characterBoundary(llvm::StringRef text, size_t offset) {
  if (offset >= text.size())
    return text.size();
  while (offset != 0 && (static_cast<uint8_t>(text[offset]) & 0xc0) == 0x80)
    --offset;
  return offset;
}

std::string pinstripe::fitted(llvm::StringRef text, unsigned width) {
  if (width == 0 || displayWidth(text) <= width)
    return text.str();
  size_t end = std::min<size_t>(text.size(), 4 * size_t(width));
  while (end != 0 && displayWidth(text.take_front(end)) + 1 > width)
    end = characterBoundary(text, end - 1);
  return text.take_front(end).str() + "…";
}
