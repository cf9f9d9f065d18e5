// Makes any text safe in Markdown, as GitHub and GitLab read it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Export/MarkdownText.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

/// Returns how many backticks the longest sequence of backticks in a text has.
static size_t longestRow(llvm::StringRef text) {
  size_t longest = 0, row = 0;
  for (char each : text) {
    row = each == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  return longest;
}

std::string pinstripe::markdownCode(llvm::StringRef text) {
  std::string shown = printable(text);
  std::string ticks(longestRow(shown) + 1, '`');
  // If code has a blank at both ends, Markdown removes one at each end. So a
  // blank is added at each end of such code. It is also added to code that
  // begins or ends with a backtick, since the delimiters are backticks, too.
  llvm::StringRef content = shown;
  bool needsBlanks = content.empty() || content.starts_with("`") ||
                     content.ends_with("`") ||
                     (content.starts_with(" ") && content.ends_with(" "));
  llvm::StringRef blank = needsBlanks ? " " : "";
  return ticks + blank.str() + shown + blank.str() + ticks;
}

/// If GitHub would turn the beginning of `text` into a link, returns the length
/// of this beginning, otherwise 0. GitHub links the number of an issue (`#1`)
/// and the name of a user (`@name`).
static size_t linkedLength(llvm::StringRef text) {
  bool mayBeLinked = text.size() > 1 && (text[0] == '#' || text[0] == '@') &&
                     llvm::isAlnum(text[1]);
  if (!mayBeLinked)
    return 0;
  size_t end = text.drop_front().find_if_not([](char each) {
    return llvm::isAlnum(each) || each == '-' || each == '_' || each == ',';
  });
  return std::min(end, text.size() - 1) + 1;
}

/// Escapes a text that contains no code.
static std::string escaped(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    if (size_t length = linkedLength(text)) {
      result += markdownCode(text.take_front(length));
      text = text.drop_front(length);
      continue;
    }
    if (llvm::StringRef("\\`*_{}[]<>#|~&$").contains(text.front()))
      result += '\\';
    result += text.front();
    text = text.drop_front();
  }
  return result;
}

std::string pinstripe::markdownProse(llvm::StringRef text) {
  std::string shown = printable(text);
  if (llvm::StringRef(shown).count('`') % 2 != 0)
    return escaped(shown);
  std::string result;
  bool isCode = false;
  for (llvm::StringRef part : llvm::split(shown, '`')) {
    result += isCode ? markdownCode(part) : escaped(part);
    isCode = !isCode;
  }
  return result;
}

std::string pinstripe::markdownBlock(llvm::StringRef language,
                                     llvm::StringRef text) {
  std::string content = printableLines(text);
  if (!llvm::StringRef(content).ends_with("\n"))
    content += '\n';
  std::string fence(std::max<size_t>(3, longestRow(content) + 1), '`');
  return fence + language.str() + "\n" + content + fence + "\n";
}
