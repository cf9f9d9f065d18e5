// Makes smaller texts by leaving out branches on a level of a derivation tree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/TreeCircumstance.h"
#include <algorithm>

using namespace pinstripe;

Materials pinstripe::materialsOf(const std::string &path, std::string text) {
  Materials materials;
  if (path.empty())
    materials.standardInput = std::move(text);
  else
    materials.files.push_back({path, std::move(text)});
  return materials;
}

/// Returns the level of each node of a tree. A child with the same symbol as
/// its parent has the level of its parent.
static std::vector<uint32_t> levelsOfNodes(const DerivationTree &tree) {
  std::vector<uint32_t> levels(tree.size(), 0);
  for (NodeIndex node = 0; node < tree.size(); ++node)
    tree.forEachChild(node, [&](NodeIndex child) {
      bool isList = tree[child].symbol == tree[node].symbol;
      levels[child] = levels[node] + (isList ? 0 : 1);
    });
  return levels;
}

uint32_t TreeCircumstance::levelsOf(const DerivationTree &tree) {
  std::vector<uint32_t> levels = levelsOfNodes(tree);
  return *std::max_element(levels.begin(), levels.end()) + 1;
}

TreeCircumstance::TreeCircumstance(const Grammar &grammar,
                                   const DerivationTree &tree, std::string path,
                                   uint32_t level)
    : grammar(grammar), tree(tree), path(std::move(path)) {
  std::vector<uint32_t> levels = levelsOfNodes(tree);
  TreeShape shape(tree);
  for (NodeIndex node = 0; node < tree.size(); ++node)
    if (levels[node] == level)
      addBranch(node, shape.parents[node]);
  std::sort(cuts.begin(), cuts.end(), [](const Cut &left, const Cut &right) {
    return left.begin != right.begin ? left.begin < right.begin
           : left.end != right.end   ? left.end > right.end
                                     : left.branch < right.branch;
  });
}

void TreeCircumstance::addBranch(NodeIndex node, NodeIndex parent) {
  const DerivationTree::Node &own = tree[node];
  Branch branch{node, 0, ""};
  auto number = static_cast<uint32_t>(branches.size());
  tree.forEachChild(node, [&](NodeIndex child) {
    bool isLarger = branch.heir == 0 ||
                    tree.text(child).size() > tree.text(branch.heir).size();
    if (tree[child].symbol == own.symbol && isLarger)
      branch.heir = child;
  });
  if (branch.heir != 0) {
    const DerivationTree::Node &heir = tree[branch.heir];
    if (heir.end - heir.begin == own.end - own.begin)
      return;
    if (own.begin < heir.begin)
      cuts.push_back({own.begin, heir.begin, number, false});
    if (heir.end < own.end)
      cuts.push_back({heir.end, own.end, number, false});
    branches.push_back(std::move(branch));
    return;
  }
  uint64_t shortest = grammar.shortestSize(own.symbol);
  // This node need not be replaced by the shortest text of its symbol if a
  // search on an earlier level of the tree has tried the same for the node's
  // parent. This is so if the parent stands for the same text as the node, and
  // the shortest text of the parent's symbol has the same length.
  bool isTried = parent != TreeShape::none && tree[parent].begin == own.begin &&
                 tree[parent].end == own.end &&
                 grammar.shortestSize(tree[parent].symbol) == shortest;
  if (shortest >= own.end - own.begin || isTried)
    return;
  branch.text = grammar.shortestText(own.symbol);
  cuts.push_back({own.begin, own.end, number, true});
  branches.push_back(std::move(branch));
}

std::string TreeCircumstance::textOf(const Configuration &configuration) const {
  llvm::StringRef whole = tree.text();
  std::string text;
  text.reserve(whole.size());
  uint32_t place = 0;
  for (const Cut &cut : cuts) {
    // The range of text that a cut removes may lie inside the range of an
    // earlier cut. Then it is already removed.
    bool isGone = cut.end <= place;
    if (isGone || configuration.contains(static_cast<Element>(cut.branch)))
      continue;
    grammar.join(text, whole.slice(place, cut.begin));
    if (cut.hasText)
      grammar.join(text, branches[cut.branch].text);
    place = cut.end;
  }
  grammar.join(text, whole.drop_front(place));
  return text;
}

llvm::Expected<Materials>
TreeCircumstance::materialise(const Configuration &configuration) const {
  return materialsOf(path, textOf(configuration));
}

DerivationTree
TreeCircumstance::treeOf(const Configuration &configuration) const {
  std::vector<const Branch *> missing(tree.size(), nullptr);
  for (size_t i = 0; i < branches.size(); ++i)
    if (!configuration.contains(static_cast<Element>(i)))
      missing[branches[i].node] = &branches[i];
  DerivationTree made;
  struct Step {
    NodeIndex node;
    /// True if all nodes below `node`, an index in the new tree, have been
    /// copied, so that the new node can be ended. Otherwise, `node` is an index
    /// in the old tree, and the node is still to be copied.
    bool isEnd;
  };
  std::vector<Step> steps = {{0, false}};
  while (!steps.empty()) {
    Step step = steps.back();
    steps.pop_back();
    if (step.isEnd) {
      made.close(step.node);
      continue;
    }
    NodeIndex node = step.node;
    while (missing[node] && missing[node]->heir != 0)
      node = missing[node]->heir;
    if (missing[node]) {
      made.append(tree[node].symbol, missing[node]->text);
      continue;
    }
    if (tree[node].size == 1) {
      made.append(tree[node].symbol, tree.text(node));
      continue;
    }
    steps.push_back({made.open(tree[node].symbol), true});
    size_t first = steps.size();
    tree.forEachChild(
        node, [&](NodeIndex child) { steps.push_back({child, false}); });
    std::reverse(steps.begin() + static_cast<ptrdiff_t>(first), steps.end());
  }
  return made;
}
