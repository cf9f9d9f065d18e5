// Lists the smaller subtrees by which a subtree can be replaced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_GRAMMAR_TREEREPLACEMENTS_H
#define PINSTRIPE_GRAMMAR_TREEREPLACEMENTS_H

#include "pinstripe/Grammar/DerivationTree.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace pinstripe {

/// A replacement for the subtree of a node by parts of this subtree. It holds
/// only the numbers of these parts; the new text is made on request.
struct Replacement {
  static constexpr NodeIndex shortest = ~NodeIndex(0);
  /// A part of the new subtree: a node of the old subtree, or the shortest text
  /// that a symbol stands for.
  struct Piece {
    NodeIndex node = shortest;
    SymbolId symbol = 0;
  };
  NodeIndex node = 0;
  /// True if the only piece replaces the node itself, or if a part of the
  /// node's text is only cut out. False if the pieces become the children of a
  /// new node, which replaces the node.
  bool isWhole = false;
  std::vector<Piece> pieces;
  /// The range of bytes that is removed from the text, if `isCut()` returns
  /// true.
  uint32_t cutBegin = 0, cutEnd = 0;
  /// Returns true if the replacement only removes a part of the node's text.
  /// Such a replacement has no pieces. A replacement by an empty expansion has
  /// no pieces either, but its `isWhole` is false.
  bool isCut() const { return isWhole && pieces.empty(); }
};

/// Finds replacements for the nodes of one tree. The texts that the
/// replacements make are texts of the grammar. `grammar` and `tree` must
/// outlive this object.
class TreeReplacements {
public:
  TreeReplacements(const Grammar &grammar, const DerivationTree &tree);

  /// Returns the same replacements as the Fuzzing Book's GrammarReducer, in the
  /// same order. First come the subtrees with the symbol of `node`. Then come
  /// other expansions of the symbol, each filled with the first subtrees that
  /// together have fewer nodes than `node`. If `depth` is given, all subtrees
  /// are taken from that many levels below `node`.
  std::vector<Replacement>
  ofBook(NodeIndex node, std::optional<uint32_t> depth = std::nullopt) const;

  /// Returns replacements that make the text shorter. The first one is the
  /// shortest text of the node's symbol. After it come the nearest subtrees
  /// with the same symbol, large ones first. The last ones are expansions of
  /// the symbol, filled with the nearest subtrees and with shortest texts.
  ///
  /// Symbols of programming languages have too many expansions. For them,
  /// subtrees that are many levels deeper come before the nearest ones, and the
  /// last replacements only remove the first item of a list.
  std::vector<Replacement> nearest(NodeIndex node) const;

  std::string text(const Replacement &replacement) const;
  /// Returns the text of the whole tree after the replacement.
  std::string textOfTree(const Replacement &replacement) const;
  /// Returns the subtree that takes the place of the old one. Must not be
  /// called if the replacement is a cut.
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
  /// For each symbol, its nodes in the order of the tree. `byDepth` has the
  /// same nodes separately for each depth.
  llvm::DenseMap<SymbolId, std::vector<NodeIndex>> bySymbol;
  llvm::DenseMap<uint64_t, std::vector<NodeIndex>> byDepth;
  std::vector<uint32_t> depths;
};

} // namespace pinstripe

#endif // PINSTRIPE_GRAMMAR_TREEREPLACEMENTS_H
