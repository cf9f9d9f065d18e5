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
  /// How a symbol is repeated.
  enum class Repetition : uint8_t { Optional, Any, OnceOrMore };

  /// Returns the nonterminal symbol with a name. `line` is where the name
  /// stands, for messages.
  SymbolId nonterminal(llvm::StringRef name, size_t line);
  /// Returns the nonterminal symbol with a name, if there is one.
  std::optional<SymbolId> find(llvm::StringRef name) const;
  SymbolId literal(llvm::StringRef text);
  /// Returns the symbol for one character of `ranges`, in any order.
  SymbolId character(std::vector<CharacterRange> ranges);
  /// Returns a new symbol, for a group in parentheses, for example. It need not
  /// be defined: then it stands for no text. `name` is for people.
  SymbolId group(llvm::StringRef name = "");
  /// Says that symbols are tokens: see Grammar::separatesTokens.
  void separateTokens() { grammar.hasTokens = true; }
  /// Returns a symbol that stands for repetitions of another one. They are
  /// lists that grow to the right (left recursion), which cost a parser least.
  SymbolId repeat(SymbolId symbol, Repetition repetition);
  void addRule(SymbolId left, std::vector<SymbolId> right);
  bool isDefined(SymbolId symbol) const {
    return !grammar.theSymbols[symbol].rules.empty();
  }

  /// Completes the grammar. Returns a UsageError, which begins with `file`, if
  /// a symbol has no rule, or if it stands for no text.
  llvm::Expected<Grammar> finish(llvm::StringRef file, SymbolId start);

private:
  SymbolId add(Symbol symbol);
  llvm::Error checkDefined(llvm::StringRef file) const;
  llvm::Error checkProductive(llvm::StringRef file) const;

  Grammar grammar;
  std::map<std::string, SymbolId> nonterminals, literals, characters;
  /// The lines on which symbols are used first; 0 if unknown.
  std::vector<size_t> lines;
};

/// Reads a grammar from the text of a file, whose name is for messages. A text
/// that begins with `{` is JSON in the form of the Fuzzing Book: an object with
/// a list of expansions for each symbol, such as
///
///     {"<start>": ["<sum>"], "<sum>": ["<digit>+<sum>", "<digit>"], ...}
///
/// Any other text is BNF or EBNF: `<sum> ::= <digit> ("+" <digit>)*`. Returns a
/// UsageError that says what is wrong, and on which line.
llvm::Expected<Grammar> readGrammar(llvm::StringRef file, llvm::StringRef text);

/// Reads the file of a grammar.
llvm::Expected<Grammar> readGrammarFile(const std::string &path);

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_GRAMMARBUILDER_H
