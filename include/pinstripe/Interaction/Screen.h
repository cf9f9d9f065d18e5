// Emulates the screen and the keyboard of a terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_SCREEN_H
#define PINSTRIPE_INTERACTION_SCREEN_H

#include "pinstripe/Interaction/Action.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace pinstripe {

/// The screen and the keyboard of a terminal like xterm, without a window.
/// The library libvterm knows what the bytes of the program mean.
class Screen {
public:
  explicit Screen(const TerminalSetting &setting);
  ~Screen();
  Screen(const Screen &) = delete;
  Screen &operator=(const Screen &) = delete;

  /// Shows what the program has written to its terminal.
  void write(llvm::StringRef output);
  /// Returns what the terminal answers to requests in the output, such as that
  /// for the position of the cursor. The answers must be sent to the program.
  std::string takeReplies();
  void resize(unsigned columns, unsigned rows);

  /// Returns what the terminal sends if the user presses a key. For some keys,
  /// this depends on modes that the program has set.
  std::string bytesOf(const Key &key);

  /// Tells that the program waits for its user, who sees the screen as it is
  /// now.
  void noteSeen();
  /// Returns the text that the user has seen at last. If the program has used a
  /// full screen of its own (the alternate screen) and has left it, this is
  /// that screen as it was when the program waited for the last time. Then
  /// follow the lines of the normal screen, with those that have been scrolled
  /// out of it, unless the program still shows a full screen. White space at
  /// the end of lines and empty lines at the end are left out.
  std::string text() const;

private:
  struct Emulator;
  std::unique_ptr<Emulator> emulator;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_SCREEN_H
