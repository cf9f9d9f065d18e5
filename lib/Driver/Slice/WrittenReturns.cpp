// Tells whether Pinstripe can observe each `return` of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If Pinstripe can't observe each `return`, a call may have executed a `return`
// that was not recorded.

#include "Slice/WrittenReturns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <set>

using namespace pinstripe;

/// Removes the first token of a text and returns the token. A token is a
/// comment, a literal, a word or a single character.
static llvm::StringRef takeToken(llvm::StringRef &text) {
  size_t end = 1;
  if (text.starts_with("//")) {
    end = text.find('\n');
  } else if (text.starts_with("/*")) {
    end = text.find("*/", 2);
    end = end == llvm::StringRef::npos ? end : end + 2;
  } else if (text[0] == '"' || text[0] == '\'') {
    for (; end < text.size() && text[end] != text[0] && text[end] != '\n';
         ++end)
      end += text[end] == '\\';
    ++end;
  } else {
    auto isInWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    if (isInWord(text[0]))
      end = text.size() - text.drop_while(isInWord).size();
  }
  llvm::StringRef token = text.take_front(end);
  text = text.drop_front(token.size());
  return token;
}

unsigned pinstripe::countReturns(llvm::StringRef text) {
  unsigned count = 0;
  while (!text.empty())
    count += takeToken(text) == "return";
  return count;
}

/// Returns the lines `first` to `last` of a text. Lines count from 1.
static llvm::StringRef linesOf(llvm::StringRef text, uint32_t first,
                               uint32_t last) {
  auto skipLines = [&](uint32_t count) {
    llvm::StringRef skipped = text;
    for (; count > 0 && !text.empty(); --count)
      text = text.drop_front(std::min(text.find('\n'), text.size() - 1) + 1);
    return skipped.drop_back(text.size());
  };
  skipLines(first - 1);
  return skipLines(last - first + 1);
}

/// Returns the names of the macros that a text defines. The value is true if
/// the macro's body contains a `return`.
static std::map<std::string, bool> macrosIn(llvm::StringRef text) {
  std::map<std::string, bool> macros;
  while (!text.empty()) {
    llvm::StringRef line = text.take_until([](char c) { return c == '\n'; });
    while (line.ends_with("\\") && line.size() < text.size()) {
      size_t end = text.find('\n', line.size() + 1);
      line = text.take_front(std::min(end, text.size()));
    }
    text = text.drop_front(std::min(line.size() + 1, text.size()));
    line = line.ltrim();
    if (!line.consume_front("#"))
      continue;
    line = line.ltrim();
    if (!line.consume_front("define"))
      continue;
    line = line.ltrim();
    if (line.empty())
      continue;
    llvm::StringRef name = takeToken(line);
    macros[name.str()] |= countReturns(line) != 0;
  }
  return macros;
}

/// Returns true if a word looks like the name of a macro. Such a word has a
/// capital letter and no small letter.
static bool isInCapitals(llvm::StringRef word) {
  return llvm::any_of(word, [](char c) { return c >= 'A' && c <= 'Z'; }) &&
         llvm::none_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

bool pinstripe::mayHideReturn(llvm::StringRef function, llvm::StringRef file) {
  std::map<std::string, bool> macros = macrosIn(file);
  bool beginsStatement = true;
  while (!function.empty()) {
    llvm::StringRef word = takeToken(function);
    if (word.trim().empty() || word.starts_with("//") || word.starts_with("/*"))
      continue;
    bool isFirst = beginsStatement;
    beginsStatement = llvm::StringRef(";{}):").contains(word) || word == "else";
    if (auto found = macros.find(word.str()); found != macros.end()) {
      if (found->second)
        return true;
      continue;
    }
    llvm::StringRef next = function.ltrim().take_front(1);
    if (isFirst && isInCapitals(word) && (next == "(" || next == ";"))
      return true;
  }
  return false;
}

bool pinstripe::areReturnsKnown(const UnitTable &table, FunctionId function) {
  const SourceRange &range = table.function(function).range;
  if (range.line == 0)
    return false;
  auto source = llvm::MemoryBuffer::getFile(table.file(range.file));
  if (!source)
    return false;
  std::set<UnitId> known;
  for (const UnitEntry &entry : table.entries)
    if (entry.function == function &&
        table.unit(entry.unit).kind == UnitKind::Return)
      known.insert(entry.unit);
  llvm::StringRef file = (*source)->getBuffer();
  llvm::StringRef text = linesOf(file, range.line, range.endLine);
  return countReturns(text) <= known.size() && !mayHideReturn(text, file);
}
