// Extracts the text from what a program writes to its terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/WrittenText.h"

using namespace pinstripe;

void WrittenText::beginLine() {
  if (!written.empty() && written.back() != '\n')
    written += '\n';
}

void WrittenText::write(char byte) {
  constexpr char escape = '\x1b', bell = '\a';
  switch (state) {
  case State::Text:
    if (byte == escape)
      state = State::Escape;
    else if (byte == '\n' || byte == '\r')
      beginLine();
    else if (byte == '\t' || static_cast<unsigned char>(byte) >= ' ')
      written += byte;
    return;
  case State::Escape:
    state = byte == '['                                 ? State::Sequence
            : byte == ']' || byte == 'P' || byte == '_' ? State::Word
            : byte == '(' || byte == ')'                ? State::Charset
                                                        : State::Text;
    if (state == State::Text && byte != '\\')
      beginLine();
    return;
  case State::Sequence:
    if (byte < '@' || byte > '~')
      return;
    // A sequence that ends with the letter m changes only how characters look,
    // such as their colour. Any other sequence may move the cursor, so a new
    // line of the written text begins here.
    if (byte != 'm')
      beginLine();
    state = State::Text;
    return;
  case State::Word:
    if (byte == bell)
      state = State::Text;
    else if (byte == escape)
      state = State::Escape;
    return;
  case State::Charset:
    state = State::Text;
    return;
  }
}

void WrittenText::write(llvm::StringRef bytes) {
  for (char byte : bytes)
    write(byte);
}
