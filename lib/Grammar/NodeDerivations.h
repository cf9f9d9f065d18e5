// Finds the symbols that trees of tree-sitter do not show.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_GRAMMAR_NODEDERIVATIONS_H
#define PINSTRIPE_LIB_GRAMMAR_NODEDERIVATIONS_H

#include "SyntaxRules.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace pinstripe {

/// A node between a node of a tree of tree-sitter and its children, or one of
/// these children. Nodes are in preorder.
struct DerivedNode {
  SymbolId symbol = 0;
  uint32_t size = 1; ///< How many nodes the subtree of this node has.
  /// The children of the node of tree-sitter for which this node stands.
  uint32_t firstChild = 0, lastChild = 0;
  bool isEmpty() const { return firstChild == lastChild; }
};
using Derivation = std::vector<DerivedNode>;

/// Parses the children of nodes by the rules of the grammar: a child counts as
/// a character of a text. So the lists, options and choices are found to which
/// the children belong. `rules` must outlive this object.
class NodeDerivations {
public:
  explicit NodeDerivations(const SyntaxRules &rules) : rules(rules) {}

  /// Returns how a node of the symbol `node` is made of its children, which are
  /// at least one. The result is null if no rule makes them, as it happens next
  /// to an error; it stays valid until the next call.
  const Derivation *derive(SymbolId node, llvm::ArrayRef<SymbolId> children);

private:
  /// A grammar for the children that a rule of a node describes.
  struct Matcher {
    Grammar grammar;
    std::vector<SymbolId> originals; ///< By symbol of `grammar`.
    /// The characters that stand for children.
    llvm::DenseMap<SymbolId, uint32_t> characters;
  };
  std::unique_ptr<Matcher> makeMatcher(uint32_t rule) const;
  std::vector<uint32_t> rulesOf(SymbolId node) const;
  std::optional<Derivation> match(SymbolId node,
                                  llvm::ArrayRef<SymbolId> children);
  std::optional<Derivation> matchRule(uint32_t rule,
                                      llvm::ArrayRef<SymbolId> children);

  const SyntaxRules &rules;
  std::map<uint32_t, std::unique_ptr<Matcher>> matchers; ///< By rule.
  /// What was found for short sequences: most nodes have one that was there
  /// before.
  std::map<std::vector<SymbolId>, std::optional<Derivation>> known;
  std::optional<Derivation> last; ///< What was found for a long sequence.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_GRAMMAR_NODEDERIVATIONS_H
