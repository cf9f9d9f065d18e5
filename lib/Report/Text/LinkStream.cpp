// Turns the names of source files in text reports into links.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/LinkStream.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <utility>

using namespace pinstripe;

/// Returns `path` as it is written in an address (URI). Characters with a
/// special meaning there, and bytes that are not ASCII, are written as %XX.
static std::string escapedPath(llvm::StringRef path) {
  std::string result;
  for (char letter : path)
    if (llvm::isAlnum(letter) || llvm::StringRef("/-_.~").contains(letter))
      result += letter;
    else
      result += "%" + llvm::toHex(llvm::StringRef(&letter, 1));
  return result;
}

LinkFinder pinstripe::fileLinks(std::string folder, std::string host) {
  return [folder = std::move(folder),
          host = std::move(host)](llvm::StringRef word) -> std::string {
    llvm::SmallString<256> path(word);
    llvm::sys::fs::make_absolute(folder, path);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    if (!llvm::sys::fs::is_regular_file(path))
      return "";
    return "file://" + host + escapedPath(path);
  };
}

/// Returns true if `letter` can be a part of a file name in a report. A blank
/// can't: a report does not mark where a name begins, so file names with blanks
/// get no links.
static bool isNameLetter(char letter) {
  return llvm::isAlnum(letter) || !llvm::isASCII(letter) ||
         llvm::StringRef("/._-+@%,=~").contains(letter);
}

/// Returns the length of the code for a colour at the beginning of `text`; 0 if
/// there is none.
static size_t codeLength(llvm::StringRef text) {
  if (!text.starts_with("\033["))
    return 0;
  size_t last = text.find_if([](char letter) { return llvm::isAlpha(letter); },
                             /*From=*/2);
  return last == llvm::StringRef::npos ? 0 : last + 1;
}

const std::string &LinkStream::linkOf(llvm::StringRef word) {
  auto [entry, isNew] = known.try_emplace(word);
  // Most words before a colon are not names of files. To save time, a word is
  // looked up on the disk only if it has a `.` or a `/`.
  if (isNew && (word.contains('.') || word.contains('/')))
    entry->second = find(word);
  return entry->second;
}

void LinkStream::writeLink(const std::string &address, llvm::StringRef text) {
  target << "\033]8;;" << address << "\033\\" << text << "\033]8;;\033\\";
}

/// Writes the first piece of `text`: a colour code, a link, a word that is not
/// a file name, or a single character. Returns the length of the piece in
/// bytes.
size_t LinkStream::passOnPiece(llvm::StringRef text) {
  if (size_t length = codeLength(text)) {
    target << text.take_front(length);
    return length;
  }
  llvm::StringRef word = text.take_while(isNameLetter);
  llvm::StringRef rest = text.drop_front(word.size());
  bool isFirst = std::exchange(isLineStart, text.front() == '\n');
  if (rest.starts_with(":") && !linkOf(word).empty()) {
    llvm::StringRef line = rest.drop_front(1).take_while(llvm::isDigit);
    if (isFirst && line.empty())
      heading = linkOf(word);
    size_t length = word.size() + (line.empty() ? 0 : 1 + line.size());
    writeLink(linkOf(word), text.take_front(length));
    return length;
  }
  if (rest.starts_with(" │") && !heading.empty() && !word.empty() &&
      llvm::all_of(word, llvm::isDigit)) {
    writeLink(heading, word);
    return word.size();
  }
  size_t length = std::max<size_t>(word.size(), 1);
  target << text.take_front(length);
  return length;
}

void LinkStream::passOn() {
  for (llvm::StringRef text = pending; !text.empty();)
    text = text.drop_front(passOnPiece(text));
  pending.clear();
}

void LinkStream::write_impl(const char *data, size_t size) {
  llvm::StringRef text(data, size);
  size_t end = text.rfind('\n');
  if (end == llvm::StringRef::npos) {
    pending += text;
    return;
  }
  pending += text.take_front(end + 1);
  passOn();
  pending = text.drop_front(end + 1).str();
}
