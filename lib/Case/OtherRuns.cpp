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

/// A part of a command line: a word, or one of the signs `<` and `>`.
struct Word {
  std::string text;
  bool isSign = false;
};

} // namespace

/// Splits a line into words. Within quotes, and after a backslash, blanks and
/// signs have no meaning. Unlike in a shell, a backslash in double quotes
/// always stands for the character after it. Returns nullopt if a quotation
/// mark is not closed.
static std::optional<std::vector<Word>> wordsOf(llvm::StringRef line) {
  std::vector<Word> words;
  bool isInWord = false;
  char quote = 0;
  auto add = [&](char c) {
    if (!std::exchange(isInWord, true))
      words.emplace_back();
    words.back().text += c;
  };
  for (size_t i = 0; i != line.size(); ++i) {
    char c = line[i];
    bool isEscape = c == '\\' && quote != '\'' && i + 1 != line.size();
    if (isEscape) {
      add(line[++i]);
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        add(c);
    } else if (c == '"' || c == '\'') {
      quote = c;
      if (!std::exchange(isInWord, true))
        words.emplace_back();
    } else if (c == '<' || c == '>') {
      words.push_back({std::string(1, c), true});
      isInWord = false;
    } else if (c == ' ' || c == '\t') {
      isInWord = false;
    } else {
      add(c);
    }
  }
  if (quote != 0)
    return std::nullopt;
  return words;
}

static llvm::Expected<OtherRun> parseRun(llvm::StringRef line,
                                         OtherRunKind kind) {
  OtherRun run;
  run.text = line.str();
  std::optional<std::vector<Word>> words = wordsOf(line);
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
      // make_absolute() fails only if there is no current folder. Then the list
      // of runs could not have been read either, so the result needs no check.
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
