// Extracts the text from what a program writes to its terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_WRITTENTEXT_H
#define PINSTRIPE_INTERACTION_WRITTENTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe {

/// The text that a program has written to its terminal, in the order in which
/// it was written. Text that has disappeared from the screen is included.
/// Sequences that control the terminal are left out. A new line begins in place
/// of each sequence, unless the sequence only changes how characters look. So a
/// message is found at the beginning of a line even if the program had moved
/// the cursor before.
class WrittenText {
public:
  /// Adds bytes. A control sequence may continue in the bytes of the next call.
  void write(llvm::StringRef bytes);
  /// Begins a new line, unless the last line is still empty.
  void beginLine();
  const std::string &text() const { return written; }

private:
  enum class State {
    Text,
    Escape, ///< After Escape.
    /// Inside of a sequence that began with Escape and `[`.
    Sequence,
    /// Inside of a control string, which ends with a bell or with Escape.
    Word,
    /// After Escape and `(` or `)`: the next byte names a character set.
    Charset,
  };
  void write(char byte);

  std::string written;
  State state = State::Text;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_WRITTENTEXT_H
