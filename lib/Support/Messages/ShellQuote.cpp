// Quotes words so that a user can paste them into a shell.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/StringExtras.h"

namespace pinstripe {
namespace {

bool isPlain(char character) {
  return llvm::isAlnum(character) ||
         llvm::StringRef("_-./:=@%+,").contains(character);
}

bool isControl(char character) {
  return static_cast<unsigned char>(character) < 0x20 || character == 0x7f;
}

/// Returns a backslash and a character's code in octal. The code always has
/// three digits, so that another digit may follow.
std::string octalEscape(char character) {
  std::string escape = "\\000";
  escape[1] += (character >> 6) & 7;
  escape[2] += (character >> 3) & 7;
  escape[3] += character & 7;
  return escape;
}

/// Quotes a word with control characters as $'...', a form that bash, ksh and
/// zsh know. In this form the word can't garble the terminal.
std::string quoteControls(llvm::StringRef word) {
  std::string quoted = "$'";
  for (char character : word) {
    if (character == '\n')
      quoted += "\\n";
    else if (character == '\t')
      quoted += "\\t";
    else if (isControl(character))
      quoted += octalEscape(character);
    else if (character == '\'' || character == '\\')
      (quoted += '\\') += character;
    else
      quoted += character;
  }
  return quoted + "'";
}

} // namespace

std::string quoteForShell(llvm::StringRef word) {
  if (llvm::any_of(word, isControl))
    return quoteControls(word);
  if (!word.empty() && llvm::all_of(word, isPlain))
    return word.str();
  std::string quoted = "'";
  for (char character : word) {
    if (character == '\'')
      quoted += "'\\''";
    else
      quoted += character;
  }
  return quoted + "'";
}

std::string quoteForShell(llvm::ArrayRef<std::string> words) {
  std::string line;
  for (const std::string &word : words) {
    if (!line.empty())
      line += ' ';
    line += quoteForShell(llvm::StringRef(word));
  }
  return line;
}

} // namespace pinstripe
