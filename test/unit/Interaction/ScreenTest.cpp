// Tests the emulated screen, and the names of keys by what terminals send.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/Screen.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Interaction/KeyReader.h"

using namespace pinstripe;

static TerminalSetting small() { return {20, 3, "xterm"}; }

static std::string sent(Screen &screen, llvm::StringRef name) {
  std::optional<Key> key = parseKey(name);
  REQUIRE(key);
  return screen.bytesOf(*key);
}

TEST_CASE("the screen has the text that the program has written",
          "[interaction][screen]") {
  Screen screen(small());
  screen.write("first  \r\nsecond\x1b[1;2HX");
  CHECK(screen.text() == "fXrst\nsecond\n");
}

TEST_CASE("lines that have been scrolled out of the screen belong to its text",
          "[interaction][screen]") {
  Screen screen(small());
  screen.write("1\r\n2\r\n3\r\n4\r\n5");
  CHECK(screen.text() == "1\n2\n3\n4\n5\n");
}

TEST_CASE("wide and combined characters are kept", "[interaction][screen]") {
  Screen screen(small());
  screen.write("\xe6\xbc\xa2|e\xcc\x81");
  CHECK(screen.text() == "\xe6\xbc\xa2|e\xcc\x81\n");
}

TEST_CASE("a full screen is remembered as the user has seen it at last",
          "[interaction][screen]") {
  Screen screen(small());
  screen.write("$ edit\r\n\x1b[?1049h\x1b[H\x1b[2Jin the editor");
  CHECK(screen.text() == "in the editor\n");
  screen.noteSeen();
  screen.write("\x1b[2J\x1b[?1049lbye");
  CHECK(screen.text() == "in the editor\n$ edit\nbye\n");
}

TEST_CASE("the terminal answers requests of the program",
          "[interaction][screen]") {
  Screen screen(small());
  screen.write("ab\x1b[6n");
  CHECK(screen.takeReplies() == "\x1b[1;3R");
  CHECK(screen.takeReplies().empty());
}

TEST_CASE("a key sends what the modes of the terminal say",
          "[interaction][screen]") {
  Screen screen(small());
  CHECK(sent(screen, "a") == "a");
  CHECK(sent(screen, "M-a") == "\x1b"
                               "a");
  CHECK(sent(screen, "C-a") == "\x01");
  CHECK(sent(screen, "C-Space") == std::string(1, '\0'));
  CHECK(sent(screen, "Enter") == "\r");
  CHECK(sent(screen, "Backspace") == "\x7f");
  CHECK(sent(screen, "S-Tab") == "\x1b[Z");
  CHECK(sent(screen, "Up") == "\x1b[A");
  CHECK(sent(screen, "C-Up") == "\x1b[1;5A");
  screen.write("\x1b[?1h");
  CHECK(sent(screen, "Up") == "\x1bOA");
}

TEST_CASE("a key between a request and its answer loses neither",
          "[interaction][screen]") {
  Screen screen(small());
  screen.write("\x1b[6n");
  CHECK(sent(screen, "Up") == "\x1b[A");
  CHECK(screen.takeReplies() == "\x1b[1;1R");
}

static std::vector<std::string> read(Screen &screen, llvm::StringRef bytes) {
  std::vector<std::string> lines;
  for (const Action &action : KeyReader(screen).read(bytes))
    lines.push_back(actionLine(action));
  return lines;
}

using Lines = std::vector<std::string>;

TEST_CASE("keys are named by what a terminal sends", "[interaction][keys]") {
  Screen screen(small());
  CHECK(read(screen, "a \r\t\x7f\x01\x1f\xc3\xa4") ==
        Lines{"key a", "key Space", "key Enter", "key Tab", "key Backspace",
              "key C-a", "key C-_", "key \xc3\xa4"});
  CHECK(read(screen, "\x1b[A\x1b[1;5C\x1b[15~\x1b[Z\x1bx") ==
        Lines{"key Up", "key C-Right", "key F5", "key S-Tab", "key M-x"});
  CHECK(read(screen, llvm::StringRef("\0\x1b", 2)) ==
        Lines{"key C-Space", "key Escape"});
}

TEST_CASE("each named key is recognised by its bytes", "[interaction][keys]") {
  Screen screen(small());
  REQUIRE_FALSE(namedKeys().empty());
  for (llvm::StringRef name : namedKeys())
    CHECK(read(screen, sent(screen, name)) == Lines{"key " + name.str()});
}

TEST_CASE("bytes that are no key are kept as they are", "[interaction][keys]") {
  Screen screen(small());
  CHECK(read(screen, "\x1b[<0;5;7M\x1b[M !!x") ==
        Lines{"bytes \\x1b[<0;5;7M", "bytes \\x1b[M\\x20!!", "key x"});
  // In the mode of an application, the arrows have other bytes.
  screen.write("\x1b[?1h");
  CHECK(read(screen, "\x1b[A\x1bOA") == Lines{"bytes \\x1b[A", "key Up"});
}

TEST_CASE("answers of a terminal are no actions", "[interaction][keys]") {
  Screen screen(small());
  CHECK(read(screen, "\x1b[12;40R\x1b[?62;22c\x1b]11;rgb:0/0/0\x07"
                     "a\x1bP1+r\x1b\\b") == Lines{"key a", "key b"});
}

TEST_CASE("incomplete bytes are kept", "[interaction][keys]") {
  Screen screen(small());
  for (llvm::StringRef bytes :
       {"\x1b[", "\x1b[1;", "\x1bO", "\xc3", "\x1b]11;", "\x1b\x1b", "\xff"}) {
    size_t size = 0;
    for (const Action &action : KeyReader(screen).read(bytes))
      size += action.kind == Action::Kind::Bytes
                  ? action.word.size()
                  : sent(screen, action.word).size();
    bool isAnswer = bytes.starts_with("\x1b]");
    CHECK(size == (isAnswer ? 0 : bytes.size()));
  }
}
