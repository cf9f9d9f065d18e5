// Tests the replacements of subtrees, by examples of the Fuzzing Book.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/TreeReplacements.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Grammar/EarleyParser.h"
#include "pinstripe/Grammar/GrammarBuilder.h"

using namespace pinstripe;

namespace {

/// A derivation tree, and the replacements in it.
struct Parsed {
  Parsed(llvm::StringRef grammarText, llvm::StringRef text)
      : grammar(llvm::cantFail(readGrammar("g", grammarText))),
        tree(llvm::cantFail(parse(grammar, text, {"in", "g"}))),
        replacements(grammar, tree) {}

  /// Returns the first node of a symbol, in preorder.
  NodeIndex first(llvm::StringRef symbol) const {
    NodeIndex node = 0;
    while (grammar.nameOf(tree[node].symbol) != symbol)
      ++node;
    return node;
  }
  /// Returns the texts of replacements, after checking that they are trees.
  std::vector<std::string> texts(const std::vector<Replacement> &listed) const {
    std::vector<std::string> texts;
    for (const Replacement &each : listed) {
      texts.push_back(replacements.text(each));
      DerivationTree subtree = replacements.subtree(each);
      CHECK(subtree.text() == texts.back());
      CHECK(subtree[0].symbol == tree[each.node].symbol);
      DerivationTree whole = tree.with(each.node, subtree);
      CHECK(whole.text() == tree.textWith(each.node, texts.back()));
      CHECK(whole[0].size == whole.size());
      CHECK(bool(parse(grammar, whole.text(), {"in", "g"})));
    }
    return texts;
  }

  Grammar grammar;
  DerivationTree tree;
  TreeReplacements replacements;
};

using Texts = std::vector<std::string>;

/// The grammar EXPR_GRAMMAR of the Fuzzing Book.
const char *const expressions = R"json({
  "<start>": ["<expr>"],
  "<expr>": ["<term> + <expr>", "<term> - <expr>", "<term>"],
  "<term>": ["<factor> * <term>", "<factor> / <term>", "<factor>"],
  "<factor>": ["+<factor>", "-<factor>", "(<expr>)", "<integer>.<integer>",
               "<integer>"],
  "<integer>": ["<digit><integer>", "<digit>"],
  "<digit>": ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
})json";

} // namespace

TEST_CASE("the Fuzzing Book's subtrees and other expansions are found",
          "[grammar][book]") {
  Parsed parsed(expressions, "1 + (2 * 3)");
  NodeIndex expression = parsed.first("<expr>");
  // The book also considers the root of its tree, so its list contains the
  // expression itself.
  CHECK(parsed.texts(parsed.replacements.ofBook(expression)) ==
        Texts{"(2 * 3)", "2 * 3", "1", "1 + 2 * 3"});
  NodeIndex term = expression + parsed.tree[expression + 1].size + 2;
  CHECK(parsed.tree.text(term) == "(2 * 3)");
  auto of = [&](uint32_t depth) {
    return parsed.texts(parsed.replacements.ofBook(expression, depth));
  };
  CHECK(of(0).empty());
  CHECK(of(1) == Texts{"(2 * 3)", "1"});
  CHECK(of(2) == Texts{"(2 * 3)"});
}

TEST_CASE("an expansion is filled by the first subtrees that are smaller",
          "[grammar][book]") {
  // The only subtrees of <b> and <c> occur in another order.
  Parsed parsed("a ::= 'x' d d | b c; d ::= c | b; b ::= 'b' | 'bb'; c ::= 'c'",
                "xcbb");
  CHECK(parsed.texts(parsed.replacements.ofBook(0)) == Texts{"bbc"});
}

TEST_CASE("the nearest replacements have shorter texts", "[grammar]") {
  Parsed parsed(expressions, "1 + (2 * 3)");
  CHECK(parsed.texts(parsed.replacements.nearest(parsed.first("<expr>"))) ==
        Texts{"0", "(2 * 3)", "1", "(2 * 3)", "1 + 0", "1 - 0"});
  CHECK(parsed.texts(parsed.replacements.nearest(parsed.first("<digit>")))
            .empty());
}

TEST_CASE("an expansion may need symbols that the subtree does not have",
          "[grammar]") {
  Parsed parsed("a ::= 'long' b 'er' | '<' b c '>' ; b ::= 'bb'; c ::= 'ccc' | "
                "'c'",
                "longbber");
  CHECK(parsed.texts(parsed.replacements.nearest(0)) ==
        Texts{"<bbc>", "<bbc>"});
}

TEST_CASE("an empty expansion leaves nothing of a node", "[grammar][book]") {
  Parsed parsed("a ::= 'x' b? 'z'; b ::= 'y'", "xyz");
  CHECK(parsed.texts(parsed.replacements.ofBook(2)) == Texts{""});
}

TEST_CASE("a symbol that may be empty can be left out", "[grammar]") {
  Parsed parsed("a ::= 'x' b? 'z'; b ::= 'y'", "xyz");
  CHECK(parsed.texts(parsed.replacements.nearest(2)) == Texts{""});
}
