// Formats numbers, times and places for messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/Text.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace pinstripe;

std::string pinstripe::placeOf(const UnitTable &table,
                               const SourceRange &range) {
  return printable(table.displayPath(range.file)) + ":" +
         std::to_string(range.line);
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

std::string pinstripe::describeThreads(uint64_t threads, uint64_t schedule) {
  if (threads < 2)
    return "";
  return counted(threads, "thread") + " in turns, in the order of --schedule " +
         std::to_string(schedule) + "\n";
}
