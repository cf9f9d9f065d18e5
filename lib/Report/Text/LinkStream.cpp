// Makes links to source files of the places that text reports name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/LinkStream.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

/// Returns `path` as it is written in an address: letters that have a meaning
/// there, and bytes that are not ASCII, are written as %XX.
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

/// Returns true if `letter` can be a part of the name of a file in a report.
/// Names with blanks get no links, since reports do not mark where they begin.
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
  // Most words before a colon are not files, and need no look at the disk.
  if (isNew && (word.contains('.') || word.contains('/')))
    entry->second = find(word);
  return entry->second;
}

void LinkStream::passOn() {
  llvm::StringRef text = pending;
  while (!text.empty()) {
    if (size_t length = codeLength(text)) {
      target << text.take_front(length);
      text = text.drop_front(length);
      continue;
    }
    llvm::StringRef word = text.take_while(isNameLetter);
    llvm::StringRef rest = text.drop_front(word.size());
    if (word.empty() || !rest.starts_with(":") || linkOf(word).empty()) {
      size_t length = std::max<size_t>(word.size(), 1);
      target << text.take_front(length);
      text = text.drop_front(length);
      continue;
    }
    llvm::StringRef line = rest.drop_front(1).take_while(llvm::isDigit);
    size_t length = word.size() + (line.empty() ? 0 : 1 + line.size());
    target << "\033]8;;" << linkOf(word) << "\033\\" << text.take_front(length)
           << "\033]8;;\033\\";
    text = text.drop_front(length);
  }
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
