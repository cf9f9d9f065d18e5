// Names the keys of a user by what a terminal sends for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_KEYREADER_H
#define PINSTRIPE_INTERACTION_KEYREADER_H

#include "pinstripe/Interaction/Action.h"
#include "pinstripe/Interaction/Screen.h"

namespace pinstripe {

/// Takes apart what the terminal of a user sends.
class KeyReader {
public:
  /// The modes of `screen` decide which bytes a key has. It must outlive this
  /// object.
  explicit KeyReader(Screen &screen) : screen(screen) {}

  /// Returns the actions for some bytes that have come together. An Escape at
  /// their very end is the key Escape; followed by something else, it begins
  /// the bytes of another key. Bytes for which no key has a name make an action
  /// of their own. Answers of the terminal to the program, such as the position
  /// of the cursor, are left out: they are no actions, and a replay has a
  /// terminal that answers by itself.
  std::vector<Action> read(llvm::StringRef bytes);

private:
  std::string nameOf(llvm::StringRef bytes);

  Screen &screen;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_KEYREADER_H
