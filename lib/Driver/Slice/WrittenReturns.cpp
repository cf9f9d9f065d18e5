// Tells whether Pinstripe can observe each `return` of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If it can't, a call without a recorded `return` has perhaps executed one.

#include "Slice/WrittenReturns.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace pinstripe;

/// Removes the first token of a text (a comment, a literal, a word or a single
/// character) and returns the token.
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
  llvm::StringRef text = (*source)->getBuffer();
  return countReturns(linesOf(text, range.line, range.endLine)) <= known.size();
}
