// Tests of text that is made safe to print.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/PrintableText.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

TEST_CASE("Text is cut by columns, between characters", "[support][text]") {
  CHECK(fitted("häuser", 4) == "häu…");
  CHECK(fitted("haus", 4) == "haus");
  CHECK(fitted("haus", 0) == "haus");
  CHECK(displayWidth("日本") == 4);
  CHECK(characterBoundary("aä", 2) == 1);
  CHECK(characterBoundary("aä", 9) == 3);
}

TEST_CASE("Tabs are expanded and control characters escaped",
          "[support][text]") {
  CHECK(printable("\tx") == "        x");
  CHECK(printable("ab\tx\x1b") == "ab      x\\x1b");
  CHECK(printable("a\tbc\td") == "a       bc      d");
  CHECK(printable("a\nb\r\x7f") == "a\\nb\\r\\x7f");
  CHECK(printable("a\\b \"c\"") == "a\\b \"c\"");
}

TEST_CASE("Bytes that are not UTF-8 are escaped", "[support][text]") {
  CHECK(printable("gr\xfc\xdf"
                  "e") == "gr\\xfc\\xdfe");
  CHECK(printable("\xa5Z\xa5Z") == "\\xa5Z\\xa5Z");
  CHECK(printable("größe") == "größe");
  // A character that is cut off, an overlong form, and a surrogate.
  CHECK(printable("\xe6\x97") == "\\xe6\\x97");
  CHECK(printable("\xc0\x80") == "\\xc0\\x80");
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
}

TEST_CASE("Characters that change how other text is shown are escaped",
          "[support][text]") {
  CHECK(printable("a\u202eb") == "a\\u202eb");
  CHECK(printable("\u0085") == "\\u0085");
  CHECK(printable("\U000e0001") == "\\U000e0001");
}

TEST_CASE("Printable text stays as it is", "[support][text]") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte)
    all += static_cast<char>(byte);
  CHECK(printable(printable(all)) == printable(all));
}

TEST_CASE("Lines stay lines", "[support][text]") {
  CHECK(printableLines("a\n\x1b\n") == "a\n\\x1b\n");
  CHECK(printableLines("\n\na") == "\n\na");
  CHECK(printableLines("") == "");
}

TEST_CASE("Literals are written as in C", "[support][text]") {
  CHECK(quotedText("a \"b\" c\\", '"') == "\"a \\\"b\\\" c\\\\\"");
  CHECK(quotedText("it's\n", '"') == "\"it's\\n\"");
  CHECK(quotedText("'", '\'') == "'\\''");
  CHECK(quotedText(llvm::StringRef("\0", 1), '\'') == "'\\0'");
  CHECK(quotedText("\xa5", '"') == "\"\\xa5\"");
}
