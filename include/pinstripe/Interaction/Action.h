// Defines what a user does with a program: keys, resized terminals, and files
// with lists of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_ACTION_H
#define PINSTRIPE_INTERACTION_ACTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// One thing that a user does in a terminal.
struct Action {
  enum class Kind : uint8_t {
    Key, ///< Presses a key; `word` is its name, as parseKey takes it.
    /// The terminal sends bytes for which no key has a name, such as those of a
    /// mouse; `word` has the bytes.
    Bytes,
    Resize, ///< Gives the terminal `columns` columns and `rows` rows.
  } kind = Kind::Key;
  std::string word = {};
  unsigned columns = 0, rows = 0;
  /// The time of the action in seconds since the program was started, for
  /// people. Replays wait for the program, not for a time. Nullopt if the time
  /// is not known.
  std::optional<double> seconds = {};
};

/// The terminal in which actions are made.
struct TerminalSetting {
  unsigned columns = 80, rows = 24;
  std::string type = "xterm-256color"; ///< The value of the variable TERM.
};

/// A list of actions, as a file has it.
struct ActionList {
  TerminalSetting terminal;
  std::vector<Action> actions;
};

/// A key of the keyboard, with the keys that are held down with it.
struct Key {
  /// The name of a key with a name, such as "Up"; empty if the key is a
  /// character.
  llvm::StringRef name;
  char32_t character = 0;
  bool control = false, meta = false, shift = false;
};

/// Returns the names of all keys that are not characters: "Enter", "Up", ...
llvm::ArrayRef<llvm::StringLiteral> namedKeys();

/// Parses the name of a key: a character of UTF-8 or one of `namedKeys()`,
/// after any of the prefixes C- (Ctrl), M- (Alt) and S- (Shift). Returns
/// nullopt if there is no such key. Shift is allowed with named keys only, and
/// Ctrl with those characters that have a control character.
std::optional<Key> parseKey(llvm::StringRef name);

/// Returns an action as a line without its time and its newline: "key C-x",
/// "resize 80x24", "bytes \x1b[M".
std::string actionLine(const Action &action);

/// Parses lines that actionLine has written. The line `type WORDS` stands for
/// one key for each character of WORDS. A line may begin with the time of the
/// action in seconds. Empty lines, and lines that begin with #, are ignored.
/// Returns a UsageError for any other line; it begins with `name`, the name of
/// the file, and the number of the line, where `firstLine` is that of the first
/// one.
llvm::Expected<std::vector<Action>>
parseActions(llvm::StringRef lines, llvm::StringRef name, size_t firstLine = 1);

/// Parses the content of a file with actions. Returns a UsageError if it is
/// damaged or of another version.
llvm::Expected<ActionList> parseActionFile(llvm::StringRef content,
                                           llvm::StringRef name);
/// Returns the content of a file with actions, with their times.
std::string actionFile(const ActionList &list);

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_ACTION_H
