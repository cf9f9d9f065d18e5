// Defines context-free grammars, with what parsers and reducers need of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_GRAMMAR_H
#define PINSTRIPE_GRAMMAR_GRAMMAR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// The number of a symbol within its grammar.
using SymbolId = uint32_t;

/// The characters from `first` to `last`, as code points. A byte that belongs
/// to no character of UTF-8 counts as the code point strayByte + byte.
struct CharacterRange {
  uint32_t first = 0, last = 0;
  bool operator==(const CharacterRange &) const = default;
};
constexpr uint32_t strayByte = 0x110000, lastCodePoint = strayByte + 0xff;

/// A character at the beginning of a text.
struct DecodedCharacter {
  uint32_t codePoint = 0;
  uint32_t size = 1; ///< In bytes.
};

/// Returns the first character of `text`, which must not be empty.
DecodedCharacter decodeCharacter(llvm::StringRef text);

/// Appends a character in UTF-8.
void appendCharacter(std::string &text, uint32_t codePoint);

struct Symbol {
  enum class Kind : uint8_t {
    Nonterminal,
    Literal,   ///< Stands for a text.
    Character, ///< Stands for any one character of some ranges.
  } kind = Kind::Nonterminal;
  /// The name as users write it: `<expr>`. A literal has its text here. Symbols
  /// that stand for `*`, `+`, `?` and groups have no name.
  std::string text;
  std::vector<CharacterRange> ranges; ///< Ascending; only for characters.
  std::vector<uint32_t> rules;        ///< The rules of a nonterminal symbol.
};

/// One expansion of a symbol.
struct Rule {
  SymbolId left = 0;
  std::vector<SymbolId> right;
};

/// A set of bytes, and of the end of the input, which has the number 256.
using ByteSet = std::bitset<257>;

/// A context-free grammar. A GrammarBuilder makes it, and sees to it that each
/// nonterminal symbol has rules and stands for at least one text.
class Grammar {
public:
  /// The length of a text that is too long to be written down.
  static constexpr uint64_t endless = uint64_t(1) << 40;

  llvm::ArrayRef<Symbol> symbols() const { return theSymbols; }
  llvm::ArrayRef<Rule> rules() const { return theRules; }
  SymbolId start() const { return startSymbol; }
  bool isTerminal(SymbolId symbol) const {
    return theSymbols[symbol].kind != Symbol::Kind::Nonterminal;
  }

  /// Returns whether a symbol can stand for the empty text.
  bool isNullable(SymbolId symbol) const { return nullable[symbol]; }
  /// Returns the bytes with which a text can go on after a symbol.
  const ByteSet &follow(SymbolId symbol) const { return follows[symbol]; }
  /// Returns the bytes with which a text can go on at the beginning of a rule.
  const ByteSet &ahead(uint32_t rule) const { return aheads[rule]; }
  /// Returns the length of the shortest text of a symbol, or `endless`.
  uint64_t shortestSize(SymbolId symbol) const { return shortest[symbol]; }
  /// Returns the shortest text of a symbol. It must not be `endless`.
  std::string shortestText(SymbolId symbol) const;
  /// Returns whether symbols are tokens, between which white space may stand,
  /// and must stand if two of them would otherwise be read as one.
  bool separatesTokens() const { return hasTokens; }
  /// Appends a part of a text to the parts before it, with a space between them
  /// if the grammar needs one. Where both end a line, one line break is enough.
  void join(std::string &text, llvm::StringRef next) const;
  /// Returns how many bytes at the beginning of `text` a terminal symbol
  /// stands for, or 0 if it does not stand for any.
  uint32_t match(SymbolId terminal, llvm::StringRef text) const;
  /// Returns how messages name a symbol: `<expr>`, `"abc"`, `[0-9]`.
  std::string nameOf(SymbolId symbol) const;

private:
  friend class GrammarBuilder;
  void computeNullable();
  void computeFirst();
  void computeFollow();
  void computeShortest();

  std::vector<Symbol> theSymbols;
  std::vector<Rule> theRules;
  SymbolId startSymbol = 0;
  bool hasTokens = false;
  std::vector<bool> nullable;
  std::vector<ByteSet> firsts, follows;
  std::vector<ByteSet> aheads; ///< By rule.
  std::vector<uint64_t> shortest;
  std::vector<uint32_t> shortestRule;
};

/// Returns ranges as a class of characters: `[a-z_]`.
std::string describeRanges(llvm::ArrayRef<CharacterRange> ranges);

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_GRAMMAR_H
