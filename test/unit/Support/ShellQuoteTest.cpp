// Tests that words are quoted for a shell.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ShellQuote.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

TEST_CASE("A word is quoted only where a shell needs it", "[support][quote]") {
  CHECK(quoteForShell("./prog") == "./prog");
  CHECK(quoteForShell("--file=a,b:c@d%e+f-g_h") == "--file=a,b:c@d%e+f-g_h");
  CHECK(quoteForShell("") == "''");
  CHECK(quoteForShell("sum = .*") == "'sum = .*'");
  CHECK(quoteForShell("$HOME ~ * ! `x`") == "'$HOME ~ * ! `x`'");
  CHECK(quoteForShell("don't") == "'don'\\''t'");
  CHECK(quoteForShell("~") == "'~'");
}

TEST_CASE("Control characters can't reach the terminal", "[support][quote]") {
  CHECK(quoteForShell("a\nb\t'\\") == "$'a\\nb\\t\\'\\\\'");
  CHECK(quoteForShell("\0331m\177") == "$'\\0331m\\177'");
}

TEST_CASE("Bytes beyond ASCII stay as they are", "[support][quote]") {
  CHECK(quoteForShell("gr\xc3\xbc\xc3\x9f") == "'gr\xc3\xbc\xc3\x9f'");
}

TEST_CASE("Bytes that are not UTF-8 can be pasted, too", "[support][quote]") {
  CHECK(quoteForShell("gr\xc3\xbc\xff\xc3") == "$'gr\xc3\xbc\\377\\303'");
  CHECK(quoteForShell("\xe2\x80\xae") == "$'\\342\\200\\256'");
}

TEST_CASE("A command line is its words with one space between",
          "[support][quote]") {
  CHECK(quoteForShell(std::vector<std::string>{"./p", "a b", ""}) ==
        "./p 'a b' ''");
}
