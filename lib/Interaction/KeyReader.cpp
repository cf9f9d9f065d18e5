// Tells which keys a user has pressed, from the bytes that a terminal sends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/KeyReader.h"
#include "llvm/Support/ConvertUTF.h"
#include <algorithm>

using namespace pinstripe;

static constexpr char escape = '\x1b';

/// Returns the length of the control string with which `bytes` begins. A
/// terminal sends such a string as an answer. It begins with Escape and one of
/// `]`, `P` and `_`, and ends with a bell or with Escape and a backslash.
static size_t stringSize(llvm::StringRef bytes) {
  size_t bell = bytes.find('\a');
  size_t end = bytes.find("\x1b\\");
  if (bell == llvm::StringRef::npos && end == llvm::StringRef::npos)
    return bytes.size();
  return end == llvm::StringRef::npos || bell < end ? bell + 1 : end + 2;
}

/// Returns how many bytes at the beginning of `bytes` belong to one key.
static size_t unitSize(llvm::StringRef bytes) {
  if (bytes[0] != escape) {
    unsigned size = llvm::getNumBytesForUTF8(static_cast<llvm::UTF8>(bytes[0]));
    return std::min<size_t>(size, bytes.size());
  }
  if (bytes.size() == 1)
    return 1;
  switch (bytes[1]) {
  case '[': {
    // A mouse event in the old encoding begins with Escape, `[` and `M`. Three
    // more bytes follow.
    if (bytes.starts_with("\x1b[M"))
      return std::min<size_t>(6, bytes.size());
    size_t last =
        bytes.find_if([](char c) { return c >= '@' && c <= '~'; }, /*From=*/2);
    return last == llvm::StringRef::npos ? bytes.size() : last + 1;
  }
  case 'O':
    return std::min<size_t>(3, bytes.size());
  case ']':
  case 'P':
  case '_':
    return stringSize(bytes);
  case escape:
    // Two Escape bytes stand for two Escape keys, or they begin a key with Alt.
    // For a key with Alt, a terminal sends an Escape before the bytes of the
    // key itself, which can begin with Escape, too.
    return 1 + (bytes.size() > 2 ? unitSize(bytes.drop_front()) : 0);
  }
  return 1 + unitSize(bytes.drop_front());
}

/// Returns whether the bytes are an answer of the terminal to a request of the
/// program.
static bool isAnswer(llvm::StringRef bytes) {
  if (bytes.starts_with("\x1b]") || bytes.starts_with("\x1bP") ||
      bytes.starts_with("\x1b_"))
    return bytes.size() > 2;
  if (!bytes.starts_with("\x1b[") || bytes.size() < 3)
    return false;
  llvm::StringRef parameters = bytes.drop_front(2).drop_back();
  switch (bytes.back()) {
  case 'c': // an answer that says what the terminal can do
  case 'n': // an answer that says whether the terminal works
    return !parameters.empty();
  case 'R': {
    // This form is that of an answer with the row and the column of the cursor.
    // The key F3 with Shift or another modifier sends the same form, but always
    // with a 1 in place of the row.
    auto [row, column] = parameters.split(';');
    return !column.empty() && row != "1";
  }
  case 'y': // an answer that says which modes are set
    return parameters.ends_with("$");
  }
  return false;
}

/// Returns the name of the key for which the terminal sends `bytes`; empty if
/// no key sends them.
std::string KeyReader::nameOf(llvm::StringRef bytes) {
  auto fits = [&](llvm::StringRef name) {
    std::optional<Key> key = parseKey(name);
    return key && screen.bytesOf(*key) == bytes;
  };
  for (const char *held :
       {"", "S-", "C-", "M-", "C-S-", "M-S-", "C-M-", "C-M-S-"})
    for (llvm::StringRef name : namedKeys())
      if (fits((held + name).str()))
        return (held + name).str();
  llvm::StringRef character = bytes;
  std::string held =
      character.size() > 1 && character.consume_front("\x1b") ? "M-" : "";
  std::string plain = held + character.str();
  if (fits(plain))
    return plain;
  if (character.size() == 1) {
    // A control character is named by its letter, in lower case.
    char letter = static_cast<char>(character[0] + '@');
    if (letter >= 'A' && letter <= 'Z')
      letter = static_cast<char>(letter + ('a' - 'A'));
    std::string control = "C-" + held + std::string(1, letter);
    if (fits(control))
      return control;
  }
  return "";
}

std::vector<Action> KeyReader::read(llvm::StringRef bytes) {
  std::vector<Action> actions;
  while (!bytes.empty()) {
    llvm::StringRef unit = bytes.take_front(unitSize(bytes));
    bytes = bytes.drop_front(unit.size());
    if (isAnswer(unit))
      continue;
    Action action;
    action.word = nameOf(unit);
    if (action.word.empty()) {
      action.kind = Action::Kind::Bytes;
      action.word = unit.str();
    }
    actions.push_back(std::move(action));
  }
  return actions;
}
