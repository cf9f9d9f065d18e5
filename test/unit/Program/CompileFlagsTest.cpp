// Tests how the command line of a source is found.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/CompileFlags.h"

#include "ScannedSource.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

std::string databaseEntry(const std::string &directory, const std::string &file,
                          const std::string &command) {
  return "[{\"directory\": \"" + directory + "\", \"file\": \"" + file +
         "\", \"command\": \"" + command + "\"}]";
}

/// This source has a function `chosen` only with -DFLAG.
const char *const conditional = "#ifdef FLAG\n"
                                "int chosen(void) { return FLAG; }\n"
                                "#endif\n"
                                "int always(void) { return 1; }\n";

} // namespace

TEST_CASE("outputs and warnings are dropped from a recorded command line",
          "[program][flags]") {
  CHECK(
      withoutOutputs({"gcc", "-c", "-o", "a.o", "-MMD", "-MF", "a.d", "-g",
                      "-O2", "-Wall", "-Werror", "-DX=1", "-Iinc", "-Wp,-DY",
                      "-include", "config.h", "a.c"}) ==
      Lines{"-O2", "-DX=1", "-Iinc", "-Wp,-DY", "-include", "config.h", "a.c"});
  CHECK(withoutOutputs({"/usr/bin/ccache", "g++", "-oa.o", "-DX", "a.cpp"}) ==
        Lines{"-DX", "a.cpp"});
  CHECK(withoutOutputs({}).empty());
}

TEST_CASE("gcc's producer gives the flags that change the language",
          "[program][flags]") {
  CHECK(flagsFromProducer("GNU C++17 12.2.0 -mtune=generic -march=x86-64 -g "
                          "-O0 -std=gnu++20 -fno-exceptions -funsigned-char "
                          "-fasynchronous-unwind-tables") ==
        Lines{"-std=gnu++20", "-fno-exceptions", "-funsigned-char"});
  CHECK(flagsFromProducer("Debian clang version 19.1.7").empty());
}

TEST_CASE("Clang's own headers are found", "[program][flags]") {
  CHECK(llvm::sys::fs::exists(clangResourceDirectory() + "/include/stddef.h"));
}

TEST_CASE("the compilation database of the given folder decides",
          "[program][flags]") {
  SourceFolder folder;
  std::string file = folder.write("src/a.c", conditional);
  folder.write(
      "db/compile_commands.json",
      databaseEntry(folder.path, "src/a.c", "gcc -DFLAG=2 -o a.o -c src/a.c"));
  SourceModel model =
      folder.scan({folder.unit("src/a.c")}, folder.path + "/db");
  CHECK(renderFunctions(model) == Lines{"chosen 2:1-2:34", "always 4:1-4:31"});
  CHECK(model.failures.empty());
}

TEST_CASE("a compilation database beside the program or above the source is "
          "found",
          "[program][flags]") {
  SourceFolder folder;
  std::string file = folder.write("src/deep/a.c", conditional);
  std::string entry =
      databaseEntry(folder.path, file, "gcc -DFLAG=2 -c " + file);
  SECTION("beside the program") {
    folder.write("compile_commands.json", entry);
  }
  SECTION("in a parent folder of the source") {
    folder.write("src/compile_commands.json", entry);
  }
  CHECK(renderFunctions(folder.scan({folder.unit("src/deep/a.c")})).size() ==
        2);
}

TEST_CASE(
    "a compilation database that is broken or lacks the source is ignored",
    "[program][flags]") {
  SourceFolder folder;
  folder.write("a.c", conditional);
  SECTION("another source") {
    folder.write("compile_commands.json",
                 databaseEntry(folder.path, "b.c", "gcc -c b.c"));
  }
  SECTION("broken") { folder.write("compile_commands.json", "[{\"dire"); }
  SECTION("nested without end") {
    folder.write("compile_commands.json", std::string(1000000, '['));
  }
  SECTION("wrong flags") {
    folder.write("compile_commands.json",
                 databaseEntry(folder.path, "a.c",
                               "gcc -Dint=nonsense(3 -include gone.h -c a.c"));
  }
  SourceModel model = folder.scan({folder.unit("a.c")});
  CHECK(renderFunctions(model) == Lines{"always 4:1-4:31"});
  CHECK(model.failures.empty());
}

TEST_CASE("flags that only gcc knows do not stop the parse",
          "[program][flags]") {
  SourceFolder folder;
  folder.write("a.c", conditional);
  folder.write("compile_commands.json",
               databaseEntry(folder.path, "a.c",
                             "gcc -DFLAG=2 -fno-tree-sra -fconserve-stack "
                             "-mno-fp-ret-in-387 -fno-such-flag --param "
                             "max-inline-insns-single=3 -fplugin=x.so "
                             "-specs=a.specs -Wno-such-warning -Wall -pg "
                             "-save-temps -c a.c"));
  SourceModel model = folder.scan({folder.unit("a.c")});
  CHECK(renderFunctions(model).size() == 2);
  CHECK(model.failures.empty());
}

TEST_CASE("without a database the language comes from DWARF",
          "[program][flags]") {
  SourceFolder folder;
  SECTION("C has no `class`") {
    folder.write("a.c", "int f(int class) { return class; }\n");
    CHECK(folder.scan({folder.unit("a.c")}).failures.empty());
  }
  SECTION("C++ in a file with another name") {
    folder.write("a.c", "struct A { int f() { return 1; } };\n");
    CompilationUnit unit = folder.unit("a.c");
    unit.isCxx = true;
    CHECK(renderFunctions(folder.scan({unit})) == Lines{"A::f 1:12-1:33"});
  }
  SECTION("gcc's producer names the standard") {
    folder.write("a.cpp", "#if __cplusplus > 202000L\n"
                          "int f() { return 1; }\n"
                          "#endif\n");
    CompilationUnit unit = folder.unit("a.cpp");
    unit.producer = "GNU C++20 12.2.0 -mtune=generic -g -std=gnu++20";
    CHECK(renderFunctions(folder.scan({unit})).size() == 1);
  }
  SECTION("a newer standard is tried where the usual one gives errors") {
    folder.write("a.cpp", "template <class T> concept Any = true;\n"
                          "int f(Any auto a) { return 1; }\n"
                          "int g() { return f(1); }\n");
    SourceModel model = folder.scan({folder.unit("a.cpp")});
    CHECK(model.failures.empty());
    CHECK(renderFunctions(model).size() == 2);
  }
}

TEST_CASE("without a database headers are looked for in likely folders",
          "[program][flags]") {
  SourceFolder folder;
  folder.write("include/lib/a.h", "typedef int number;\n"
                                  "static inline int h(void) { return 1; }\n");
  folder.write("src/string.h", "#error not this one\n");
  folder.write("src/a.c", "#include <lib/a.h>\n"
                          "#include <string.h>\n"
                          "number f(void) { return h(); }\n");
  CompilationUnit unit = folder.unit("src/a.c");
  unit.includeDirectories = {folder.path + "/include/lib", "/usr/include"};
  SourceModel model = folder.scan({unit});
  CHECK(model.failures.empty());
  CHECK(renderFunctions(model) == Lines{"h 2:1-2:40", "f 3:1-3:31"});
}

TEST_CASE(
    "without a database a config.h means that autoconf configured the source",
    "[program][flags]") {
  SourceFolder folder;
  folder.write("config.h", "#define NUMBER int\n");
  SECTION("included by the source") {
    folder.write("src/a.c", "#ifdef HAVE_CONFIG_H\n"
                            "#include <config.h>\n"
                            "#endif\n"
                            "NUMBER f(void) { return 1; }\n");
  }
  SECTION("included by the command line") {
    folder.write("src/a.c", "\n\n\nNUMBER f(void) { return 1; }\n");
  }
  CompilationUnit unit = folder.unit("src/a.c");
  unit.directory = folder.path + "/src";
  SourceModel model = folder.scan({unit});
  CHECK(model.failures.empty());
  CHECK(renderFunctions(model) == Lines{"f 4:1-4:29"});
}
