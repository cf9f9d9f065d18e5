// Tests which edits of a program text are listed, and how they are applied.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Program/SourceEditor.h"
#include "llvm/ADT/STLExtras.h"
#include <thread>

using namespace pinstripe;

namespace {

/// A text in memory, in a folder that need not exist.
struct Text {
  explicit Text(std::string text, std::string name = "a.c")
      : files{{std::move(name), std::move(text)}} {}

  EditList list(EditKind kind) const { return editor.list(files, kind); }
  /// Returns the texts that each single edit makes of this one, each with its
  /// white space as single spaces.
  std::vector<std::string> variants(EditKind kind) const {
    EditList all = list(kind);
    std::vector<std::string> texts;
    for (const SourceEdit &edit : all.edits)
      texts.push_back(spaced(appliedEdits(files[0].text, 0, {&edit})));
    return texts;
  }
  /// Returns the text after all edits of a kind.
  std::string afterAll(EditKind kind) const {
    EditList all = list(kind);
    std::vector<const SourceEdit *> edits;
    for (const SourceEdit &edit : all.edits)
      edits.push_back(&edit);
    return spaced(appliedEdits(files[0].text, 0, edits));
  }

  /// Returns the text without the declarations that nothing uses.
  std::string afterUnused() const {
    EditList all = list(EditKind::Deletions);
    std::vector<const SourceEdit *> edits;
    for (uint32_t edit : all.unused)
      edits.push_back(&all.edits[edit]);
    return spaced(appliedEdits(files[0].text, 0, edits));
  }

  static std::string spaced(llvm::StringRef text) {
    std::string result;
    for (char c : text) {
      bool isSpace = c == ' ' || c == '\n';
      if (!isSpace || (!result.empty() && result.back() != ' '))
        result += isSpace ? ' ' : c;
    }
    if (!result.empty() && result.back() == ' ')
      result.pop_back();
    return result;
  }

  SourceEditor editor{"/nowhere", {}};
  std::vector<SourceText> files;
};

bool hasText(const std::vector<std::string> &texts, const std::string &text) {
  return llvm::is_contained(texts, text);
}

} // namespace

TEST_CASE("deletions take a declaration with its semicolon", "[program]") {
  Text text("int a, *b = 0;\nint f(void);\n");
  std::vector<std::string> variants = text.variants(EditKind::Deletions);
  CHECK(hasText(variants, "int f(void);"));
  CHECK(hasText(variants, "int a, *b = 0;"));
  CHECK(hasText(variants, "int b = 0; int f(void);"));
  CHECK(hasText(variants, "int a; int f(void);"));
  CHECK(hasText(variants, "int a, *b; int f(void);"));
  CHECK(variants.size() == 5);
}

TEST_CASE("deletions take statements, bodies and values", "[program]") {
  Text text("int f(int n) { if (n) n = 1; else n = 2; return n; }");
  std::vector<std::string> variants = text.variants(EditKind::Deletions);
  CHECK(hasText(variants, ""));
  CHECK(hasText(variants, "int f(int n) ;"));
  CHECK(hasText(variants, "int f(int n) {}"));
  CHECK(hasText(variants, "int f(int n) { return n; }"));
  CHECK(hasText(variants, "int f(int n) { if (n) ; else n = 2; return n; }"));
  CHECK(hasText(variants, "int f(int n) { if (n) n = 1; return n; }"));
  CHECK(
      hasText(variants, "int f(int n) { if (n) n = 1; else n = 2; return ; }"));
}

TEST_CASE("a parameter goes with the arguments of all calls", "[program]") {
  Text text("int f(int a, int b);\n"
            "int f(int a, int b) { return a; }\n"
            "int g(void) { return f(1, f(2, 3)); }\n");
  std::vector<std::string> variants = text.variants(EditKind::Deletions);
  CHECK(hasText(variants, "int f(int a); int f(int a) { return a; } "
                          "int g(void) { return f(1); }"));
  CHECK(hasText(variants, "int f(int b); int f(int b) { return a; } "
                          "int g(void) { return f(f(3)); }"));
}

TEST_CASE("arguments without a parameter are deleted call by call",
          "[program]") {
  Text text("int f();\nint a(void) { return f(1, 2) + f(3, 4); }\n"
            "int b(int n) { return missing(n, 5); }\n");
  text.editor =
      SourceEditor("/nowhere", {"-Wno-implicit-function-declaration"});
  std::string before = "int f(); int a(void) { return ",
              after = " int b(int n) { return missing(n, 5); }";
  std::vector<std::string> variants = text.variants(EditKind::Deletions);
  CHECK(hasText(variants, before + "f(1) + f(3, 4); }" + after));
  CHECK(hasText(variants, before + "f(2) + f(3, 4); }" + after));
  CHECK(hasText(variants, before + "f(1, 2) + f(3); }" + after));
  before = "int f(); int a(void) { return f(1, 2) + f(3, 4); } "
           "int b(int n) { return ";
  CHECK(hasText(variants, before + "missing(n); }"));
  CHECK(hasText(variants, before + "missing(5); }"));
}

TEST_CASE("arguments are deleted from calls that Clang can't resolve",
          "[program]") {
  std::string rest = " template <class T> T t(T a) { T b(a, 5); "
                     "return T(b, 6); }";
  Text text("int f(int);\nint a(int n) { return missing(n, 1) + f(2, n); }" +
                rest,
            "a.cpp");
  std::vector<std::string> variants = text.variants(EditKind::Deletions);
  std::string before = "int f(int); int a(int n) { return ";
  CHECK(hasText(variants, before + "missing(n) + f(2, n); }" + rest));
  CHECK(hasText(variants, before + "missing(1) + f(2, n); }" + rest));
  CHECK(hasText(variants, before + "missing(n, 1) + f(n); }" + rest));
  before += "missing(n, 1) + f(2, n); } template <class T> T t(T a) { ";
  CHECK(hasText(variants, before + "T b(5); return T(b, 6); }"));
  CHECK(hasText(variants, before + "T b(a, 5); return T(b); }"));
}

TEST_CASE("a directive of OpenMP goes alone, with its statement, or in part",
          "[program]") {
  Text text("void f(int n) {\n#pragma omp parallel private(n) \\\n"
            "    if (n)\n{ n = 1; n = 2; }\nn = 3; }\n");
  text.editor = SourceEditor("/nowhere", {"-fopenmp"});
  std::vector<std::string> variants = text.variants(EditKind::Deletions);
  CHECK(hasText(variants, "void f(int n) { { n = 1; n = 2; } n = 3; }"));
  CHECK(hasText(variants, "void f(int n) { n = 3; }"));
  CHECK(hasText(variants, "void f(int n) { #pragma omp parallel \\ if (n) "
                          "{ n = 1; n = 2; } n = 3; }"));
  CHECK(hasText(variants, "void f(int n) { #pragma omp parallel private(n) \\ "
                          "{ n = 1; n = 2; } n = 3; }"));
  CHECK(hasText(variants, "void f(int n) { #pragma omp parallel private(n) \\ "
                          "if (n) { n = 2; } n = 3; }"));
}

TEST_CASE("contents replace blocks and loops of OpenMP", "[program]") {
  Text text("void f(int n) {\n#pragma omp parallel\n{ n = 1; n = 2; }\n"
            "#pragma omp for\nfor (int i = 0; i < 9; i++) { g(i); }\n"
            "#pragma omp critical\n++n; }\n");
  text.editor = SourceEditor(
      "/nowhere", {"-fopenmp", "-Wno-implicit-function-declaration"});
  std::vector<std::string> variants = text.variants(EditKind::Contents);
  std::string block = "#pragma omp parallel { n = 1; n = 2; } ",
              loop = "#pragma omp for for (int i = 0; i < 9; i++) { g(i); } ",
              critical = "#pragma omp critical ++n; }";
  CHECK(hasText(variants, "void f(int n) { n = 1; n = 2; " + loop + critical));
  CHECK(
      hasText(variants, "void f(int n) { " + block + "{ g(i); } " + critical));
  CHECK(hasText(variants, "void f(int n) { " + block +
                              "for (int i = 0; i < 9; i++) { g(i); } " +
                              critical));
  CHECK(hasText(variants, "void f(int n) { " + block + loop + "++n; }"));
}

TEST_CASE("items of a list leave no comma behind", "[program]") {
  Text text("enum e { A, B, C };");
  EditList list = text.list(EditKind::Deletions);
  auto indexOf = [&](const std::string &item) {
    for (size_t i = 0; i < list.edits.size(); ++i) {
      const TextChange &change = list.edits[i].changes[0];
      if (text.files[0].text.substr(change.begin, change.end - change.begin) ==
          item)
        return i;
    }
    return list.edits.size();
  };
  auto without = [&](std::vector<std::string> items) {
    std::vector<const SourceEdit *> edits;
    for (const std::string &item : items)
      edits.push_back(&list.edits[indexOf(item)]);
    return appliedEdits(text.files[0].text, 0, edits);
  };
  CHECK(without({"A"}) == "enum e { B, C };");
  CHECK(without({"B"}) == "enum e { A, C };");
  CHECK(without({"C"}) == "enum e { A, B };");
  CHECK(without({"A", "B"}) == "enum e { C };");
  CHECK(without({"A", "C"}) == "enum e { B };");
  CHECK(without({"B", "C"}) == "enum e { A };");
  CHECK(without({"A", "B", "C"}) == "enum e {  };");
}

TEST_CASE("contents replace loops, branches and blocks", "[program]") {
  Text text("void f(int n) { while (n) { n--; } if (n) n = 1; else n = 2; }");
  std::vector<std::string> variants = text.variants(EditKind::Contents);
  CHECK(hasText(variants,
                "void f(int n) { { n--; } if (n) n = 1; else n = 2; }"));
  CHECK(hasText(variants,
                "void f(int n) { while (n) n--; if (n) n = 1; else n = 2; }"));
  CHECK(hasText(variants, "void f(int n) { while (n) { n--; } n = 1; }"));
  CHECK(hasText(variants, "void f(int n) { while (n) { n--; } n = 2; }"));
}

TEST_CASE("simplifications replace expressions by operands and literals",
          "[program]") {
  Text text("int f(int a) { return a * 7; }");
  std::vector<std::string> variants = text.variants(EditKind::Simplifications);
  CHECK(variants == std::vector<std::string>{"int f(int a) { return 0; }",
                                             "int f(int a) { return 7; }",
                                             "int f(int a) { return 0 * 7; }",
                                             "int f(int a) { return a; }",
                                             "int f(int a) { return a * 0; }",
                                             "int f(int a) { return a * 1; }"});
}

TEST_CASE("conditions become true or false", "[program]") {
  Text text("void f(int a) { if (a > 3) f(1); }");
  std::vector<std::string> variants = text.variants(EditKind::Simplifications);
  CHECK(hasText(variants, "void f(int a) { if (1) f(1); }"));
  CHECK(hasText(variants, "void f(int a) { if (0) f(1); }"));
}

TEST_CASE("an edit is followed by the edits in its range", "[program]") {
  Text text("int f(void) { { int a; } return 1; }\nint b;\n");
  EditList list = text.list(EditKind::Deletions);
  REQUIRE(list.ends.size() == list.edits.size());
  // The first edit removes the whole function; only `int b;` lies outside it.
  CHECK(list.ends.front() == list.edits.size() - 1);
  for (size_t i = 0; i < list.edits.size(); ++i) {
    const TextChange &root = list.edits[i].changes[0];
    for (size_t j = i + 1; j < list.ends[i]; ++j)
      for (const TextChange &change : list.edits[j].changes)
        CHECK((root.begin <= change.begin && change.end <= root.end));
  }
}

TEST_CASE("all edits together make a text once", "[program]") {
  Text text("int f(int a) { if (a) { a = 1; } return a; }");
  CHECK(text.afterAll(EditKind::Deletions) == "");
  CHECK(text.afterAll(EditKind::Simplifications) ==
        "int f(int a) { if (1) { 0; } return 0; }");
}

TEST_CASE("declarations that only unused ones use are unused", "[program]") {
  Text text("typedef int t; struct s { t a; }; static struct s x;\n"
            "typedef long u; u g(void) { return 0; }\n");
  EditList list = text.list(EditKind::Deletions);
  std::vector<const SourceEdit *> unused;
  for (uint32_t edit : list.unused)
    unused.push_back(&list.edits[edit]);
  CHECK(Text::spaced(appliedEdits(text.files[0].text, 0, unused)) ==
        "typedef long u; u g(void) { return 0; }");
}

TEST_CASE("member functions that nothing calls are unused", "[program]") {
  Text text("template <class T> struct s {\n"
            "T a; T get() { return a; }\nvoid put(T b) { a = b; }\n};\n"
            "int f(s<int> *x) { return x->get(); }\n",
            "a.cpp");
  CHECK(text.afterUnused() ==
        "template <class T> struct s { T a; T get() { return a; } }; "
        "int f(s<int> *x) { return x->get(); }");
}

TEST_CASE("a deletion takes what Clang leaves out of a declaration",
          "[program]") {
  Text text("#define M [[deprecated]]\nM\nint h();\n"
            "[[deprecated]] int a();\n__extension__ typedef long b;\n"
            "extern \"C++\" int c();\nstruct d;\n"
            "d &operator<<(d &, int) = delete;\n"
            "template <class T> struct e { template <class U> void f(U); };\n"
            "template <class T> template <class U> void e<T>::f(U) {}\n"
            "template <class T> T g(T a) { return a; }\n"
            "extern template int g(int);\n"
            "int main() {}\n",
            "a.cpp");
  CHECK(text.afterUnused() == "#define M [[deprecated]] int main() {}");
}

TEST_CASE("what an instance of a template uses is used", "[program]") {
  Text text("struct p { int v; };\n"
            "int value(p a) { return a.v; }\nint other(p a);\n"
            "template <class T> int g(T a) { return value(a); }\n"
            "int f() { return g(p()); }\n",
            "a.cpp");
  CHECK(text.afterUnused() ==
        "struct p { int v; }; int value(p a) { return a.v; } "
        "template <class T> int g(T a) { return value(a); } "
        "int f() { return g(p()); }");
}

TEST_CASE("a name that is missing without the unused declarations is used",
          "[program]") {
  // The syntax tree names the namespace, and does not name the alias.
  Text text("namespace n { constexpr int size = 2; constexpr int none = 0; }\n"
            "namespace m = n;\ntemplate <int i> struct s {};\n"
            "using t = s<m::size>;\nt *f() { return 0; }\n",
            "a.cpp");
  CHECK(text.afterUnused() ==
        "namespace n { constexpr int size = 2; } namespace m = n; "
        "template <int i> struct s {}; using t = s<m::size>; "
        "t *f() { return 0; }");
}

TEST_CASE("a definition owns what only it uses", "[program]") {
  Text text("static int both; static int one;\n"
            "int f(void) { return both + one; }\n"
            "int g(void) { return both; }\n");
  EditList list = text.list(EditKind::Deletions);
  REQUIRE(list.owned.size() == 1);
  std::vector<const SourceEdit *> owned;
  for (uint32_t edit : list.owned[0])
    owned.push_back(&list.edits[edit]);
  CHECK(Text::spaced(appliedEdits(text.files[0].text, 0, owned)) ==
        "static int both; int g(void) { return both; }");
}

TEST_CASE("a parse that is given up says nothing about the text", "[program]") {
  std::atomic<bool> givenUp = true;
  Text text("int a; int b; int f(void) { return a; }");
  CHECK(!text.editor.check(text.files, &givenUp).isValid);
  CHECK(text.editor.list(text.files, EditKind::Simplifications, &givenUp)
            .edits.empty());
}

TEST_CASE("a text with many conditional directives is not formatted",
          "[program]") {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "#if A\nint a;\n#else\nint b;\n#endif\n";
  CHECK(!SourceEditor::formatted({"a.c", text}));
}

TEST_CASE("comments are deleted, texts that look like comments are not",
          "[program]") {
  Text text("/* one */ char *s = \"/* two */\"; // three\n");
  CHECK(hasText(text.variants(EditKind::Deletions),
                "char *s = \"/* two */\"; // three"));
  CHECK(hasText(text.variants(EditKind::Deletions),
                "/* one */ char *s = \"/* two */\";"));
}

TEST_CASE("what a macro has written is edited only where it is called",
          "[program]") {
  Text text("#define TWO 2 + x\nint x;\nint f(void) { return TWO; }\n");
  for (const std::string &variant : text.variants(EditKind::Simplifications))
    CHECK(llvm::StringRef(variant).starts_with("#define TWO 2 + x"));
  CHECK(hasText(text.variants(EditKind::Simplifications),
                "#define TWO 2 + x int x; int f(void) { return 0; }"));
}

TEST_CASE("members, bases and initialisers of classes are deleted",
          "[program]") {
  Text text("struct A {};\nstruct B : A { int a, b; B() : a(1), b(2) {} };\n",
            "a.cpp");
  std::vector<std::string> variants = text.variants(EditKind::Deletions);
  CHECK(hasText(variants,
                "struct A {}; struct B { int a, b; B() : a(1), b(2) {} };"));
  CHECK(hasText(variants, "struct A {}; struct B : A { int a, b; B() {} };"));
  CHECK(hasText(variants,
                "struct A {}; struct B : A { int a, b; B() : a(1) {} };"));
  CHECK(hasText(variants,
                "struct A {}; struct B : A { int a, b; B() : b(2) {} };"));
  CHECK(hasText(variants, "struct A {}; struct B : A {};"));
}

TEST_CASE("a template is deleted as a whole", "[program]") {
  Text text("template <class T> T f(T a) { return a; }\nint b = f(1);\n",
            "a.cpp");
  std::vector<std::string> variants = text.variants(EditKind::Deletions);
  CHECK(hasText(variants, "int b = f(1);"));
  CHECK(!hasText(variants, "template <class T> int b = f(1);"));
}

TEST_CASE("a check names the first error", "[program]") {
  CHECK(Text("int a;").editor.check(Text("int a;").files).isValid);
  TextCheck check = Text("").editor.check(Text("int a = b;").files);
  CHECK(!check.isValid);
  CHECK(check.firstError ==
        "/nowhere/a.c:1:9: use of undeclared identifier 'b'");
}

TEST_CASE("a warning that is an error by default is an error", "[program]") {
  Text text("int a;\nint *b(void) { return a; }\n");
  CHECK(!text.editor.check(text.files).isValid);
  SourceEditor lenient("/nowhere", {"-Wno-int-conversion"});
  CHECK(lenient.check(text.files).isValid);
}

TEST_CASE("errors that a text has do not count in another one", "[program]") {
  Text text("int a = __builtin_of_another_compiler(1);\nint b = a;\n", "a.cpp");
  TextCheck original = text.editor.acceptErrorsOf(text.files);
  CHECK(!original.isValid);
  CHECK(original.errors.size() == 1);
  CHECK(text.editor.check(text.files).isValid);
  CHECK(
      text.editor
          .check(
              Text("int a = __builtin_of_another_compiler(2);", "a.cpp").files)
          .isValid);
  CHECK(!text.editor.check(Text("int b = a;", "a.cpp").files).isValid);
}

TEST_CASE("attributes are deleted", "[program]") {
  Text text("int f(int a) __attribute__((const, aligned(8))) __asm__(\"g\");");
  std::vector<std::string> variants = text.variants(EditKind::Deletions);
  CHECK(hasText(variants, "int f(int a) __asm__(\"g\");"));
  CHECK(hasText(variants, "int f(int a) __attribute__((const, aligned(8))) ;"));
}

TEST_CASE("the name of a type is replaced by the type", "[program]") {
  Text text("typedef unsigned long size;\n"
            "typedef struct { int a; } *pointer;\n"
            "size f(size a, pointer b);\n");
  std::vector<std::string> variants = text.variants(EditKind::Simplifications);
  CHECK(variants == std::vector<std::string>{
                        "typedef struct { int a; } *pointer; "
                        "unsigned long f(unsigned long a, pointer b);"});
}

TEST_CASE("bodies become empty, but not those that tell a type", "[program]") {
  Text text("int f(int a) { return a; }\nauto g() { return 1; }\n"
            "constexpr int h() { return 2; }\nint a[h()];\n"
            "struct S { S() : b(1) { f(1); } int b; };\n",
            "a.cpp");
  CHECK(text.afterAll(EditKind::Bodies) ==
        "int f(int a) {} auto g() { return 1; } "
        "constexpr int h() { return 2; } int a[h()]; "
        "struct S { S() : b(1) {} int b; };");
}

TEST_CASE("unused declarations are a list of their own", "[program]") {
  Text text("static int a;\nstruct s { int b; };\nstatic int c;\n"
            "int main() { return c; }\n");
  EditList list = text.list(EditKind::Unused);
  REQUIRE(list.edits.size() == list.ends.size());
  CHECK(text.afterAll(EditKind::Unused) ==
        "static int c; int main() { return c; }");
  CHECK(list.ends.back() == list.edits.size());
}

TEST_CASE("headers are inlined where the preprocessor has read them",
          "[program]") {
  SourceEditor editor("/nowhere", {});
  std::vector<SourceText> files{
      {"a.c", "#include \"a.h\"\n#if 0\n#include \"b.h\"\n#endif\n"
              "#include \"a.h\"\nint f(void) { return A; }\n"},
      {"a.h", "#pragma once\n#pragma GCC system_header\n#include "
              "\"c.h\"\n#define A 1\n"},
      {"b.h", "#error\n"},
      {"c.h", "int c;"}};
  CHECK(llvm::cantFail(editor.withHeaders(files, 0)) ==
        "\n\nint c;\n#define A 1\n#if 0\n#include \"b.h\"\n#endif\n"
        "int f(void) { return A; }\n");
}

TEST_CASE("a missing header is named", "[program]") {
  SourceEditor editor("/nowhere", {});
  llvm::Expected<std::string> text =
      editor.withHeaders({{"a.c", "#include \"none.h\"\n"}}, 0);
  REQUIRE(!text);
  CHECK(llvm::toString(text.takeError()) ==
        "a.c: headers can't be inlined: /nowhere/a.c:1:10: 'none.h' file not "
        "found; name the folders of headers with --flag=-IDIR");
}

TEST_CASE("a text is formatted in the style of LLVM", "[program]") {
  std::optional<std::string> text =
      SourceEditor::formatted({"a.c", "int   f ( ){return\n\n 1;}"});
  CHECK(text == "int f() { return 1; }");
}

TEST_CASE("a text that would take long is not formatted", "[program]") {
  std::string conditions;
  for (int i = 0; i < 40; ++i)
    conditions += " # if A\nint a;\n#else\nint b;\n#endif\n";
  CHECK(!SourceEditor::formatted({"a.c", conditions}));
  CHECK(!SourceEditor::formatted({"a.c", std::string(300 << 10, ';')}));
}

TEST_CASE("formatting ends when it is given up", "[program]") {
  // clang-format reads this text 2^16 times, which takes minutes.
  std::string text;
  for (int i = 0; i < 16; ++i)
    text += "#if A\nint a;\n#else\n";
  for (int i = 0; i < 16; ++i)
    text += "#endif\n";
  for (int i = 0; i < 10000; ++i)
    text += "int f(int a);\n";
  std::atomic<bool> givenUp = false;
  std::thread user([&] { givenUp = true; });
  CHECK(!SourceEditor::formatted({"a.c", text}, &givenUp));
  user.join();
}

TEST_CASE("flags for parsing are found among a compiler's arguments",
          "[program]") {
  CHECK(parseFlags({"-O2", "-c", "-I", "inc", "-DX=1", "-std=c99", "-o", "a.o",
                    "a.c", "-Wall"}) ==
        std::vector<std::string>{"-I", "inc", "-DX=1", "-std=c99"});
}
