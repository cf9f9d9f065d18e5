// Defines the colours and the width of text output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Support/PrintableText.h"

using namespace pinstripe;

static llvm::StringRef escapeSequence(Emphasis emphasis) {
  switch (emphasis) {
  case Emphasis::Plain:
    return "";
  case Emphasis::Critical:
    return "\033[1;31m";
  case Emphasis::Strong:
    return "\033[1m";
  case Emphasis::Dim:
    return "\033[2m";
  case Emphasis::Heading:
    return "\033[1;36m";
  }
  return "";
}

void pinstripe::writeStyled(llvm::raw_ostream &stream, const TextStyle &style,
                            Emphasis emphasis, llvm::StringRef anyText) {
  std::string text = printableLines(anyText);
  llvm::StringRef escape = escapeSequence(emphasis);
  if (!style.colour || escape.empty() || text.empty()) {
    stream << text;
    return;
  }
  stream << escape << text << "\033[0m";
}
