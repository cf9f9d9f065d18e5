// Defines derivation trees, which show how a grammar makes a text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_DERIVATIONTREE_H
#define PINSTRIPE_GRAMMAR_DERIVATIONTREE_H

#include "pinstripe/Grammar/Grammar.h"

namespace pinstripe {

/// The number of a node in a derivation tree. Nodes are numbered in preorder: a
/// node comes before its children, and the children come from left to right.
using NodeIndex = uint32_t;

/// A derivation tree, or a part of one. Nodes are in preorder, so each subtree
/// is a range of nodes, and trees of any height need no recursion.
class DerivationTree {
public:
  struct Node {
    SymbolId symbol = 0;
    uint32_t size = 1; ///< The number of nodes in the subtree, with its root.
    /// The range of bytes in the text that this node stands for.
    uint32_t begin = 0, end = 0;
  };

  DerivationTree() = default;
  /// Makes a tree of a single node with the symbol `symbol`, which stands for
  /// all of `text`.
  DerivationTree(SymbolId symbol, std::string text);

  llvm::StringRef text() const { return theText; }
  llvm::StringRef text(NodeIndex node) const {
    return llvm::StringRef(theText).slice(nodes[node].begin, nodes[node].end);
  }
  uint32_t size() const { return static_cast<uint32_t>(nodes.size()); }
  const Node &operator[](NodeIndex node) const { return nodes[node]; }
  /// Returns the first node after the subtree of `node`.
  NodeIndex after(NodeIndex node) const { return node + nodes[node].size; }
  /// Calls `visit` with each child of a node, from left to right.
  template <typename Visit>
  void forEachChild(NodeIndex node, Visit visit) const {
    for (NodeIndex child = node + 1; child != after(node); child = after(child))
      visit(child);
  }

  /// Appends a node. Its children are appended next; `close` ends the node.
  NodeIndex open(SymbolId symbol);
  void close(NodeIndex node);
  /// Appends a node without children.
  void append(SymbolId symbol, llvm::StringRef text);
  /// Appends text that belongs to the open node, but to none of its children.
  void appendText(llvm::StringRef text) { theText += text; }
  /// Appends the subtree of a node of another tree.
  void append(const DerivationTree &other, NodeIndex node);
  /// Returns a copy of the subtree of a node.
  DerivationTree subtree(NodeIndex node) const;
  /// Returns the text of the tree, with `replacement` in place of the text of
  /// `node`.
  std::string textWith(NodeIndex node, llvm::StringRef replacement) const;
  /// Returns the tree, with `replacement` in place of the subtree of `node`.
  /// Both subtrees must have the same symbol.
  DerivationTree with(NodeIndex node, const DerivationTree &replacement) const;

private:
  friend class TreeBuilder;
  std::vector<Node> nodes;
  std::string theText;
};

/// Tells, for each node of a derivation tree, the node's parent, its depth, and
/// the height of its subtree. Searches that make a tree smaller use these
/// tables.
struct TreeShape {
  explicit TreeShape(const DerivationTree &tree);

  static constexpr NodeIndex none = ~NodeIndex(0);
  /// The parent of each node; `none` for the root.
  std::vector<NodeIndex> parents;
  std::vector<uint32_t> depths; ///< 0 for the root.
  /// For each node, the number of levels in its subtree. A node without
  /// children has one level.
  std::vector<uint32_t> heights;
};

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_DERIVATIONTREE_H
