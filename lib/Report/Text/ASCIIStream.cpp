// Writes reports for terminals that show ASCII only.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/ASCIIStream.h"

using namespace pinstripe;

std::string pinstripe::withASCIIMarks(llvm::StringRef text) {
  struct Replacement {
    llvm::StringLiteral mark, ascii;
  };
  static constexpr Replacement replacements[] = {
      {"●", "*"}, {"◆", "?"}, {"○", "o"}, {"◇", "@"},  {"·", "."},
      {"│", "|"}, {"┆", ":"}, {"⋮", ":"}, {"…", "..."}};
  std::string result;
  while (!text.empty()) {
    bool isReplaced = false;
    for (const Replacement &each : replacements)
      if (!isReplaced && text.consume_front(each.mark)) {
        result += each.ascii;
        isReplaced = true;
      }
    if (isReplaced)
      continue;
    result += text.front();
    text = text.drop_front();
  }
  return result;
}
