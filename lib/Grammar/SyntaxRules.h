// Reads the rules of a grammar that was written for tree-sitter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_GRAMMAR_SYNTAXRULES_H
#define PINSTRIPE_LIB_GRAMMAR_SYNTAXRULES_H

#include "pinstripe/Grammar/Grammar.h"
#include "llvm/Support/Error.h"
#include <map>

namespace pinstripe {

/// A symbol of a grammar that was written for the parser library tree-sitter.
struct SyntaxSymbol {
  enum class Form : uint8_t {
    Node, ///< A node of syntax trees that has a name, such as `identifier`.
    Word, ///< A node of syntax trees that stands for one fixed text: `if`, `+`.
    /// A symbol that syntax trees do not show, such as the choice of all
    /// statements.
    Hidden,
    /// A list or an optional part. Syntax trees do not show such a symbol.
    List,
    Token, ///< A token whose text is not known. Syntax trees do not show it.
    /// A token without a text, which syntax trees do not show. An example is
    /// the end of an indented block.
    Mark,
  } form = Form::Hidden;
  /// The name; empty for most symbols that syntax trees do not show.
  std::string name;
  std::vector<uint32_t> rules = {};
};

/// The rules of a grammar that was written for tree-sitter, in the form of a
/// context-free grammar. Precedences are left out, since they only decide
/// between several trees of the same text. All rules and aliases that make
/// nodes of the same name belong to one symbol.
class SyntaxRules {
public:
  std::vector<SyntaxSymbol> symbols;
  std::vector<Rule> rules;
  SymbolId start = 0;

  /// Returns the symbol of the nodes with the given name. If there is none,
  /// adds a symbol without rules.
  SymbolId node(llvm::StringRef name);
  /// Returns the symbol of the nodes that have no name and stand for the fixed
  /// text `text`.
  SymbolId word(llvm::StringRef text);

private:
  std::map<std::string, SymbolId> nodes, words;
};

/// Reads the rules from `json`, the contents of the file `grammar.json` that
/// tree-sitter makes from a grammar.
llvm::Expected<SyntaxRules> readSyntaxRules(llvm::StringRef json);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_GRAMMAR_SYNTAXRULES_H
