// Reads the rules of a grammar of tree-sitter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_GRAMMAR_SYNTAXRULES_H
#define PINSTRIPE_LIB_GRAMMAR_SYNTAXRULES_H

#include "pinstripe/Grammar/Grammar.h"
#include "llvm/Support/Error.h"
#include <map>

namespace pinstripe {

/// A symbol of a grammar of tree-sitter.
struct SyntaxSymbol {
  enum class Form : uint8_t {
    Node, ///< A named node of trees: an `if_statement`, an `identifier`.
    Word, ///< A node without a name, which stands for one text: `if`, `+`.
    /// A symbol that trees do not show, such as the choice of all statements.
    Hidden,
    /// A list or an option, which trees do not show, either.
    List,
    Token, ///< A token of which the text is not known; trees do not show it.
    /// A token without a text that trees do not show: the end of a block that
    /// is indented.
    Mark,
  } form = Form::Hidden;
  std::string name; ///< Only of nodes, of words, and of some hidden symbols.
  std::vector<uint32_t> rules = {};
};

/// The rules of a grammar of tree-sitter, as those of a context-free grammar.
/// Precedences are left out: they decide between trees of the same text.
/// All rules and aliases that make nodes of one name belong to one symbol.
class SyntaxRules {
public:
  std::vector<SyntaxSymbol> symbols;
  std::vector<Rule> rules;
  SymbolId start = 0;

  /// Returns the symbol of the nodes with a name; adds one without rules if
  /// there is none.
  SymbolId node(llvm::StringRef name);
  /// Returns the symbol of the nodes without a name that stand for a text.
  SymbolId word(llvm::StringRef text);

private:
  std::map<std::string, SymbolId> nodes, words;
};

/// Reads the rules from the JSON of tree-sitter, the file `grammar.json`.
llvm::Expected<SyntaxRules> readSyntaxRules(llvm::StringRef json);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_GRAMMAR_SYNTAXRULES_H
