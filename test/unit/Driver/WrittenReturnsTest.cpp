// Tests that `return` statements are counted in a source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Slice/WrittenReturns.h"

#include <catch2/catch.hpp>

using namespace pinstripe;

TEST_CASE("words `return` are counted outside of comments and literals",
          "[driver][uninitialised]") {
  CHECK(countReturns("") == 0);
  CHECK(countReturns("return") == 1);
  CHECK(countReturns("if (a) return(b); return *this;") == 2);
  CHECK(countReturns("int returned = no_return(); co_return a;") == 0);
  CHECK(countReturns("// return 1;\nreturn 2; /* return\n3 */") == 1);
  CHECK(countReturns("puts(\"return \\\" return\"); return '\\'';") == 1);
  CHECK(countReturns("/* return") == 0);
  CHECK(countReturns("\"return") == 0);
  CHECK(countReturns("\"\\") == 0);
}

TEST_CASE("a macro may hide a `return`", "[driver][uninitialised]") {
  llvm::StringRef file = "# define RET(x) { if (dbg) puts(\"\"); return(x); }\n"
                         "#define leave \\\n  return 1\n"
                         "#define LOG(x) puts(x) // return\n"
                         "#define";
  CHECK(mayHideReturn("if (a) RET(b);", file));
  CHECK(mayHideReturn("leave;", file));
  CHECK(mayHideReturn("UNKNOWN (1);", file));
  CHECK(mayHideReturn("UNKNOWN;", file));
  CHECK_FALSE(mayHideReturn("LOG(NULL); a = EOF + MAX (1); // RET(b)", file));
  CHECK_FALSE(mayHideReturn("f(1); Shape(); \"RET(1)\"", file));
  CHECK_FALSE(mayHideReturn("", ""));
}
