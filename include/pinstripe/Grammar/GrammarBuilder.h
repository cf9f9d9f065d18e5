// Builds a grammar from its symbols and rules, and checks it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_GRAMMARBUILDER_H
#define PINSTRIPE_GRAMMAR_GRAMMARBUILDER_H

#include "pinstripe/Grammar/Grammar.h"
#include "llvm/Support/Error.h"
#include <map>

namespace pinstripe {

/// Collects the symbols and rules of a grammar. Symbols can be used before they
/// are defined.
class GrammarBuilder {
public:
  /// How many times a symbol can stand in a row.
  enum class Repetition : uint8_t { Optional, Any, OnceOrMore };

  /// Returns the nonterminal symbol with the given name. `line` is the line of
  /// the grammar file on which the name stands; messages show it.
  SymbolId nonterminal(llvm::StringRef name, size_t line);
  /// Returns the nonterminal symbol with the given name; nullopt if there is
  /// none.
  std::optional<SymbolId> find(llvm::StringRef name) const;
  SymbolId literal(llvm::StringRef text);
  /// Returns a symbol that stands for one character of `ranges`. The ranges may
  /// be in any order.
  SymbolId character(std::vector<CharacterRange> ranges);
  /// Returns a new symbol, for example for a group in parentheses. A symbol
  /// without rules stands for no text. `name` is the symbol's name in messages.
  SymbolId group(llvm::StringRef name = "");
  /// Declares that the symbols are tokens (see Grammar::separatesTokens).
  void separateTokens() { grammar.hasTokens = true; }
  /// Returns a symbol that stands for repetitions of `symbol`. Its rules are
  /// left-recursive, since a parser is fastest with these.
  SymbolId repeat(SymbolId symbol, Repetition repetition);
  void addRule(SymbolId left, std::vector<SymbolId> right);
  bool isDefined(SymbolId symbol) const {
    return !grammar.theSymbols[symbol].rules.empty();
  }

  /// Completes the grammar. Returns a UsageError if a symbol that nonterminal()
  /// has made has no rule, or stands for no text. The message begins with
  /// `file`.
  llvm::Expected<Grammar> finish(llvm::StringRef file, SymbolId start);

private:
  SymbolId add(Symbol symbol);
  llvm::Error checkDefined(llvm::StringRef file) const;
  llvm::Error checkProductive(llvm::StringRef file) const;

  Grammar grammar;
  std::map<std::string, SymbolId> nonterminals, literals, characters;
  /// For each symbol, the line of the file that uses it first; 0 if unknown.
  std::vector<size_t> lines;
};

/// Reads a grammar from `text`. `file` is the name of the grammar file in
/// messages. A text that begins with `{` is JSON in the form of the Fuzzing
/// Book: an object with a list of expansions for each symbol, such as
/// {"<start>": ["<sum>"], "<sum>": ["<digit>+<sum>", "<digit>"], ...}.
///
/// Any other text is BNF or EBNF, such as `<sum> ::= <digit> ("+" <digit>)*`.
/// Returns a UsageError that says what is wrong, and on which line.
llvm::Expected<Grammar> readGrammar(llvm::StringRef file, llvm::StringRef text);

/// Reads a grammar from the file at `path`.
llvm::Expected<Grammar> readGrammarFile(const std::string &path);

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_GRAMMARBUILDER_H
