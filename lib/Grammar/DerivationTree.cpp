// Defines derivation trees, which show how a grammar makes a text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/DerivationTree.h"
#include <algorithm>

using namespace pinstripe;

DerivationTree::DerivationTree(SymbolId symbol, std::string text)
    : theText(std::move(text)) {
  nodes.push_back({symbol, 1, 0, static_cast<uint32_t>(theText.size())});
}

NodeIndex DerivationTree::open(SymbolId symbol) {
  auto begin = static_cast<uint32_t>(theText.size());
  nodes.push_back({symbol, 1, begin, begin});
  return size() - 1;
}

void DerivationTree::close(NodeIndex node) {
  nodes[node].size = size() - node;
  nodes[node].end = static_cast<uint32_t>(theText.size());
}

void DerivationTree::append(SymbolId symbol, llvm::StringRef text) {
  NodeIndex node = open(symbol);
  theText += text;
  close(node);
}

void DerivationTree::append(const DerivationTree &other, NodeIndex node) {
  // `shift` is the distance by which the copied text moves. It is negative if
  // the text moves towards the beginning. Adding it to a place is right even
  // then, since unsigned numbers wrap around.
  uint32_t shift = static_cast<uint32_t>(theText.size()) - other[node].begin;
  for (NodeIndex each = node; each != other.after(node); ++each) {
    nodes.push_back(other[each]);
    nodes.back().begin += shift;
    nodes.back().end += shift;
  }
  theText += other.text(node);
}

DerivationTree DerivationTree::subtree(NodeIndex node) const {
  DerivationTree copy;
  copy.append(*this, node);
  return copy;
}

std::string DerivationTree::textWith(NodeIndex node,
                                     llvm::StringRef replacement) const {
  llvm::StringRef whole = theText;
  std::string text;
  text.reserve(whole.size() + replacement.size());
  text += whole.take_front(nodes[node].begin);
  text += replacement;
  text += whole.drop_front(nodes[node].end);
  return text;
}

DerivationTree DerivationTree::with(NodeIndex node,
                                    const DerivationTree &replacement) const {
  const Node &replaced = nodes[node];
  uint32_t fewer = replaced.size - replacement.size();
  uint32_t shorter = replaced.end - replaced.begin -
                     static_cast<uint32_t>(replacement.text().size());
  DerivationTree tree;
  tree.nodes.assign(nodes.begin(), nodes.begin() + node);
  for (NodeIndex each = 0; each < node; ++each)
    if (after(each) > node) {
      tree.nodes[each].size -= fewer;
      tree.nodes[each].end -= shorter;
    }
  for (Node each : replacement.nodes) {
    each.begin += replaced.begin;
    each.end += replaced.begin;
    tree.nodes.push_back(each);
  }
  for (NodeIndex each = after(node); each < size(); ++each) {
    tree.nodes.push_back(nodes[each]);
    tree.nodes.back().begin -= shorter;
    tree.nodes.back().end -= shorter;
  }
  tree.theText = textWith(node, replacement.text());
  return tree;
}

TreeShape::TreeShape(const DerivationTree &tree)
    : parents(tree.size(), none), depths(tree.size(), 0),
      heights(tree.size(), 1) {
  for (NodeIndex node = 0; node < tree.size(); ++node)
    tree.forEachChild(node, [&](NodeIndex child) {
      parents[child] = node;
      depths[child] = depths[node] + 1;
    });
  for (NodeIndex node = tree.size(); node-- > 1;)
    heights[parents[node]] =
        std::max(heights[parents[node]], heights[node] + 1);
}
