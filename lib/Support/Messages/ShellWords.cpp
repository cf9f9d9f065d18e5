// Splits command lines into words as a shell does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ShellWords.h"
#include "pinstripe/Support/Error.h"
#include <optional>
#include <utility>

using namespace pinstripe;

namespace {

class WordSplitter {
public:
  WordSplitter(llvm::StringRef line, llvm::StringRef signs)
      : rest(line), signs(signs) {}
  /// Returns the words of the line; nullopt if a quotation mark is not closed.
  std::optional<std::vector<ShellWord>> split();

private:
  char take() {
    char c = rest.front();
    rest = rest.drop_front();
    return c;
  }
  void add(char c) {
    beginWord();
    words.back().text += c;
  }
  void beginWord() {
    if (!std::exchange(isInWord, true))
      words.emplace_back();
  }
  bool takeQuoted(char quote);
  bool takeControls();

  llvm::StringRef rest, signs;
  std::vector<ShellWord> words;
  bool isInWord = false;
};

} // namespace

/// Takes a quoted text from the beginning of `rest`, up to the closing
/// quotation mark. In double quotes, a backslash is dropped and the next
/// character is taken as it is; a shell does so only before some characters.
/// Returns false if the quotation mark is not closed.
bool WordSplitter::takeQuoted(char quote) {
  beginWord();
  while (!rest.empty()) {
    char c = take();
    if (c == quote)
      return true;
    add(c == '\\' && quote == '"' && !rest.empty() ? take() : c);
  }
  return false;
}

/// Takes the rest of a text in the form $'...', up to the closing quotation
/// mark. The `$'` has been taken before. In this form `quoteForShell` writes
/// control characters: as \n, \t, or a backslash and three octal digits.
bool WordSplitter::takeControls() {
  beginWord();
  while (!rest.empty()) {
    char c = take();
    if (c == '\'')
      return true;
    unsigned code = 0;
    if (c != '\\' || rest.empty()) {
      add(c);
    } else if (rest.size() >= 3 && !rest.take_front(3).getAsInteger(8, code)) {
      add(static_cast<char>(code));
      rest = rest.drop_front(3);
    } else {
      char escaped = take();
      add(escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped);
    }
  }
  return false;
}

std::optional<std::vector<ShellWord>> WordSplitter::split() {
  while (!rest.empty()) {
    if (rest.consume_front("$'")) {
      if (!takeControls())
        return std::nullopt;
      continue;
    }
    char c = take();
    if (c == '"' || c == '\'') {
      if (!takeQuoted(c))
        return std::nullopt;
    } else if (c == '\\' && !rest.empty()) {
      add(take());
    } else if (signs.contains(c)) {
      words.push_back({std::string(1, c), true});
      isInWord = false;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      isInWord = false;
    } else {
      add(c);
    }
  }
  return std::move(words);
}

llvm::Expected<std::vector<ShellWord>>
pinstripe::splitShellWords(llvm::StringRef line, llvm::StringRef signs) {
  if (std::optional<std::vector<ShellWord>> words =
          WordSplitter(line, signs).split())
    return std::move(*words);
  return llvm::make_error<UsageError>("a quotation mark is not closed; close "
                                      "it, or write \\ before a mark that "
                                      "stands for itself");
}
