// Finds the nodes of a derivation tree that tree-sitter leaves out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NodeDerivations.h"
#include "pinstripe/Grammar/EarleyParser.h"
#include "pinstripe/Grammar/GrammarBuilder.h"

using namespace pinstripe;
using Form = SyntaxSymbol::Form;

std::unique_ptr<NodeDerivations::Matcher>
NodeDerivations::makeMatcher(uint32_t rule) const {
  auto matcher = std::make_unique<Matcher>();
  GrammarBuilder builder;
  llvm::DenseMap<SymbolId, SymbolId> made;
  std::vector<SymbolId> waiting;
  uint32_t nextCharacter = 1;
  auto note = [&](SymbolId original, SymbolId symbol) {
    matcher->originals.resize(symbol + 1);
    matcher->originals[symbol] = original;
    return symbol;
  };
  auto symbolFor = [&](SymbolId original) {
    auto [place, isNew] = made.try_emplace(original);
    if (!isNew)
      return place->second;
    Form form = rules.symbols[original].form;
    bool isChild = form == Form::Node || form == Form::Word;
    SymbolId symbol = 0;
    if (isChild) {
      matcher->characters[original] = nextCharacter;
      symbol = builder.character({{nextCharacter, nextCharacter}});
      ++nextCharacter;
    } else {
      symbol = builder.group();
      if (form == Form::Token || form == Form::Mark)
        builder.addRule(symbol, {});
      else
        waiting.push_back(original);
    }
    place->second = symbol;
    return note(original, symbol);
  };
  auto addRule = [&](uint32_t added, SymbolId left) {
    std::vector<SymbolId> right;
    for (SymbolId each : rules.rules[added].right)
      right.push_back(symbolFor(each));
    builder.addRule(left, std::move(right));
  };
  SymbolId start = note(rules.rules[rule].left, builder.group());
  addRule(rule, start);
  while (!waiting.empty()) {
    SymbolId original = waiting.back();
    waiting.pop_back();
    for (uint32_t each : rules.symbols[original].rules)
      addRule(each, made[original]);
  }
  // GrammarBuilder::finish can fail only for symbols that its function
  // nonterminal() has made, and there are none here.
  matcher->grammar = llvm::cantFail(builder.finish("", start));
  return matcher;
}

/// Returns the rules that make nodes with the symbol `node`. The rule with the
/// same name as the symbol comes first. The other rules make such nodes under
/// an alias, and are less general.
std::vector<uint32_t> NodeDerivations::rulesOf(SymbolId node) const {
  std::vector<uint32_t> ordered, others;
  for (uint32_t rule : rules.symbols[node].rules) {
    const std::vector<SymbolId> &right = rules.rules[rule].right;
    bool isOwn = right.size() == 1 &&
                 rules.symbols[right[0]].name == rules.symbols[node].name;
    (isOwn ? ordered : others).push_back(rule);
  }
  ordered.insert(ordered.end(), others.begin(), others.end());
  return ordered;
}

std::optional<Derivation>
NodeDerivations::match(SymbolId node, llvm::ArrayRef<SymbolId> children) {
  for (uint32_t rule : rulesOf(node))
    if (std::optional<Derivation> found = matchRule(rule, children))
      return found;
  return std::nullopt;
}

std::optional<Derivation>
NodeDerivations::matchRule(uint32_t rule, llvm::ArrayRef<SymbolId> children) {
  std::unique_ptr<Matcher> &place = matchers[rule];
  if (!place)
    place = makeMatcher(rule);
  const Matcher &matcher = *place;
  std::string text;
  // For the parser, the node's children become a text with a character of one
  // or two bytes for each child. Places in the text count bytes, so `childAt`
  // maps each byte to its child.
  std::vector<uint32_t> childAt;
  for (uint32_t child = 0; child < children.size(); ++child) {
    auto character = matcher.characters.find(children[child]);
    if (character == matcher.characters.end())
      return std::nullopt;
    appendCharacter(text, character->second);
    childAt.resize(text.size(), child);
  }
  childAt.push_back(static_cast<uint32_t>(children.size()));
  llvm::Expected<DerivationTree> tree =
      parse(matcher.grammar, text, {"node", "rules"});
  if (!tree) {
    // Next to a syntax error, a node may have children that fit no rule. So it
    // is no surprise that the parser fails. The node then has no derivation.
    llvm::consumeError(tree.takeError());
    return std::nullopt;
  }
  Derivation found;
  for (NodeIndex each = 0; each < tree->size(); ++each) {
    const DerivationTree::Node &made = (*tree)[each];
    found.push_back({matcher.originals[made.symbol], made.size,
                     childAt[made.begin], childAt[made.end]});
  }
  return found;
}

const Derivation *NodeDerivations::derive(SymbolId node,
                                          llvm::ArrayRef<SymbolId> children) {
  constexpr size_t mostRemembered = 32;
  if (children.size() > mostRemembered) {
    last = match(node, children);
    return last ? &*last : nullptr;
  }
  std::vector<SymbolId> key = {node};
  key.insert(key.end(), children.begin(), children.end());
  auto [place, isNew] = known.try_emplace(std::move(key));
  if (isNew)
    place->second = match(node, children);
  return place->second ? &*place->second : nullptr;
}
