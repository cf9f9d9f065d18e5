// Quotes words so that a user can paste them into a shell.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ShellQuote.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace pinstripe {
namespace {

bool isPlain(char character) {
  return llvm::isAlnum(character) ||
         llvm::StringRef("_-./:=@%+,").contains(character);
}

/// Returns the number of bytes of the first character of `text` if a terminal
/// can show it, otherwise 0.
size_t shownBytes(llvm::StringRef text) {
  constexpr size_t maxBytes = 4;
  for (size_t size = 1; size <= std::min(maxBytes, text.size()); ++size)
    if (printable(text.take_front(size)) == text.take_front(size))
      return size;
  return 0;
}

/// Returns a backslash and a byte's code in octal. The code always has three
/// digits, so that another digit may follow.
std::string octalEscape(char byte) {
  std::string escape = "\\000";
  escape[1] += (byte >> 6) & 3;
  escape[2] += (byte >> 3) & 7;
  escape[3] += byte & 7;
  return escape;
}

/// Quotes a word that a terminal can't show as $'...', a form that bash, ksh
/// and zsh know. In this form the word can't garble the terminal.
std::string quoteControls(llvm::StringRef word) {
  std::string quoted = "$'";
  while (!word.empty()) {
    size_t size = shownBytes(word);
    llvm::StringRef character = word.take_front(std::max<size_t>(size, 1));
    word = word.drop_front(character.size());
    if (character == "\n")
      quoted += "\\n";
    else if (character == "\t")
      quoted += "\\t";
    else if (size == 0)
      quoted += octalEscape(character.front());
    else if (character == "'" || character == "\\")
      (quoted += '\\') += character;
    else
      quoted += character;
  }
  return quoted + "'";
}

} // namespace

std::string quoteForShell(llvm::StringRef word) {
  if (printable(word) != word)
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
