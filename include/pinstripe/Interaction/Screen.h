// Emulates the screen and the keyboard of a terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_SCREEN_H
#define PINSTRIPE_INTERACTION_SCREEN_H

#include "pinstripe/Interaction/Action.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace pinstripe {

/// The screen and the keyboard of a terminal like xterm, but without a window.
/// The library libvterm interprets the bytes that the program writes.
class Screen {
public:
  explicit Screen(const TerminalSetting &setting);
  ~Screen();
  Screen(const Screen &) = delete;
  Screen &operator=(const Screen &) = delete;

  /// Shows what the program has written to its terminal.
  void write(llvm::StringRef output);
  /// Returns the terminal's answers to requests in the output. For example, a
  /// program may ask for the position of the cursor. The caller must send the
  /// answers to the program.
  std::string takeReplies();
  void resize(unsigned columns, unsigned rows);

  /// Returns the bytes that the terminal sends if the user presses a key. For
  /// some keys, the bytes depend on modes that the program has set.
  std::string bytesOf(const Key &key);

  /// Must be called when the program begins to wait for its user. From then on,
  /// the user has seen the present content of the screen.
  void noteSeen();
  /// Returns the text that the user has seen last. A full screen is one that
  /// the program has drawn for itself (the alternate screen).
  ///
  /// While a full screen is shown, the text is the content of the full screen.
  /// Otherwise the text has the lines that were scrolled out of the normal
  /// screen, then the lines of the normal screen. If the program has left a
  /// full screen, the text begins with what that screen showed when the program
  /// last waited for its user. White space at the end of lines, and empty lines
  /// at the end, are left out.
  std::string text() const;

private:
  struct Emulator;
  std::unique_ptr<Emulator> emulator;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_SCREEN_H
