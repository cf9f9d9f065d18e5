// Formats numbers, times and source text for messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/Text.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Locale.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>

using namespace pinstripe;

unsigned pinstripe::displayWidth(llvm::StringRef text) {
  int width = llvm::sys::unicode::columnWidthUTF8(text);
  return width < 0 ? text.size() : width;
}

std::string pinstripe::fitted(llvm::StringRef text, unsigned width) {
  if (width == 0 || displayWidth(text) <= width)
    return text.str();
  size_t end = std::min<size_t>(text.size(), 4 * size_t(width));
  while (end != 0 && displayWidth(text.take_front(end)) + 1 > width) {
    --end;
    // Steps back to the first byte of a UTF-8 character, so that none is cut in
    // two.
    while (end != 0 && (static_cast<uint8_t>(text[end]) & 0xc0) == 0x80)
      --end;
  }
  return text.take_front(end).str() + "…";
}

std::string pinstripe::printable(llvm::StringRef text) {
  std::string result;
  for (char character : text) {
    if (character == '\t')
      result.append(8 - displayWidth(result) % 8, ' ');
    else if (static_cast<uint8_t>(character) < 0x20 || character == 0x7f)
      result += "?";
    else
      result += character;
  }
  return result;
}

std::string pinstripe::placeOf(const UnitTable &table,
                               const SourceRange &range) {
  return table.displayPath(range.file) + ":" + std::to_string(range.line);
}

std::string pinstripe::exactPlaceOf(const UnitTable &table,
                                    const SourceRange &range) {
  return placeOf(table, range) + ":" + std::to_string(range.column);
}

std::string pinstripe::counted(uint64_t number, llvm::StringRef noun) {
  return std::to_string(number) + " " + noun.str() + (number == 1 ? "" : "s");
}

std::string pinstripe::describeSeconds(double seconds) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (seconds < 0.9995)
    stream << llvm::format("%.0f ms", seconds * 1000);
  else if (seconds < 59.95)
    stream << llvm::format("%.1f s", seconds);
  else {
    auto whole = static_cast<uint64_t>(std::llround(seconds));
    stream << whole / 60 << llvm::format(" min %02u s", unsigned(whole % 60));
  }
  return text;
}
