// Tests the parser for any context-free grammar.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/EarleyParser.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Grammar/GrammarBuilder.h"
#include <random>

using namespace pinstripe;

namespace {

/// Returns a tree in brackets, such as `a[b["x"]c[]]`.
std::string drawn(const Grammar &grammar, const DerivationTree &tree,
                  NodeIndex node = 0) {
  if (grammar.isTerminal(tree[node].symbol))
    return tree.text(node).str();
  std::string text = "[";
  tree.forEachChild(
      node, [&](NodeIndex child) { text += drawn(grammar, tree, child); });
  return text + "]";
}

/// Parses a text, and checks that the result is a tree of the grammar.
std::string parsed(llvm::StringRef grammarText, llvm::StringRef text) {
  Grammar grammar = llvm::cantFail(readGrammar("g", grammarText));
  llvm::Expected<DerivationTree> tree = parse(grammar, text, {"in", "g"});
  if (!tree)
    return llvm::toString(tree.takeError());
  CHECK(tree->text() == text);
  CHECK((*tree)[0].symbol == grammar.start());
  for (NodeIndex node = 0; node < tree->size(); ++node) {
    std::vector<SymbolId> children;
    tree->forEachChild(node, [&](NodeIndex child) {
      children.push_back((*tree)[child].symbol);
    });
    if (grammar.isTerminal((*tree)[node].symbol) || children.empty())
      continue;
    bool isRule = false;
    for (const Rule &rule : grammar.rules())
      isRule |= rule.left == (*tree)[node].symbol && rule.right == children;
    CHECK(isRule);
  }
  return drawn(grammar, *tree);
}

} // namespace

TEST_CASE("left and right recursion give trees that grow to their side",
          "[grammar][parser]") {
  CHECK(parsed("a ::= a 'x' | 'x'", "xxx") == "[[[x]x]x]");
  CHECK(parsed("a ::= 'x' a | 'x'", "xxx") == "[x[x[x]]]");
  CHECK(parsed("a ::= 'x'*", "xxx") == "[[[[[]x]x]x]]");
}

TEST_CASE("ambiguous, empty and cyclic rules give a tree",
          "[grammar][parser]") {
  CHECK(parsed("a ::= a a | 'x'", "xx") == "[[x][x]]");
  CHECK(parsed("a ::= a a | 'x'", "xxxx").size() > 4);
  CHECK(parsed("a ::= a a | 'x' |", "xx").size() > 4);
  CHECK(parsed("a ::= a | b | 'x'; b ::= a | ''", "x").size() > 1);
  CHECK(parsed("a ::= a | b | 'x'; b ::= a | ''", "") == "[]");
  CHECK(parsed("a ::= b c b; b ::= '' | 'x'; c ::= b b", "x").size() > 1);
  CHECK(parsed("a ::= b b b 'y'; b ::= c | 'x'; c ::= ''", "xxy").size() > 4);
  CHECK(parsed("a ::= (('x'?)*)* 'y'", "xxy").size() > 4);
  // For this language, parsers that are not general fail.
  CHECK(parsed("a ::= 'x' a 'x' | 'x'", "xxxxx") == "[x[x[x]x]x]");
}

TEST_CASE("longer literals and characters of several bytes are matched",
          "[grammar][parser]") {
  CHECK(parsed("a ::= ('null' | 'nullable' | [\\u00e0-\\u00ff])+",
               "nullablenull\xc3\xa9")
            .size() > 10);
  CHECK(parsed("a ::= [^x]*", "\xff\xc3\xa9\xc3").size() > 4);
}

TEST_CASE("a text that does not fit is told by place and expectation",
          "[grammar][parser]") {
  llvm::StringRef sum = "sum ::= n ' + ' sum | n; n ::= [0-9]+ | '(' sum ')'";
  CHECK(parsed(sum, "1 + x") ==
        "in:1:5: the grammar g does not describe this input: found \"x\" where "
        "[(0-9] is expected");
  CHECK(parsed(sum, "(1 + 2") ==
        "in:1:7: the grammar g does not describe this input: the input ends "
        "where [)0-9] or \" + \" is expected");
  CHECK(parsed(sum, "") ==
        "in:1:1: the grammar g does not describe this input: the input ends "
        "where [(0-9] is expected");
  CHECK(parsed("a ::= 'x\\n' 'y'", "x\nyz") ==
        "in:2:2: the grammar g does not describe this input: found \"z\" where "
        "it should end");
  CHECK(
      parsed("a ::= '\\u00e9' 'y'", "\xc3\xa9\xc3\xa9") ==
      "in:1:2: the grammar g does not describe this input: found \"\xc3\xa9\" "
      "where \"y\" is expected");
}

TEST_CASE("deep trees need no stack", "[grammar][parser]") {
  Grammar grammar =
      llvm::cantFail(readGrammar("g", "a ::= '(' a ')' | 'x' a | ''"));
  std::string text = std::string(20000, '(') + std::string(20000, ')');
  DerivationTree tree = llvm::cantFail(parse(grammar, text, {"in", "g"}));
  CHECK(tree.size() == 60001);
  CHECK(TreeShape(tree).heights[0] == 20001);
}

TEST_CASE("the states of an unambiguous grammar grow as the text does",
          "[grammar][parser]") {
  Grammar grammar = llvm::cantFail(readGrammar("g", R"(
    <value>    ::= <object> | <array> | <string> | <number> | "true" | "null"
    <object>   ::= "{" <members> "}" | "{}"
    <members>  ::= <member> ", " <members> | <member>
    <member>   ::= <string> ": " <value>
    <array>    ::= "[" <elements> "]" | "[]"
    <elements> ::= <value> ", " <elements> | <value>
    <string>   ::= '"' <letters> '"'
    <letters>  ::= <letter> <letters> | ""
    <letter>   ::= [^"\\] | "\\" [^x]
    <number>   ::= <digit> <number> | <digit>
    <digit>    ::= [0-9])"));
  for (int size : {1000, 4000}) {
    std::string text = "[";
    for (int i = 0; i < size; ++i)
      text += "{\"name\": \"item\", \"n\": [" + std::to_string(i) + "]}, ";
    text += "null]";
    // The parser needs at most this many states for each byte, whatever the
    // size of the text.
    ParseOptions options{"in", "g", 14 * text.size()};
    CHECK(llvm::cantFail(parse(grammar, text, options)).text() == text);
  }
}

TEST_CASE("a parse that needs too much memory or time is refused",
          "[grammar][parser]") {
  Grammar grammar = llvm::cantFail(readGrammar("g", "a ::= a a a | 'x' | ''"));
  llvm::Expected<DerivationTree> tree =
      parse(grammar, std::string(2000, 'x'), {"in", "g", 100000});
  REQUIRE_FALSE(bool(tree));
  std::string message = llvm::toString(tree.takeError());
  CHECK(llvm::StringRef(message).starts_with("in:1:"));
  CHECK(message.find("would take too much memory or time") !=
        std::string::npos);
}

TEST_CASE("random grammars parse the texts that they make",
          "[grammar][parser]") {
  std::mt19937 random(1);
  auto below = [&](size_t n) { return random() % n; };
  const std::string names = "abcde";
  for (int round = 0; round < 300; ++round) {
    // Each symbol also has an expansion without symbols.
    std::string text;
    for (char name : names) {
      text += std::string(1, name) + " ::= '" + (below(3) ? "x" : "") + "'";
      for (size_t alternatives = below(3); alternatives > 0; --alternatives) {
        text += " | ";
        for (size_t i = below(4); i > 0; --i)
          text += below(3) == 0 ? "'" + std::string(1, "xyz"[below(3)]) + "' "
                                : std::string(1, names[below(5)]) + " ";
      }
      text += ";\n";
    }
    Grammar grammar = llvm::cantFail(readGrammar("g", text));
    for (int example = 0; example < 5; ++example) {
      std::string made;
      std::vector<SymbolId> waiting = {grammar.start()};
      for (int steps = 0; !waiting.empty(); ++steps) {
        const Symbol &symbol = grammar.symbols()[waiting.back()];
        waiting.pop_back();
        if (symbol.kind == Symbol::Kind::Literal) {
          made += symbol.text;
          continue;
        }
        uint32_t rule =
            symbol.rules[steps > 30 ? 0 : below(symbol.rules.size())];
        const std::vector<SymbolId> &right = grammar.rules()[rule].right;
        waiting.insert(waiting.end(), right.rbegin(), right.rend());
      }
      INFO(text << "\n" << made);
      REQUIRE_FALSE(llvm::StringRef(parsed(text, made)).starts_with("in:"));
    }
  }
}
