// Takes text apart: lines, names, and the blocks that lines belong to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LineText.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

static bool canBeginName(char character) {
  return llvm::isAlpha(character) || character == '_' || character == '$';
}

bool pinstripe::isBinary(llvm::StringRef content) {
  // Like git, this function looks for a zero byte only in the first bytes.
  constexpr size_t examined = 8000;
  return content.take_front(examined).contains('\0');
}

std::vector<std::string> pinstripe::linesWithEnds(llvm::StringRef text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    size_t length = end == llvm::StringRef::npos ? text.size() : end + 1;
    lines.push_back(text.take_front(length).str());
    text = text.drop_front(length);
  }
  return lines;
}

std::vector<uint32_t> pinstripe::blocksOf(llvm::ArrayRef<std::string> lines) {
  std::vector<uint32_t> blocks;
  blocks.reserve(lines.size());
  uint32_t block = 0;
  for (uint32_t i = 0; i < lines.size(); ++i) {
    if (canBeginName(lines[i].front()))
      block = i + 1;
    blocks.push_back(block);
  }
  return blocks;
}

llvm::StringRef pinstripe::blockBeginning(llvm::ArrayRef<std::string> lines,
                                          uint32_t block) {
  constexpr size_t longest = 80;
  if (block == 0)
    return "";
  return llvm::StringRef(lines[block - 1])
      .rtrim(" \t\r\n{")
      .take_front(longest);
}

void pinstripe::forEachName(
    llvm::StringRef text,
    llvm::function_ref<void(llvm::StringRef name)> visit) {
  auto isInName = [](char each) { return llvm::isAlnum(each) || each == '_'; };
  for (size_t begin = 0; begin < text.size();) {
    if (!isInName(text[begin])) {
      ++begin;
      continue;
    }
    size_t end = begin;
    while (end < text.size() && isInName(text[end]))
      ++end;
    if (!llvm::isDigit(text[begin]))
      visit(text.slice(begin, end));
    begin = end;
  }
}
