// Shows the beginning of an output in messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"

#include "pinstripe/Support/PrintableText.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

static constexpr size_t maxLines = 5;
static constexpr unsigned maxColumns = 72;

std::string pinstripe::excerptOfLine(llvm::StringRef line, unsigned columns) {
  // The line may be very long. So only as much of it is made printable as can
  // be shown. A column takes at most four bytes of UTF-8.
  size_t enough = characterBoundary(line, 4 * size_t(columns) + 4);
  return fitted(printable(line.take_front(enough)), columns);
}

std::string pinstripe::excerptOf(llvm::StringRef text) {
  std::string excerpt;
  llvm::raw_string_ostream stream(excerpt);
  for (size_t line = 0; !text.empty(); ++line) {
    if (line == maxLines) {
      stream << "\n  ...";
      break;
    }
    auto [first, rest] = text.split('\n');
    stream << "\n  " << excerptOfLine(first, maxColumns);
    text = rest;
  }
  return excerpt;
}
