// Reads descriptions of other runs of the program than the recorded one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <utility>

using namespace pinstripe;

namespace {

/// A part of a line of words: a word, or one of the signs `<` and `>`.
struct Word {
  std::string text;
  bool isSign = false;
};

/// Splits a line into words. As in a shell, a blank, a `<` or a `>` is a part
/// of a word if it is quoted or follows a backslash.
class WordSplitter {
public:
  explicit WordSplitter(llvm::StringRef line) : rest(line) {}
  /// Returns the words; nullopt if a quotation mark is not closed.
  std::optional<std::vector<Word>> split();

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

  llvm::StringRef rest;
  std::vector<Word> words;
  bool isInWord = false;
};

} // namespace

/// Takes a quoted text from the beginning of `rest`, up to the closing
/// quotation mark. Unlike in a shell, a backslash in double quotes always
/// stands for the character after it. Returns false if the quotation mark is
/// not closed.
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

/// Takes a text that follows `$'` from the beginning of `rest`, up to the
/// closing quotation mark. In this form `quoteForShell` writes control
/// characters: as \n, \t, or a backslash and three octal digits.
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

std::optional<std::vector<Word>> WordSplitter::split() {
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
    } else if (c == '<' || c == '>') {
      words.push_back({std::string(1, c), true});
      isInWord = false;
    } else if (c == ' ' || c == '\t') {
      isInWord = false;
    } else {
      add(c);
    }
  }
  return std::move(words);
}

static llvm::Expected<OtherRun> parseRun(llvm::StringRef line,
                                         OtherRunKind kind) {
  OtherRun run;
  run.text = line.str();
  std::optional<std::vector<Word>> words = WordSplitter(line).split();
  if (!words)
    return llvm::make_error<UsageError>("a quotation mark is not closed");
  for (size_t i = 0; i != words->size(); ++i) {
    const Word &word = (*words)[i];
    if (!word.isSign) {
      run.arguments.push_back(word.text);
      continue;
    }
    if (i + 1 == words->size() || (*words)[i + 1].isSign)
      return llvm::make_error<UsageError>("no file after `" + word.text + "`");
    llvm::SmallString<256> path((*words)[++i].text);
    auto content = llvm::MemoryBuffer::getFile(path);
    if (!content)
      return llvm::make_error<UsageError>(path + ": " +
                                          content.getError().message());
    if (word.text == "<") {
      // make_absolute() fails only if the current folder does not exist. In
      // that case the list of runs could not have been read before. So a
      // failure is not checked for.
      (void)llvm::sys::fs::make_absolute(path);
      run.standardInput = path.str().str();
    } else if (kind == OtherRunKind::Failing) {
      run.expected = (*content)->getBuffer().str();
    } else {
      return llvm::make_error<UsageError>(
          "the output of a run that passes is right as it is; leave `> " +
          path + "` out");
    }
  }
  if (kind == OtherRunKind::Failing && !run.expected)
    return llvm::make_error<UsageError>(
        "say what this run should print, with `> FILE` at its end");
  return run;
}

llvm::Expected<std::vector<OtherRun>>
pinstripe::readOtherRuns(llvm::StringRef path, OtherRunKind kind) {
  auto content = llvm::MemoryBuffer::getFile(path);
  if (!content)
    return llvm::make_error<UsageError>(path + ": " +
                                        content.getError().message());
  std::vector<OtherRun> runs;
  unsigned number = 0;
  for (llvm::StringRef line : llvm::split((*content)->getBuffer(), '\n')) {
    ++number;
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    llvm::Expected<OtherRun> run = parseRun(line, kind);
    if (!run)
      return llvm::make_error<UsageError>(path + ":" + llvm::Twine(number) +
                                          ": " +
                                          llvm::toString(run.takeError()));
    runs.push_back(std::move(*run));
  }
  return runs;
}

LaunchSpec OtherRun::launch(LaunchSpec launch) const {
  launch.arguments = arguments;
  launch.standardInput = standardInput;
  return launch;
}
