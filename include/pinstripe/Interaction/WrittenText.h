// Takes the text out of what a program writes to its terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_WRITTENTEXT_H
#define PINSTRIPE_INTERACTION_WRITTENTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe {

/// The text that a program has written to its terminal, in the order in which
/// it was written, also what is not on the screen any more. Sequences that
/// control the terminal are left out. Where such a sequence was, a new line
/// begins, unless it only changes how characters look. So a message is found at
/// the beginning of a line even if the program had moved the cursor before.
class WrittenText {
public:
  /// Adds bytes. A sequence may continue in the next call.
  void write(llvm::StringRef bytes);
  /// Begins a new line if there is something in the present one.
  void beginLine();
  const std::string &text() const { return written; }

private:
  enum class State {
    Text,
    Escape,   ///< After Escape.
    Sequence, ///< After Escape and `[`; a letter ends the sequence.
    Word,     ///< In a string for the terminal, which a bell or Escape ends.
    Charset,  ///< Before the name of a set of characters.
  };
  void write(char byte);

  std::string written;
  State state = State::Text;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_WRITTENTEXT_H
