// Tests the text of what a program writes to its terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/WrittenText.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

static std::string textOf(llvm::StringRef bytes) {
  WrittenText text;
  text.write(bytes);
  return text.text();
}

TEST_CASE("a moved cursor begins a line, and a colour does not",
          "[interaction][text]") {
  CHECK(textOf("a\r\nb") == "a\nb");
  CHECK(textOf("\x1b[H\x1b[2Jmenu\x1b[5;1Herror: \x1b[31mred\x1b[m text") ==
        "menu\nerror: red text");
  CHECK(textOf("\x1b(Bplain\x1b)0x") == "plainx");
  CHECK(textOf("\x1b=a\x1b"
               "7b") == "a\nb");
}

TEST_CASE("what the terminal is told is no text", "[interaction][text]") {
  CHECK(textOf("\x1b]0;title\x07text") == "text");
  CHECK(textOf("\x1b]0;title\x1b\\text\b\a") == "text");
  CHECK(textOf("\x1bPq\x1b\\t\xc3\xa4xt") == "t\xc3\xa4xt");
}

TEST_CASE("a sequence may come in two parts", "[interaction][text]") {
  WrittenText text;
  text.write("one\x1b[1");
  text.write("2;3Htwo");
  text.beginLine();
  text.beginLine();
  text.write("three\x1b");
  CHECK(text.text() == "one\ntwo\nthree");
}
