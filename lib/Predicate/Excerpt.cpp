// Shows the beginning of an output in messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"

#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

static constexpr size_t maxLines = 5;
static constexpr size_t maxColumns = 72;

std::string pinstripe::excerptOf(llvm::StringRef text) {
  std::string excerpt;
  llvm::raw_string_ostream stream(excerpt);
  for (size_t line = 0; !text.empty(); ++line) {
    if (line == maxLines) {
      stream << "\n  ...";
      break;
    }
    auto [first, rest] = text.split('\n');
    stream << "\n  ";
    stream.write_escaped(first.take_front(maxColumns));
    if (first.size() > maxColumns)
      stream << "...";
    text = rest;
  }
  return excerpt;
}
