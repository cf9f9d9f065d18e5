// Tells which keys a user has pressed, from the bytes that a terminal sends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_KEYREADER_H
#define PINSTRIPE_INTERACTION_KEYREADER_H

#include "pinstripe/Interaction/Action.h"
#include "pinstripe/Interaction/Screen.h"

namespace pinstripe {

/// Splits the bytes that a user's terminal sends into actions of the user.
class KeyReader {
public:
  /// The modes of `screen` decide which bytes stand for a key. `screen` must
  /// outlive this object.
  explicit KeyReader(Screen &screen) : screen(screen) {}

  /// Returns the actions for bytes that have come together. An Escape at the
  /// very end of the bytes is the key Escape; anywhere else, Escape begins the
  /// bytes of another key. Bytes that no key sends become an action of their
  /// own. Answers of the terminal to the program, such as the position of the
  /// cursor, are left out: they are not actions, and the terminal of a replay
  /// gives its own answers.
  std::vector<Action> read(llvm::StringRef bytes);

private:
  std::string nameOf(llvm::StringRef bytes);

  Screen &screen;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_KEYREADER_H
