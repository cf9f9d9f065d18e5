// Tests that macros of the command line are found without a record of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/MissingMacros.h"
#include "ScannedSource.h"

using namespace pinstripe;

/// Scans a C source of which the given lines have code. Returns its functions.
static Lines namesIn(const std::string &text,
                     const std::set<uint32_t> &codeLines,
                     const std::string &failure = "") {
  SourceFolder folder;
  CompilationUnit unit = folder.unit("a.c");
  folder.write("a.c", text);
  unit.codeLines[unit.mainFile] = codeLines;
  SourceModel model = folder.scan({unit});
  std::string found =
      model.failures.empty() ? "" : model.failures.begin()->second;
  CHECK(llvm::StringRef(found).ends_with(failure));
  CHECK(found.empty() == failure.empty());
  return renderFunctions(model);
}

TEST_CASE("a macro is defined if the text under its condition has code",
          "[program][macros]") {
  const std::string text = "#ifdef EXTRA\n"
                           "int f(void) { return 1; }\n"
                           "#endif\n"
                           "int g(void) { return 2; }\n";
  CHECK(namesIn(text, {2, 4}) == Lines{"f 2:1-2:26", "g 4:1-4:26"});
  CHECK(namesIn(text, {4}) == Lines{"g 4:1-4:26"});
}

TEST_CASE("each kind of condition names its macro", "[program][macros]") {
  auto [condition, end] = GENERATE(table<std::string, std::string>(
      {{"#if defined(EXTRA)\n", "#endif\n"},
       {"#if EXTRA\n", "#endif\n"},
       {"#if EXTRA > 1 && EXTRA < 3\n", "#endif\n"},
       {"#if defined EXTRA && MORE\n", "#endif\n"},
       {"#ifndef EXTRA\n#else\n", "#endif\n"},
       {"#if 0\n#elif defined(EXTRA)\n", "#else\n#endif\n"},
       {"#ifdef EXTRA\n#ifdef MORE\n", "#endif\n#endif\n"}}));
  INFO(condition);
  const std::string text = condition + "int f(void) { return 1; }\n" + end;
  uint32_t line = llvm::StringRef(condition).count('\n') + 1;
  CHECK(namesIn(text, {line}).size() == 1);
}

TEST_CASE("a macro that does not make the parse fit better is not defined",
          "[program][macros]") {
  // First the two macros are tried together, then each alone.
  const std::string text = "#ifdef BROKEN\n"
                           "#include \"nowhere.h\"\n"
                           "#endif\n"
                           "#if defined(BROKEN) || defined(EXTRA)\n"
                           "int f(void) { return 1; }\n"
                           "#endif\n";
  CHECK(namesIn(text, {5}) == Lines{"f 5:1-5:26"});
}

TEST_CASE("macros are found that need different values", "[program][macros]") {
  const std::string text = "#ifdef EXTRA\n"
                           "int f(void) { return 1; }\n"
                           "#endif\n"
                           "#if LEVEL == 3\n"
                           "int g(void) { return NUMBER; }\n"
                           "#endif\n";
  CHECK(namesIn(text, {2, 5}) == Lines{"f 2:1-2:26", "g 5:1-5:31"});
}

TEST_CASE("the compiler's own macros are never defined", "[program][macros]") {
  const std::string text = "#ifdef _WIN32\n"
                           "int f(void) { return 1; }\n"
                           "#endif\n"
                           "int g(void) { return 2; }\n";
  CHECK(namesIn(text, {2, 4}, "give a compile_commands.json") ==
        Lines{"g 4:1-4:26"});
}

TEST_CASE("a text that no macro shows is named", "[program][macros]") {
  const std::string text = "#if EXTRA == 7 * 6\n"
                           "int f(void) { return 1; }\n"
                           "#endif\n";
  CHECK(namesIn(text, {2},
                "a.c:1: the lines up to 3 have code, but need macros that "
                "are not known here; give a compile_commands.json")
            .empty());
}

TEST_CASE("unknown names in capital letters are tried as macros",
          "[program][macros]") {
  CHECK(namesIn("const char *f(void) { return \"a/\" FOLDER \"/b\"; }\n",
                {1}) == Lines{"f 1:1-1:49"});
  CHECK(namesIn("int f(int port) { return port == PORT; }\n", {1}) ==
        Lines{"f 1:1-1:41"});
}

TEST_CASE("the search for macros ends, and counts its parses",
          "[program][macros]") {
  CompileCommand command{"/", {"a.c"}, {}};
  ParseResult result;
  result.errors = 3;
  result.leftOut = {{"/a.c", 1, 4, {"A", "B"}}};
  result.unknownNames = {"NAME"};
  CodeLines lines{{"/a.c", {2}}};
  unsigned parses = 0;
  SECTION("nothing helps") {
    // The five parses try A and B together, then A, B, and two definitions of
    // NAME.
    TriedCommand found =
        addMissingMacros({command, result}, lines, [&](const CompileCommand &) {
          ++parses;
          return result;
        });
    CHECK(parses == 5);
    CHECK(found.command.arguments == Lines{"a.c"});
    CHECK(countMissedLines(found.result, lines) == 3);
  }
  SECTION("one macro helps") {
    TriedCommand found = addMissingMacros(
        {command, result}, lines, [&](const CompileCommand &tried) {
          ++parses;
          ParseResult now = result;
          if (tried.arguments == Lines{"-DB", "a.c"})
            now.leftOut.clear();
          return now;
        });
    CHECK(parses == 5);
    CHECK(found.command.arguments == Lines{"-DB", "a.c"});
    CHECK(countMissedLines(found.result, lines) == 0);
  }
  SECTION("each macro shows a part of the text") {
    result.leftOut[0].end = 1000;
    addMissingMacros({command, result}, lines, [&](const CompileCommand &) {
      ++parses;
      result.leftOut[0].end -= 1;
      result.leftOut[0].macros = {"M" + std::to_string(parses)};
      return result;
    });
    CHECK(parses == 40);
  }
}
