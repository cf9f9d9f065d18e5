// Holds the tokens of a compilation unit, after preprocessing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/UnitTokens.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pinstripe {

/// Receives files and macros from the preprocessor. Leaves out the tokens of
/// system headers, since they are many and are never changed.
class TokenWatcher : public PPCallbacks {
public:
  TokenWatcher(UnitTokens &tokens, Preprocessor &preprocessor,
               const SourcePositions &positions)
      : tokens(tokens), preprocessor(preprocessor), positions(positions) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason,
                   SrcMgr::CharacteristicKind, FileID) override {
    isSystem = location.isInvalid() || positions.isSystem(location);
  }
  void MacroDefined(const Token &name, const MacroDirective *macro) override {
    if (isSystem || !macro || !macro->getMacroInfo())
      return;
    const MacroInfo *info = macro->getMacroInfo();
    CharSourceRange range = CharSourceRange::getTokenRange(
        info->getDefinitionLoc(), info->getDefinitionEndLoc());
    add("#define " + Lexer::getSourceText(range,
                                          preprocessor.getSourceManager(),
                                          preprocessor.getLangOpts()));
  }
  void MacroUndefined(const Token &name, const MacroDefinition &,
                      const MacroDirective *) override {
    if (!isSystem)
      add("#undef " + preprocessor.getSpelling(name));
  }
  void addToken(const Token &token) {
    if (!isSystem && !token.isAnnotation() && token.isNot(tok::eof))
      tokens.add(token, preprocessor);
  }

private:
  void add(const llvm::Twine &directive) {
    tokens.directives.push_back({tokens.size(), directive.str()});
  }

  UnitTokens &tokens;
  Preprocessor &preprocessor;
  const SourcePositions &positions;
  bool isSystem = true;
};

void UnitTokens::recordFrom(Preprocessor &preprocessor,
                            const SourcePositions &positions) {
  auto watcher = std::make_unique<TokenWatcher>(*this, preprocessor, positions);
  preprocessor.setTokenWatcher([watcher = watcher.get()](const Token &token) {
    watcher->addToken(token);
  });
  preprocessor.addPPCallbacks(std::move(watcher));
}

void UnitTokens::add(const Token &token, const Preprocessor &preprocessor) {
  const SourceManager &sources = preprocessor.getSourceManager();
  ParsedToken added;
  added.location = token.getLocation();
  added.kind = token.getKind();
  added.hasSpace = token.hasLeadingSpace() || token.isAtStartOfLine();
  if (token.needsCleaning())
    added.text = saver.save(preprocessor.getSpelling(token));
  else
    added.text = llvm::StringRef(sources.getCharacterData(token.getLocation()),
                                 token.getLength());
  indices.try_emplace(added.location, tokens.size());
  tokens.push_back(added);
}

std::optional<uint32_t>
UnitTokens::indexOf(clang::SourceLocation location) const {
  auto found = indices.find(location);
  if (found == indices.end())
    return std::nullopt;
  return found->second;
}

TokenRange UnitTokens::rangeOf(clang::SourceRange range) const {
  std::optional<uint32_t> first = indexOf(range.getBegin());
  std::optional<uint32_t> last = indexOf(range.getEnd());
  if (!first || !last || *last < *first)
    return {};
  return {*first, *last + 1};
}

void appendToken(std::string &text, llvm::StringRef next, bool hasSpace) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; };
  auto isSign = [](char c) {
    return llvm::StringRef("+-&|<>=:*/%^!#.").contains(c);
  };
  if (!text.empty() && !next.empty()) {
    char left = text.back(), right = next.front();
    bool wouldJoin = (isWord(left) && isWord(right)) ||
                     (isSign(left) && isSign(right)) ||
                     (isWord(left) && (right == '"' || right == '\'')) ||
                     ((left == '"' || left == '\'') && isWord(right)) ||
                     (left == '.' && isWord(right) && llvm::isDigit(right));
    if (hasSpace || wouldJoin)
      text += ' ';
  }
  text += next;
}

std::string UnitTokens::text(TokenRange range,
                             llvm::ArrayRef<TokenEdit> edits) const {
  std::string text;
  bool isAdjacent = false;
  auto append = [&](uint32_t index) {
    const ParsedToken &token = tokens[index];
    // If two tokens touch each other in the source, such as `->` and the name
    // after it, they need no space in the new text either.
    if (isAdjacent && !token.hasSpace && token.location.isFileID() &&
        tokens[index - 1].location.isFileID())
      text += token.text;
    else
      appendToken(text, token.text, token.hasSpace);
    isAdjacent = true;
  };
  uint32_t index = range.first;
  for (const TokenEdit &edit : edits) {
    for (; index < edit.tokens.first; ++index)
      append(index);
    bool hasSpace = llvm::StringRef(edit.text).starts_with(" ") ||
                    (index < range.last && tokens[index].hasSpace);
    appendToken(text, llvm::StringRef(edit.text).trim(), hasSpace);
    // If the inserted text ends with a space, the space has to stay: it
    // separates the text from the next token.
    if (llvm::StringRef(edit.text).ends_with(" "))
      text += ' ';
    index = std::max(index, edit.tokens.last);
    isAdjacent = false;
  }
  for (; index < range.last; ++index)
    append(index);
  return text;
}

std::string UnitTokens::directivesIn(TokenRange range) const {
  std::string lines;
  for (const Directive &directive : directives)
    if (range.first < directive.before && directive.before < range.last)
      lines += directive.text + "\n";
  return lines;
}

} // namespace pinstripe
