// Lists the smaller subtrees by which a subtree can be replaced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_TREEREPLACEMENTS_H
#define PINSTRIPE_GRAMMAR_TREEREPLACEMENTS_H

#include "pinstripe/Grammar/DerivationTree.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace pinstripe {

/// Another subtree for a node. It is made of parts of the node's own subtree,
/// so it is written down only when it is needed.
struct Replacement {
  static constexpr NodeIndex shortest = ~NodeIndex(0);
  /// A part of the new subtree: a node below the replaced one, or the shortest
  /// text of a symbol.
  struct Piece {
    NodeIndex node = shortest;
    SymbolId symbol = 0;
  };
  NodeIndex node = 0;
  /// True if the only piece stands for the node itself, false if the pieces are
  /// the children of a new node.
  bool isWhole = false;
  std::vector<Piece> pieces;
  /// If there are no pieces: the text of the node without this part of the text
  /// of the tree.
  uint32_t cutBegin = 0, cutEnd = 0;
};

/// Finds replacements in one tree. Each gives a text that the grammar
/// describes. `grammar` and `tree` must outlive this object.
class TreeReplacements {
public:
  TreeReplacements(const Grammar &grammar, const DerivationTree &tree);

  /// Returns the replacements of the Fuzzing Book's GrammarReducer, in its
  /// order. First come the subtrees of the same symbol. Then come other
  /// expansions of the symbol, each filled with the first subtrees that
  /// together have fewer nodes. If there is a `depth`, all subtrees are taken
  /// from that many levels below the node.
  std::vector<Replacement>
  ofBook(NodeIndex node, std::optional<uint32_t> depth = std::nullopt) const;

  /// Returns replacements with a shorter text: the shortest text of the symbol,
  /// the nearest subtrees of the same symbol, large ones first, and the
  /// expansions of the symbol, filled with the nearest subtrees and with the
  /// shortest texts of symbols. The symbols of programming languages have too
  /// many expansions; in place of them comes the text without the first item of
  /// a list, and without what separates it from the second one.
  std::vector<Replacement> nearest(NodeIndex node) const;

  std::string text(const Replacement &replacement) const;
  /// Returns the text of the whole tree with a replacement.
  std::string textOfTree(const Replacement &replacement) const;
  /// Returns the new subtree. There must be pieces.
  DerivationTree subtree(const Replacement &replacement) const;

private:
  using Nodes = llvm::ArrayRef<NodeIndex>;
  Nodes below(NodeIndex node, SymbolId symbol,
              std::optional<uint32_t> depth) const;
  std::vector<NodeIndex> nearest(NodeIndex node, SymbolId symbol,
                                 size_t most) const;
  std::optional<Replacement> fill(NodeIndex node, const Rule &rule,
                                  std::optional<uint32_t> depth) const;
  void addExpansions(NodeIndex node, const Rule &rule,
                     std::vector<Replacement> &found) const;
  void addJumps(NodeIndex node, std::vector<Replacement> &found) const;
  void addWithoutFirst(NodeIndex node, std::vector<Replacement> &found) const;
  std::optional<NodeIndex> firstItem(NodeIndex list, SymbolId symbol) const;
  std::string indented(NodeIndex piece, NodeIndex place) const;
  size_t nodesOf(const Replacement &replacement) const;
  uint64_t textSize(const Replacement::Piece &piece) const;

  const Grammar &grammar;
  const DerivationTree &tree;
  /// The nodes of each symbol, and of each symbol at each depth, in order.
  llvm::DenseMap<SymbolId, std::vector<NodeIndex>> bySymbol;
  llvm::DenseMap<uint64_t, std::vector<NodeIndex>> byDepth;
  std::vector<uint32_t> depths;
};

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_TREEREPLACEMENTS_H
