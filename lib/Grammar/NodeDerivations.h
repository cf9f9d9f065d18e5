// Finds the nodes of a derivation tree that tree-sitter leaves out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_GRAMMAR_NODEDERIVATIONS_H
#define PINSTRIPE_LIB_GRAMMAR_NODEDERIVATIONS_H

#include "SyntaxRules.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace pinstripe {

/// A node of a small derivation tree. The root of the small tree is a node of
/// tree-sitter's syntax tree, and its leaves are the children of that node
/// there. The nodes are in preorder.
struct DerivedNode {
  SymbolId symbol = 0;
  uint32_t size = 1; ///< The number of nodes in the subtree, with its root.
  /// The children in the syntax tree for which this node stands, as a range of
  /// their indices.
  uint32_t firstChild = 0, lastChild = 0;
  bool isEmpty() const { return firstChild == lastChild; }
};
using Derivation = std::vector<DerivedNode>;

/// Finds the nodes between a node of tree-sitter's syntax tree and its children
/// that tree-sitter does not show: lists, options and choices. To find them,
/// parses the sequence of the children like a text in which each child is one
/// character. `rules` must outlive this object.
class NodeDerivations {
public:
  explicit NodeDerivations(const SyntaxRules &rules) : rules(rules) {}

  /// Returns the part of the derivation tree between a node with the symbol
  /// `node` and its children, of which there must be at least one. Null if no
  /// rule allows these children, as happens next to a syntax error. The result
  /// stays valid until the next call.
  const Derivation *derive(SymbolId node, llvm::ArrayRef<SymbolId> children);

private:
  /// A grammar whose texts are the sequences of children that one rule allows.
  /// Each character of such a text stands for a child.
  struct Matcher {
    Grammar grammar;
    /// For each symbol of `grammar`, the corresponding symbol in SyntaxRules.
    std::vector<SymbolId> originals;
    /// For each symbol that a child can have, the character that stands for
    /// such a child.
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
  /// The results for short sequences of children. They are kept because most
  /// nodes have a sequence that occurred before.
  std::map<std::vector<SymbolId>, std::optional<Derivation>> known;
  /// The result for the latest sequence of children that was too long for
  /// `known`.
  std::optional<Derivation> last;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_GRAMMAR_NODEDERIVATIONS_H
