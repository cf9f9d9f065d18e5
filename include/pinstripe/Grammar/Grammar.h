// Defines context-free grammars, with the facts that parsers and reducers need.
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

/// The characters from `first` to `last`, as code points. The text may have
/// bytes that belong to no character of UTF-8. Such a byte counts as the code
/// point strayByte + byte.
struct CharacterRange {
  uint32_t first = 0, last = 0;
  bool operator==(const CharacterRange &) const = default;
};
constexpr uint32_t strayByte = 0x110000, lastCodePoint = strayByte + 0xff;

/// The character at the beginning of a text, and its size in bytes.
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
    Literal,   ///< The symbol stands for one fixed text.
    Character, ///< The symbol stands for any one character of `ranges`.
  } kind = Kind::Nonterminal;
  /// The name of the symbol as users write it, such as `<expr>`; for a literal,
  /// the text of the literal. Empty for symbols that stand for `*`, `+`, `?` or
  /// a group in a rule.
  std::string text;
  /// The characters of a Character symbol, in ascending order.
  std::vector<CharacterRange> ranges;
  std::vector<uint32_t> rules; ///< The rules of a nonterminal symbol.
};

/// A rule of the grammar: one expansion of a symbol.
struct Rule {
  SymbolId left = 0;
  std::vector<SymbolId> right;
};

/// A set of bytes. It can also contain the end of the input, as number 256.
using ByteSet = std::bitset<257>;

/// A context-free grammar. A GrammarBuilder makes it, and makes sure that each
/// nonterminal symbol has rules and stands for at least one text.
class Grammar {
public:
  /// Stands for the length of a text that is too long to be written down.
  static constexpr uint64_t endless = uint64_t(1) << 40;

  llvm::ArrayRef<Symbol> symbols() const { return theSymbols; }
  llvm::ArrayRef<Rule> rules() const { return theRules; }
  SymbolId start() const { return startSymbol; }
  bool isTerminal(SymbolId symbol) const {
    return theSymbols[symbol].kind != Symbol::Kind::Nonterminal;
  }

  /// Returns true if the symbol can stand for the empty text.
  bool isNullable(SymbolId symbol) const { return nullable[symbol]; }
  /// Returns the bytes that can follow a symbol in a text.
  const ByteSet &follow(SymbolId symbol) const { return follows[symbol]; }
  /// Returns the bytes that can come next in a text at the place where `rule`
  /// begins.
  const ByteSet &ahead(uint32_t rule) const { return aheads[rule]; }
  /// Returns the length of the shortest text that a symbol stands for, or
  /// `endless`.
  uint64_t shortestSize(SymbolId symbol) const { return shortest[symbol]; }
  /// Returns the shortest text that a symbol stands for. Must not be called if
  /// its length is `endless`.
  std::string shortestText(SymbolId symbol) const;
  /// Returns true if the symbols of the grammar are tokens. White space may
  /// then stand between two tokens, and must stand there if the two tokens
  /// would otherwise be read as one.
  bool separatesTokens() const { return hasTokens; }
  /// Appends `next` to `text`, with a space in between if the grammar needs
  /// one. If both have a line break at the joint, one of the two is left out.
  void join(std::string &text, llvm::StringRef next) const;
  /// Returns how many bytes at the beginning of `text` match the terminal
  /// symbol, or 0 if none do.
  uint32_t match(SymbolId terminal, llvm::StringRef text) const;
  /// Returns the name of a symbol for messages: `<expr>`, `"abc"`, `[0-9]`.
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

/// Returns the ranges in the form of a class of characters, such as `[a-z_]`.
std::string describeRanges(llvm::ArrayRef<CharacterRange> ranges);
/// Returns the same characters as disjoint ranges in ascending order.
std::vector<CharacterRange> mergedRanges(std::vector<CharacterRange> ranges);

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_GRAMMAR_H
