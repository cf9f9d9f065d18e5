// Tests the readers of grammars.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Grammar/EarleyParser.h"
#include "pinstripe/Grammar/GrammarBuilder.h"

using namespace pinstripe;

/// Returns the message of a grammar that can't be read.
static std::string messageOf(llvm::StringRef text) {
  llvm::Expected<Grammar> grammar = readGrammar("g", text);
  return grammar ? "" : llvm::toString(grammar.takeError());
}

static bool describes(llvm::StringRef grammarText, llvm::StringRef text) {
  Grammar grammar = llvm::cantFail(readGrammar("g", grammarText));
  llvm::Expected<DerivationTree> tree = parse(grammar, text, {"in", "g"});
  if (!tree)
    llvm::consumeError(tree.takeError());
  return bool(tree);
}

TEST_CASE("a grammar of the Fuzzing Book is an object of expansions",
          "[grammar][reader]") {
  llvm::StringRef sum = R"({"<start>": ["<sum>"],
                            "<sum>": ["<digit> + <sum>", "<digit>"],
                            "<digit>": ["1", "2"]})";
  CHECK(describes(sum, "1 + 2 + 1"));
  CHECK_FALSE(describes(sum, "1 +"));
  CHECK_FALSE(describes(sum, ""));
}

TEST_CASE("an expansion in JSON may be a list, and a `<` may be text",
          "[grammar][reader]") {
  llvm::StringRef tags =
      R"({"<start>": [["<a>", "<", "b", ""], "< 1", "<a<a>", []],
          "<a>": ["x"]})";
  CHECK(describes(tags, "x<b"));
  CHECK(describes(tags, "< 1"));
  CHECK(describes(tags, "<ax"));
  CHECK(describes(tags, ""));
  CHECK_FALSE(describes(tags, "<b"));
}

TEST_CASE("EBNF has repetitions, groups, classes and escapes",
          "[grammar][reader]") {
  llvm::StringRef words = R"ebnf(
    # Words in parentheses, which may be nested.
    <list>  ::= "(" (word (", " word)*)? ")" ;
    word    ::= [a-z_]+ [0-9]* | <list> | '\x41\u00e9' | [^a-z"()\], 0-9_A-Z]
  )ebnf";
  CHECK(describes(words, "()"));
  CHECK(describes(words, "(a, b12, (c))"));
  CHECK(describes(words, "(A\xc3\xa9)"));
  CHECK(describes(words, "(\xe2\x82\xac)"));
  CHECK(describes(words, "(\xff)"));
  CHECK_FALSE(describes(words, "(])"));
  CHECK_FALSE(describes(words, "(a,)"));
  CHECK_FALSE(describes(words, "(1a)"));
}

TEST_CASE("the first rule of a BNF is its start, unless one is called so",
          "[grammar][reader]") {
  CHECK(describes("a ::= b \"x\"\nb ::= \"y\"", "yx"));
  CHECK(describes("b ::= \"y\"\n<start> ::= b \"x\"", "yx"));
  CHECK(describes("a = 'x' | 'y' a; a = 'z'", "yyz"));
}

TEST_CASE("what is wrong with a grammar is said with its line",
          "[grammar][reader]") {
  CHECK(messageOf("") == "g: has no rules");
  CHECK(messageOf("{") == "g: is not JSON: [1:1, byte=1]: Expected object key; "
                          "a grammar that is not JSON must not begin with `{`");
  CHECK(messageOf(R"({"<a>": ["x"]})") ==
        "g: the grammar has no symbol <start>, with which each input begins; "
        "add \"<start>\": [\"<...>\"]");
  CHECK(messageOf(R"({"<start>": ["<term>"], "<tern>": ["x"]})") ==
        "g: the symbol <term> has no expansions; near: <tern>");
  CHECK(messageOf(R"({"<start>": "x"})") ==
        "g: <start>: a symbol needs a list of its expansions, such as "
        "[\"<a>\", \"b\"]");
  CHECK(messageOf(R"({"<start>": [1]})") ==
        "g: <start>: an expansion is a text, such as \"<term> + <expr>\", or a "
        "list of texts");
  CHECK(messageOf(R"({"<start>": ["x"], "y": ["x"]})") ==
        "g: \"y\" is not a symbol; write its name in angle brackets, such as "
        "<expr>");
  CHECK(messageOf("a ::= 'x'\n\n  | undefined") ==
        "g:3: the symbol <undefined> has no expansions; define it, or write "
        "it in quotes if it is a text");
  CHECK(messageOf("a ::= 'x' a") ==
        "g:1: the symbol <a> never comes to an end: each of its expansions "
        "needs a symbol of which the same is true; add an expansion without "
        "one");
  CHECK(messageOf("a ::= 'x\n") ==
        "g:1: no ' ends the text that begins on this line");
  CHECK(messageOf("a ::= ('x'\n") ==
        "g:2: no `)` ends the group that begins before");
  CHECK(messageOf("a ::= 'x')") == "g:1: `)` ends no group");
  CHECK(messageOf("a ::= * 'x'") == "g:1: `*` must follow what it repeats");
  CHECK(messageOf("a ::= [z-a]") ==
        "g:1: the range [z] to [a] is empty; write the smaller character "
        "first");
  CHECK(messageOf("a ::= []") ==
        "g:1: the class [] has no characters; leave it out, or name some, such "
        "as [a-z]");
  CHECK(messageOf("a ::= '\\q'") ==
        "g:1: \\q has no meaning; write \\\\ for a backslash");
  CHECK(messageOf("a ::= '\\ud800'") ==
        "g:1: after \\u, the number of a character is needed, with 4 "
        "hexadecimal digits");
  CHECK(messageOf("int main() { }") ==
        "g:1: a rule begins with a name and `::=`, such as <expr> ::= <term> "
        "\"+\" <expr>");
  CHECK(messageOf("\x7f"
                  "ELF") ==
        "g:1: `\\x7f` has no meaning here; write a text in quotes");
}

TEST_CASE("a grammar that nests without end is refused", "[grammar][reader]") {
  CHECK(messageOf("a ::= " + std::string(100000, '(')) ==
        "g:1: more than 200 groups are nested in each other; give some a name");
  CHECK(messageOf("{\"<start>\": " + std::string(100000, '[')) ==
        "g: is no grammar: its lists are nested too deeply; a grammar is an "
        "object with a list of expansions for each symbol");
}

TEST_CASE("the shortest text of a symbol is found in any order of rules",
          "[grammar]") {
  Grammar grammar = llvm::cantFail(readGrammar(
      "g", "a ::= b b | c; b ::= 'xx' | d; d ::= c c; c ::= 'yyy'"));
  CHECK(grammar.shortestSize(grammar.start()) == 3);
  CHECK(grammar.shortestText(grammar.start()) == "yyy");
}

TEST_CASE("a shortest text that is endless is not written down", "[grammar]") {
  std::string text = "s ::= a0 | 'x' s2\ns2 ::= 'y'";
  for (int i = 0; i < 100; ++i)
    text += "\na" + std::to_string(i) + " ::= a" + std::to_string(i + 1) +
            " a" + std::to_string(i + 1);
  text += "\na100 ::= 'z'";
  Grammar grammar = llvm::cantFail(readGrammar("g", text));
  CHECK(grammar.shortestText(grammar.start()) == "xy");
  const Rule &long_ = grammar.rules()[0];
  CHECK(grammar.shortestSize(long_.right[0]) == Grammar::endless);
}
