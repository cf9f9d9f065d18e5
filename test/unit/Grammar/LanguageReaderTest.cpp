// Tests how texts of programming languages are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Grammar/LanguageReader.h"
#include "TestSupport/Languages.h"
#include "pinstripe/Grammar/TreeReplacements.h"
#include <algorithm>

using namespace pinstripe;
using pinstripe::test::known;

namespace {

/// A text, and the tree that the reader has made of it.
struct ReadText {
  ReadText(const Language &language, const std::string &text)
      : reader(llvm::cantFail(LanguageReader::create(language, text))),
        tree(reader->read(text)) {}

  const Grammar &grammar() const { return reader->grammar(); }
  std::string nameOf(NodeIndex node) const {
    return grammar().symbols()[tree[node].symbol].text;
  }
  /// Returns the texts of all nodes of a symbol, in preorder.
  std::vector<std::string> texts(llvm::StringRef symbol) const {
    std::vector<std::string> found;
    for (NodeIndex node = 0; node < tree.size(); ++node)
      if (nameOf(node) == symbol)
        found.push_back(tree.text(node).str());
    return found;
  }
  NodeIndex first(llvm::StringRef symbol) const {
    NodeIndex node = 0;
    while (nameOf(node) != symbol)
      ++node;
    return node;
  }
  /// Returns the whole texts that the nearest replacements of a node make.
  std::vector<std::string> replaced(llvm::StringRef symbol) const {
    TreeReplacements replacements(grammar(), tree);
    std::vector<std::string> found;
    for (const Replacement &each : replacements.nearest(first(symbol)))
      found.push_back(replacements.textOfTree(each));
    return found;
  }

  /// Returns the whole texts that the nearest replacements of any node make.
  std::vector<std::string> allReplaced() const {
    TreeReplacements replacements(grammar(), tree);
    std::vector<std::string> found;
    for (NodeIndex node = 0; node < tree.size(); ++node)
      for (const Replacement &each : replacements.nearest(node))
        found.push_back(replacements.textOfTree(each));
    return found;
  }

  std::unique_ptr<LanguageReader> reader;
  DerivationTree tree;
};

using Texts = std::vector<std::string>;

bool contains(const Texts &texts, const std::string &text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

} // namespace

TEST_CASE("the tree of a text in any language has the whole text",
          "[grammar][language]") {
  struct Example {
    const char *language, *text;
  };
  Example example = GENERATE(
      Example{"c", "\n/* a */ int f(int a) { // b\n  return a; }\n\n"},
      Example{"cpp", "#include <a>\ntemplate <class T> T f(T &&t = 1) {\n"
                     "  return R\"(x)\" + t; }\n"},
      Example{"css", "a > b { color: red; /* c */ }\n"},
      Example{"html", "<!DOCTYPE html>\n<p a=1>x <br> y<script>1<2</script>"},
      Example{"javascript", "let a = `x${1}y`\nf(a => /r/)\n// c"},
      Example{"json", " {\"a\": [1, \"\\n\", null]} "},
      Example{"python", "# c\nif x:\n    y = f\"{z}\"\n\n    pass\nelse:\n"
                        "  pass\n"},
      Example{"sql", "SELECT a, b FROM t WHERE a = 'x'; -- c\n"},
      Example{"xml", "<?xml version=\"1.0\"?>\n<a b='c'><!-- d --><e/>f</a>"});
  const Language *language = known(example.language);
  if (!language)
    return;
  INFO(example.text);
  ReadText read(*language, example.text);
  CHECK(read.tree.text() == example.text);
  CHECK(read.tree[0].size == read.tree.size());
  CHECK(read.reader->errors() == 0);
  // A node has the texts of its children, in order.
  for (NodeIndex node = 0; node < read.tree.size(); ++node) {
    uint32_t end = read.tree[node].begin;
    read.tree.forEachChild(node, [&](NodeIndex child) {
      CHECK(read.tree[child].begin >= end);
      end = read.tree[child].end;
    });
    CHECK(end <= read.tree[node].end);
  }
}

TEST_CASE("texts with errors are read, and say where the first one is",
          "[grammar][language]") {
  const Language *language = known("c");
  if (!language)
    return;
  std::string text = "int a;\nint ) b;\nint c;\n";
  ReadText read(*language, text);
  CHECK(read.tree.text() == text);
  CHECK(read.reader->errors() == 1);
  CHECK(text.substr(read.reader->firstError(), 1) == ")");
  // Text that fits no rule can be left out.
  CHECK(read.texts("comment") == Texts{" )"});
  ReadText empty(*language, "");
  CHECK(empty.tree.text().empty());
  CHECK(empty.reader->errors() == 0);
  std::string bytes("\xff)}\0 \x80{{", 8);
  ReadText noise(*language, bytes);
  CHECK(noise.tree.text() == bytes);
  CHECK(noise.reader->errors() != 0);
}

TEST_CASE("trees have the choices of a grammar that tree-sitter does not show",
          "[grammar][language]") {
  const Language *language = known("json");
  if (!language)
    return;
  ReadText read(*language, "[10, {\"a\": 2}]");
  CHECK(read.texts("_value") ==
        Texts{"[10, {\"a\": 2}]", "10", "{\"a\": 2}", "2"});
  // The shortest text of a number is the shortest one that there is.
  CHECK(read.grammar().shortestText(read.tree[read.first("number")].symbol) ==
        "2");
  Texts replaced = read.replaced("_value");
  CHECK(contains(replaced, "{\"a\": 2}"));
  CHECK(contains(replaced, "2"));
}

TEST_CASE("a node is made by the rule of its name rather than by an alias",
          "[grammar][language]") {
  const Language *language = known("c");
  if (!language)
    return;
  // Conditions of #if have rules of their own, which make the same nodes.
  ReadText read(*language, "int a = (b);\n");
  CHECK(read.texts("_preproc_expression").empty());
  CHECK(contains(read.replaced("expression"), "int a = b;\n"));
}

TEST_CASE("white space before an item of a list goes with it",
          "[grammar][language]") {
  const Language *language = known("c");
  if (!language)
    return;
  ReadText read(*language, "void f(void) {\n  a();\n  b(); // x\n  c();\n}\n");
  bool hasItem = false;
  for (NodeIndex node = 0; node + 1 < read.tree.size(); ++node) {
    bool isList = read.tree[node].symbol == read.tree[node + 1].symbol;
    llvm::StringRef text = read.tree.text(node);
    if (isList && text == "\n  a();\n  b();")
      hasItem = read.tree.text(node + 1) == "\n  a();";
  }
  CHECK(hasItem);
  CHECK(read.texts("comment") == Texts{" // x"});
}

TEST_CASE("the first of several items can go, with what separates them",
          "[grammar][language]") {
  const Language *json = known("json"), *c = known("c");
  if (!json || !c)
    return;
  CHECK(contains(ReadText(*json, "[1, 22, 3]").allReplaced(), "[22, 3]"));
  CHECK(contains(ReadText(*c, "int x = f(aa, b);\n").allReplaced(),
                 "int x = f(b);\n"));
  // The items of this list are not separated, and it can't be empty.
  CHECK(contains(ReadText(*json, "\"\\n\\t\"").allReplaced(), "\"\\t\""));
}

TEST_CASE("tokens that would become one are separated by a space",
          "[grammar][language]") {
  const Language *language = known("c");
  if (!language)
    return;
  ReadText read(*language, "int f() { return (a); }");
  CHECK(contains(read.replaced("expression"), "int f() { return a; }"));
  auto joined = [&](std::string left, llvm::StringRef right) {
    read.grammar().join(left, right);
    return left;
  };
  CHECK(joined("return", "x") == "return x");
  CHECK(joined("-", "-1") == "- -1");
  CHECK(joined("f", "(") == "f(");
  CHECK(joined("a ", "b") == "a b");
  CHECK(joined("", "b") == "b");
}

TEST_CASE("trees of any height are read", "[grammar][language]") {
  const Language *language = known("json");
  if (!language)
    return;
  constexpr size_t height = 20000;
  std::string text = std::string(height, '[') + std::string(height, ']');
  ReadText read(*language, text);
  CHECK(read.tree.text() == text);
  CHECK(read.texts("array").size() == 2 * height);
}

TEST_CASE("a checker refuses texts with more errors than allowed",
          "[grammar][language]") {
  const Language *language = known("json");
  if (!language)
    return;
  LanguageChecker strict(*language, 0), lenient(*language, 1);
  CHECK(strict.accepts("[1, 2]"));
  CHECK_FALSE(strict.accepts("[1, , 2]"));
  CHECK(lenient.accepts("[1, , 2]"));
  CHECK_FALSE(strict.accepts("[1"));
}

TEST_CASE("the name of a file tells its language", "[grammar][language]") {
  CHECK(isLanguageName("cpp"));
  CHECK_FALSE(isLanguageName("c++"));
  if (const Language *language = known("cpp"))
    CHECK(llvm::cantFail(languageOfFile("a/b.hpp")) == language);
  llvm::Expected<const Language *> none = languageOfFile("a/notes");
  REQUIRE_FALSE(bool(none));
  CHECK(llvm::StringRef(llvm::toString(none.takeError()))
            .starts_with("a/notes: the name does not tell the language; name "
                         "one: "));
  llvm::Expected<const Language *> unknown = findLanguage("cobol");
  REQUIRE_FALSE(bool(unknown));
  CHECK(llvm::StringRef(llvm::toString(unknown.takeError()))
            .starts_with("cobol is no language; this pinstripe knows: "));
}
