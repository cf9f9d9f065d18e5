// Lists the smaller subtrees by which a subtree can be replaced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/TreeReplacements.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pinstripe;

static uint64_t depthKey(SymbolId symbol, uint32_t depth) {
  return uint64_t(symbol) << 32 | depth;
}

TreeReplacements::TreeReplacements(const Grammar &grammar,
                                   const DerivationTree &tree)
    : grammar(grammar), tree(tree), depths(TreeShape(tree).depths) {
  for (NodeIndex node = 0; node < tree.size(); ++node) {
    SymbolId symbol = tree[node].symbol;
    bySymbol[symbol].push_back(node);
    byDepth[depthKey(symbol, depths[node])].push_back(node);
  }
}

/// Returns the nodes with the given symbol below `node`. If `depth` is given,
/// returns only the nodes that are exactly `depth` levels below.
TreeReplacements::Nodes
TreeReplacements::below(NodeIndex node, SymbolId symbol,
                        std::optional<uint32_t> depth) const {
  const std::vector<NodeIndex> *all = nullptr;
  if (depth) {
    auto place = byDepth.find(depthKey(symbol, depths[node] + *depth));
    all = place == byDepth.end() ? nullptr : &place->second;
  } else {
    auto place = bySymbol.find(symbol);
    all = place == bySymbol.end() ? nullptr : &place->second;
  }
  if (!all)
    return {};
  auto begin = llvm::upper_bound(*all, node);
  auto end = std::lower_bound(begin, all->end(), tree.after(node));
  return {&*begin, static_cast<size_t>(end - begin)};
}

/// Returns the first `most` nodes below `node` that have the symbol `symbol`.
/// Nodes in the subtree of a returned node are left out.
std::vector<NodeIndex>
TreeReplacements::nearest(NodeIndex node, SymbolId symbol, size_t most) const {
  std::vector<NodeIndex> found;
  Nodes all = below(node, symbol, std::nullopt);
  while (!all.empty() && found.size() < most) {
    found.push_back(all.front());
    const auto *next = llvm::lower_bound(all, tree.after(all.front()));
    all = all.drop_front(static_cast<size_t>(next - all.begin()));
  }
  return found;
}

size_t TreeReplacements::nodesOf(const Replacement &replacement) const {
  size_t nodes = replacement.isWhole ? 0 : 1;
  for (const Replacement::Piece &piece : replacement.pieces)
    nodes += piece.node == Replacement::shortest ? 1 : tree[piece.node].size;
  return nodes;
}

uint64_t TreeReplacements::textSize(const Replacement::Piece &piece) const {
  return piece.node == Replacement::shortest
             ? grammar.shortestSize(piece.symbol)
             : tree.text(piece.node).size();
}

/// Returns a replacement of `node` by an expansion of `rule`: it has a subtree
/// from below `node` for each symbol on the right side of `rule`. Takes the
/// first combination of subtrees that together have fewer nodes than the
/// subtree of `node`. Returns nullopt if there is no such combination.
std::optional<Replacement>
TreeReplacements::fill(NodeIndex node, const Rule &rule,
                       std::optional<uint32_t> depth) const {
  std::vector<Nodes> choices;
  std::vector<size_t> smallest;
  size_t rest = 0;
  for (SymbolId symbol : rule.right) {
    choices.push_back(below(node, symbol, depth));
    if (choices.back().empty())
      return std::nullopt;
    size_t least = ~size_t(0);
    for (NodeIndex each : choices.back())
      least = std::min<size_t>(least, tree[each].size);
    smallest.push_back(least);
    rest += least;
  }
  // For each symbol, the loop takes the first subtree that leaves enough room
  // for the rest. The taken subtrees and the smallest ones for the symbols
  // after it must together have fewer nodes than the subtree of `node`.
  Replacement filled{node, false, {}};
  size_t used = 1;
  for (size_t i = 0; i < choices.size(); ++i) {
    rest -= smallest[i];
    auto fits = [&](NodeIndex each) {
      return used + tree[each].size + rest < tree[node].size;
    };
    const auto *choice = llvm::find_if(choices[i], fits);
    if (choice == choices[i].end())
      return std::nullopt;
    used += tree[*choice].size;
    filled.pieces.push_back({*choice, rule.right[i]});
  }
  if (used >= tree[node].size)
    return std::nullopt;
  return filled;
}

/// Returns the rules of a symbol, those with few symbols on the right side
/// first.
static std::vector<const Rule *> expansionsOf(const Grammar &grammar,
                                              SymbolId symbol) {
  std::vector<const Rule *> rules;
  for (uint32_t rule : grammar.symbols()[symbol].rules)
    rules.push_back(&grammar.rules()[rule]);
  // Rules with equally many symbols are sorted in the order of the grammar. All
  // rules are in one array, so their addresses have this order.
  llvm::sort(rules, [](const Rule *left, const Rule *right) {
    return std::make_pair(left->right.size(), left) <
           std::make_pair(right->right.size(), right);
  });
  return rules;
}

std::vector<Replacement>
TreeReplacements::ofBook(NodeIndex node, std::optional<uint32_t> depth) const {
  SymbolId symbol = tree[node].symbol;
  std::vector<Replacement> found;
  if (tree[node].size == 1)
    return found;
  for (NodeIndex each : below(node, symbol, depth))
    found.push_back({node, true, {{each, symbol}}});
  std::vector<Replacement> expansions;
  std::vector<std::pair<size_t, size_t>> order; // nodes, place
  for (const Rule *rule : expansionsOf(grammar, symbol))
    if (std::optional<Replacement> filled = fill(node, *rule, depth)) {
      order.push_back({nodesOf(*filled), expansions.size()});
      expansions.push_back(std::move(*filled));
    }
  llvm::sort(order);
  for (const auto &[nodes, place] : order)
    found.push_back(std::move(expansions[place]));
  return found;
}

/// Adds replacements of `node` that have a piece of text for each symbol on the
/// right side of `rule`. Each piece is the text of a node below `node`, or the
/// shortest text of its symbol. The replacement must be shorter than the text
/// of `node`.
void TreeReplacements::addExpansions(NodeIndex node, const Rule &rule,
                                     std::vector<Replacement> &found) const {
  constexpr size_t mostChoices = 16, mostTries = 64;
  std::vector<std::vector<Replacement::Piece>> choices;
  bool usesTree = false;
  for (SymbolId symbol : rule.right) {
    std::vector<Replacement::Piece> &own = choices.emplace_back();
    // A literal always has the same text, so it need not be taken from the
    // tree.
    if (grammar.symbols()[symbol].kind != Symbol::Kind::Literal)
      for (NodeIndex each : nearest(node, symbol, mostChoices))
        own.push_back({each, symbol});
    usesTree |= !own.empty();
    // The last choice is always the shortest text of the symbol. With this
    // choice, the first item of a list can be removed: the last item takes the
    // place of the first, and the rest of the list becomes empty.
    own.push_back({Replacement::shortest, symbol});
  }
  if (!usesTree)
    return;
  std::vector<size_t> chosen(choices.size(), 0);
  for (size_t tries = 0; tries < mostTries; ++tries) {
    Replacement filled{node, false, {}};
    uint64_t size = 0;
    for (size_t i = 0; i < choices.size(); ++i) {
      filled.pieces.push_back(choices[i][chosen[i]]);
      size += textSize(filled.pieces.back());
    }
    bool isShortest = llvm::all_of(filled.pieces, [](const auto &piece) {
      return piece.node == Replacement::shortest;
    });
    if (size < tree.text(node).size() && !isShortest)
      found.push_back(std::move(filled));
    // The loop sets `chosen` to the next combination of choices. The choice for
    // the last symbol changes fastest.
    size_t place = choices.size();
    while (place > 0 && ++chosen[place - 1] == choices[place - 1].size())
      chosen[--place] = 0;
    if (place == 0)
      return;
  }
}

/// Returns the first item in a list that has the given symbol; nullopt if there
/// is none. Lists are left-recursive: a list with several items has a shorter
/// list as its first child.
std::optional<NodeIndex> TreeReplacements::firstItem(NodeIndex list,
                                                     SymbolId symbol) const {
  auto hasShorter = [&] {
    return tree[list].size > 1 && tree[list + 1].symbol == tree[list].symbol &&
           tree[list + 1].size > 1;
  };
  while (hasShorter())
    ++list;
  std::optional<NodeIndex> found;
  tree.forEachChild(list, [&](NodeIndex child) {
    if (!found && tree[child].symbol == symbol)
      found = child;
  });
  return found;
}

/// Adds replacements that remove only the first of several items. Any other
/// item vanishes when the list is replaced by a shorter list. That does not
/// work for the first item if it stands before the list, as the first argument
/// of a call does, or if the list must not be empty.
void TreeReplacements::addWithoutFirst(NodeIndex node,
                                       std::vector<Replacement> &found) const {
  NodeIndex first = Replacement::shortest;
  bool isList =
      tree[node].size > 1 && tree[node + 1].symbol == tree[node].symbol;
  if (isList && tree[node + 1].size > 1)
    first = node + 2;
  tree.forEachChild(node, [&](NodeIndex child) {
    std::optional<NodeIndex> second;
    if (first != Replacement::shortest)
      second = isList ? tree[child].symbol == tree[first].symbol
                            ? std::optional(child)
                            : std::nullopt
                      : firstItem(child, tree[first].symbol);
    if (second)
      found.push_back({node, true, {}, tree[first].begin, tree[*second].begin});
    if (!isList && !tree.text(child).empty())
      first = child;
  });
}

/// Adds replacements of the node by a node with the same symbol that is many
/// levels deeper: half of all levels with this symbol, a quarter, and so on.
/// Such replacements save tests for a text with many levels, such as an HTML
/// page on which no tag is closed. The function follows only the largest child
/// on each level.
void TreeReplacements::addJumps(NodeIndex node,
                                std::vector<Replacement> &found) const {
  constexpr size_t fewLevels = 8;
  SymbolId symbol = tree[node].symbol;
  std::vector<NodeIndex> way;
  for (NodeIndex place = node;;) {
    // The loop finds the next node with the same symbol below `place`. On each
    // level, it goes to the largest child.
    NodeIndex largest = place;
    do {
      NodeIndex parent = largest;
      tree.forEachChild(parent, [&](NodeIndex child) {
        if (largest == parent ||
            tree.text(child).size() > tree.text(largest).size())
          largest = child;
      });
      if (largest == parent) {
        largest = place;
        break;
      }
    } while (tree[largest].symbol != symbol);
    if (largest == place)
      break;
    place = largest;
    if (tree.text(place).size() <
        tree.text(way.empty() ? node : way.back()).size())
      way.push_back(place);
  }
  for (size_t levels = way.size() / 2; levels >= fewLevels / 2; levels /= 2)
    found.push_back({node, true, {{way[levels], symbol}}});
}

std::vector<Replacement> TreeReplacements::nearest(NodeIndex node) const {
  SymbolId symbol = tree[node].symbol;
  uint64_t size = tree.text(node).size();
  std::vector<Replacement> found;
  if (grammar.shortestSize(symbol) < size)
    found.push_back({node, true, {{Replacement::shortest, symbol}}});
  std::vector<NodeIndex> same = nearest(node, symbol, tree.size());
  llvm::sort(same, [&](NodeIndex left, NodeIndex right) {
    size_t ofLeft = tree.text(left).size(), ofRight = tree.text(right).size();
    return ofLeft != ofRight ? ofLeft > ofRight : left < right;
  });
  if (grammar.separatesTokens())
    addJumps(node, found);
  for (NodeIndex each : same)
    if (tree.text(each).size() < size)
      found.push_back({node, true, {{each, symbol}}});
  if (grammar.separatesTokens())
    addWithoutFirst(node, found);
  else if (tree[node].size > 1)
    for (const Rule *rule : expansionsOf(grammar, symbol))
      addExpansions(node, *rule, found);
  return found;
}

/// Returns the spaces at the beginning of the line to which a place in a text
/// belongs.
static llvm::StringRef indentation(llvm::StringRef text, size_t place) {
  llvm::StringRef line = text.take_front(place);
  line = line.drop_front(line.rfind('\n') + 1);
  return line.take_front(line.size() - line.ltrim(" \t").size());
}

/// Returns the text of the node `piece`, indented like the line on which
/// `place` begins. In some languages, neighbouring lines must have the same
/// indentation.
std::string TreeReplacements::indented(NodeIndex piece, NodeIndex place) const {
  llvm::StringRef text = tree.text(piece);
  if (!grammar.separatesTokens())
    return text.str();
  llvm::StringRef former = indentation(tree.text(), tree[piece].begin);
  llvm::StringRef wanted = indentation(tree.text(), tree[place].begin);
  if (!former.consume_front(wanted) || former.empty())
    return text.str();
  std::string moved;
  for (bool isFirst = true; isFirst || !text.empty(); isFirst = false) {
    size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    llvm::StringRef line = text.take_front(end);
    text = text.drop_front(end);
    if (!isFirst && line.starts_with(wanted) &&
        line.drop_front(wanted.size()).starts_with(former))
      line = line.drop_front(former.size());
    moved += line;
  }
  return moved;
}

std::string TreeReplacements::text(const Replacement &replacement) const {
  std::string text;
  for (const Replacement::Piece &piece : replacement.pieces)
    grammar.join(text, piece.node == Replacement::shortest
                           ? grammar.shortestText(piece.symbol)
                           : indented(piece.node, replacement.node));
  if (replacement.isCut()) {
    const DerivationTree::Node &node = tree[replacement.node];
    grammar.join(text, tree.text().slice(node.begin, replacement.cutBegin));
    grammar.join(text, tree.text().slice(replacement.cutEnd, node.end));
  }
  return text;
}

std::string TreeReplacements::textOfTree(const Replacement &replacement) const {
  const DerivationTree::Node &node = tree[replacement.node];
  std::string whole = tree.text().take_front(node.begin).str();
  grammar.join(whole, text(replacement));
  grammar.join(whole, tree.text().drop_front(node.end));
  return whole;
}

DerivationTree TreeReplacements::subtree(const Replacement &replacement) const {
  DerivationTree made;
  NodeIndex root = 0;
  if (!replacement.isWhole)
    root = made.open(tree[replacement.node].symbol);
  for (const Replacement::Piece &piece : replacement.pieces) {
    if (piece.node == Replacement::shortest)
      made.append(piece.symbol, grammar.shortestText(piece.symbol));
    else
      made.append(tree, piece.node);
  }
  if (!replacement.isWhole)
    made.close(root);
  return made;
}
