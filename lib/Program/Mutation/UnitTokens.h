// Holds the tokens of a compilation unit, after preprocessing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutations are changes of tokens, not of text, so statements that macros write
// can be changed as well.

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_UNITTOKENS_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_UNITTOKENS_H

#include "Source/SourcePositions.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/StringSaver.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

struct ParsedToken {
  clang::SourceLocation location;
  llvm::StringRef text;
  clang::tok::TokenKind kind = clang::tok::unknown;
  bool hasSpace = false; ///< True if white space stands before the token.
};

/// A range of tokens of a source: those with the numbers `first` to `last` - 1.
struct TokenRange {
  uint32_t first = 0, last = 0;
  bool isEmpty() const { return first >= last; }
  bool contains(TokenRange other) const {
    return first <= other.first && other.last <= last;
  }
  bool operator==(const TokenRange &) const = default;
};

/// A change of the source, which replaces the tokens in `tokens` by `text`. If
/// `tokens` is empty, `text` is inserted before the token `tokens.first`. If
/// such a text begins with a space, it is inserted directly after the token
/// before `tokens.first` instead.
struct TokenEdit {
  TokenRange tokens;
  std::string text;
};

class UnitTokens {
public:
  UnitTokens() : saver(allocator) {}

  /// Makes the preprocessor add each token of the user's files to this object.
  /// `positions` must live as long as the preprocessor.
  void recordFrom(clang::Preprocessor &preprocessor,
                  const SourcePositions &positions);
  /// Adds the next token of the source. The tokens must be added in the order
  /// of parsing.
  void add(const clang::Token &token, const clang::Preprocessor &preprocessor);

  const ParsedToken &operator[](uint32_t index) const { return tokens[index]; }
  uint32_t size() const { return tokens.size(); }

  std::optional<uint32_t> indexOf(clang::SourceLocation location) const;
  /// Returns the tokens of a node of the syntax tree. The range is empty if the
  /// node begins or ends inside a token, or has no text.
  TokenRange rangeOf(clang::SourceRange range) const;

  /// Returns the tokens in `range` as text, with the edits applied. The edits
  /// are sorted and lie in `range`. White space and comments become one space.
  std::string text(TokenRange range,
                   llvm::ArrayRef<TokenEdit> edits = {}) const;

  /// Returns the directives in `range` that define or remove macros, one on
  /// each line.
  std::string directivesIn(TokenRange range) const;

private:
  friend class TokenWatcher;
  struct Directive {
    uint32_t before; ///< The index of the token after the directive.
    std::string text;
  };

  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver;
  std::vector<ParsedToken> tokens;
  std::vector<Directive> directives;
  llvm::DenseMap<clang::SourceLocation, uint32_t> indices;
};

/// Appends the token `next` to `text`. Puts a space between them if the last
/// token of `text` and `next` would otherwise become one token.
void appendToken(std::string &text, llvm::StringRef next, bool hasSpace);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_UNITTOKENS_H
