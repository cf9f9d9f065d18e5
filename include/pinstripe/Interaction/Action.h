// Defines what a user does with a program: keys, the mouse and changes of a
// terminal's size; reads and writes files with lists of such actions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_ACTION_H
#define PINSTRIPE_INTERACTION_ACTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pinstripe {

/// The place of the mouse in an action, and the button that is used.
struct MousePlace {
  /// The place in pixels, counted from the upper left corner of the window. The
  /// place may be outside of the window, for example in a menu.
  int x = 0, y = 0;
  /// The number of the mouse button: 1 is the left one; 4 and 5 turn the wheel.
  unsigned button = 1;
  /// The keys that are held down: Ctrl, Alt and Shift.
  bool control = false, meta = false, shift = false;
  /// The title of the window that the place is in; empty for the first window
  /// of the program.
  std::string window = {};
};

/// One thing that a user does in a terminal, or on a display with windows.
struct Action {
  enum class Kind : uint8_t {
    /// Presses a key. `word` is the key's name in the form that parseKey takes.
    /// On a display, names that only parseDisplayKey takes are allowed, too.
    Key,
    /// Sends the bytes in `word` to the program, such as those of a mouse in a
    /// terminal. Used for bytes that no key with a name sends.
    Bytes,
    Resize, ///< Gives the terminal `columns` columns and `rows` rows.
    Motion, ///< Moves the mouse to a place of a window.
    /// Moves the mouse to a place, then presses a button and releases the
    /// button.
    Click,
    DoubleClick, ///< Makes two clicks, one right after the other.
    Press,       ///< Moves the mouse and presses a button.
    Release,     ///< Moves the mouse and releases a button.
  } kind = Kind::Key;
  std::string word = {};
  unsigned columns = 0, rows = 0;
  MousePlace mouse = {};
  /// The time of the action, in seconds since the program was started; nullopt
  /// if it is not known. Only people need this time: a replay makes the next
  /// action as soon as the program waits for its user.
  std::optional<double> seconds = {};
};

/// The terminal in which actions are made.
struct TerminalSetting {
  unsigned columns = 80, rows = 24;
  /// The type of the terminal, as in the variable TERM.
  std::string type = "xterm-256color";
};

/// The display on which a program with windows shows them.
struct DisplaySetting {
  unsigned width = 1024, height = 768; ///< The size of the display in pixels.
};

/// The terminal or the display in which actions are made.
using ActionSetting = std::variant<TerminalSetting, DisplaySetting>;

/// Describes a terminal ("80x24 xterm") or a display ("1024x768").
std::string describe(const ActionSetting &setting);
/// Returns the first line of a list of actions without its newline. The line
/// says where the actions are made, such as "terminal 80x24 xterm".
std::string settingLine(const ActionSetting &setting);

/// The content of a file with actions.
struct ActionList {
  ActionSetting setting;
  std::vector<Action> actions;
};

/// A key of the keyboard, and the modifier keys (such as Ctrl) that are held
/// down with it.
struct Key {
  /// The name of a key such as "Up"; empty if the key is a character.
  llvm::StringRef name;
  char32_t character = 0;
  bool control = false, meta = false, shift = false;
};

/// Returns the names of all keys that are not characters: "Enter", "Up", ...
llvm::ArrayRef<llvm::StringLiteral> namedKeys();

/// Parses the name of a key: a UTF-8 character or one of `namedKeys()`, after
/// any of the prefixes C- (Ctrl), M- (Alt) and S- (Shift). Returns nullopt if
/// there is no such key. Shift is allowed only with named keys, and Ctrl only
/// with those characters that have a control character.
std::optional<Key> parseKey(llvm::StringRef name);

/// A key of a keyboard on a display, and the modifier keys (such as Ctrl) that
/// are held down with it.
struct DisplayKey {
  /// The key's symbol: its number in the X Window System.
  uint32_t symbol = 0;
  bool control = false, meta = false, shift = false;
};

/// Parses the name of a key on a display. This can be any name that parseKey
/// takes. It can also be the name of a symbol of the X Window System, such as
/// KP_Add or Menu, after the same prefixes. Returns nullopt if there is no such
/// key.
std::optional<DisplayKey> parseDisplayKey(llvm::StringRef name);
/// Returns the name, without prefixes, for which parseDisplayKey returns
/// `symbol`. Returns an empty text if the symbol has no name.
std::string displayKeyName(uint32_t symbol);

/// Returns an action as a line without its time and its newline: "key C-x",
/// "resize 80x24", "bytes \x1b[M", "click 20 35", "press 20 35 C-3 in Find".
std::string actionLine(const Action &action);

/// Parses lines that actionLine has written. The line `type WORDS` stands for a
/// key press for each character of WORDS. A line may begin with the time of the
/// action in seconds. Empty lines, and lines that begin with #, are ignored.
/// Returns a UsageError for any other line. The error's text begins with the
/// name of the file (`name`) and the number of the line. `firstLine` is the
/// number of the first line in `text`.
llvm::Expected<std::vector<Action>>
parseActions(llvm::StringRef lines, llvm::StringRef name, size_t firstLine = 1);

/// Parses the content of a file with actions. Returns a UsageError if the
/// content is damaged or of another version.
llvm::Expected<ActionList> parseActionFile(llvm::StringRef content,
                                           llvm::StringRef name);
/// Returns the content of a file with these actions and their times.
std::string actionFile(const ActionList &list);

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_ACTION_H
