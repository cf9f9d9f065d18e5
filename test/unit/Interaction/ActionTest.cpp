// Tests lists of actions: their format, and the names of keys.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/Action.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>
#include <random>

using namespace pinstripe;

static std::vector<std::string> linesOf(llvm::StringRef text) {
  llvm::Expected<std::vector<Action>> actions = parseActions(text, "list");
  REQUIRE(!!actions);
  std::vector<std::string> lines;
  for (const Action &action : *actions)
    lines.push_back(actionLine(action));
  return lines;
}

static std::string errorOf(llvm::StringRef text) {
  llvm::Expected<std::vector<Action>> actions = parseActions(text, "list");
  return actions ? "" : llvm::toString(actions.takeError());
}

static std::string fileErrorOf(llvm::StringRef text) {
  llvm::Expected<ActionList> list = parseActionFile(text, "list");
  return list ? "" : llvm::toString(list.takeError());
}

using Lines = std::vector<std::string>;

TEST_CASE("actions are read and written as the same lines",
          "[interaction][actions]") {
  Lines lines = {"key a",         "key Enter",
                 "key C-x",       "key C-M-S-F12",
                 "key -",         "key C-_",
                 "key #",         "key \xc3\xa4",
                 "resize 100x30", "bytes \\x1b[M\\x20\\\\"};
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  CHECK(linesOf(text) == lines);
}

TEST_CASE("actions of the mouse are read and written as the same lines",
          "[interaction][actions]") {
  Lines lines = {"click 20 35",
                 "click -3 700 3",
                 "doubleclick 5 6 C-M-1",
                 "press 1 2 S-2 in Find File",
                 "release 30 40",
                 "motion 0 0 in in",
                 "key KP_Add",
                 "key C-Menu"};
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  CHECK(linesOf(text) == lines);
}

TEST_CASE("a line about the mouse that is wrong says why",
          "[interaction][actions]") {
  using Catch::Contains;
  CHECK_THAT(errorOf("click"), Contains("is not a place in a window"));
  CHECK_THAT(errorOf("click 5"), Contains("is not a place in a window"));
  CHECK_THAT(errorOf("motion 5 99999999"), Contains("is not a place"));
  CHECK_THAT(errorOf("click 1 2 0"), Contains("`0` is not a button"));
  CHECK_THAT(errorOf("click 1 2 C-"), Contains("is not a button"));
  CHECK_THAT(errorOf("click 1 2 3 4"), Contains("more than an action has"));
  CHECK_THAT(errorOf("click 1 2 in "), Contains("is not a button"));
  CHECK_THAT(errorOf("motion 1 2 3"), Contains("more than an action has"));
}

TEST_CASE("a key on a display has the symbol of its name",
          "[interaction][actions]") {
  for (llvm::StringRef name : namedKeys()) {
    std::optional<DisplayKey> key = parseDisplayKey(name);
    REQUIRE(key);
    CHECK(displayKeyName(key->symbol) == name);
  }
  for (const char *name : {"a", "A", "+", "\xc3\xa4", "KP_Add", "Menu"}) {
    std::optional<DisplayKey> key = parseDisplayKey(name);
    REQUIRE(key);
    CHECK(displayKeyName(key->symbol) == name);
  }
  CHECK(parseDisplayKey("C-5")->control);
  CHECK(parseDisplayKey("C-M-S-Menu")->shift);
  CHECK(!parseDisplayKey("S-a"));
  CHECK(!parseDisplayKey("Upp"));
  CHECK(!parseDisplayKey(""));
}

TEST_CASE("a file for a display has its size, and no actions of terminals",
          "[interaction][actions]") {
  using Catch::Contains;
  std::string text = "pinstripe-actions 1\ndisplay 640x480\n0.50 click 1 2\n";
  llvm::Expected<ActionList> list = parseActionFile(text, "list");
  REQUIRE(!!list);
  const auto *display = std::get_if<DisplaySetting>(&list->setting);
  REQUIRE(display);
  CHECK(display->width == 640);
  CHECK(display->height == 480);
  CHECK(actionFile(*list) == text);
  CHECK_THAT(fileErrorOf("pinstripe-actions 1\ndisplay 0x5\n"),
             Contains("list:2: the line of the display"));
  CHECK_THAT(fileErrorOf("pinstripe-actions 1\ndisplay 9x9\nresize 80x24\n"),
             Contains("list:3: `resize` is for terminals"));
  CHECK_THAT(fileErrorOf("pinstripe-actions 1\nclick 1 2\n"),
             Contains("list:2: `click` needs a display"));
  CHECK_THAT(fileErrorOf("pinstripe-actions 1\nkey KP_Add\n"),
             Contains("`KP_Add` is not a key"));
}

/// Returns a damaged text: at some places, bytes are exchanged, left out or
/// repeated.
static std::string damaged(std::string text, std::mt19937 &random) {
  for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
    size_t place = random() % (text.size() + 1);
    size_t size = std::min<size_t>(random() % 8, text.size() - place);
    switch (random() % 3) {
    case 0:
      text.erase(place, size);
      break;
    case 1:
      text.insert(place, text.substr(random() % (text.size() + 1), 8));
      break;
    case 2:
      text.insert(place, 1, static_cast<char>(random() % 256));
      break;
    }
  }
  return text;
}

TEST_CASE("a damaged file is refused, or is written as what was read",
          "[interaction][actions]") {
  const std::string whole[] = {
      "pinstripe-actions 1\nterminal 80x24 xterm\n0.25 key C-x\ntype a "
      "\xc3\xa4\n"
      "resize 100x30\nbytes \\x1b[M\\\\\n# no action\n\n1.5 key S-Up\n",
      "pinstripe-actions 1\ndisplay 640x480\n0.25 click 1 -2\nkey KP_Add\n"
      "press 3 4 C-M-2 in A title\nmotion 5 6\n2 release 7 8\ntype ab\n"
      "doubleclick 9 10 S-3\n"};
  std::mt19937 random(21);
  size_t refused = 0, accepted = 0;
  for (unsigned i = 0; i < 20'000; ++i) {
    std::string text = damaged(whole[i % 2], random);
    llvm::Expected<ActionList> list = parseActionFile(text, "list");
    if (!list) {
      ++refused;
      // Each message begins with the name of the file.
      std::string message = llvm::toString(list.takeError());
      if (message.substr(0, 5) != "list:")
        FAIL(message);
      continue;
    }
    ++accepted;
    std::string written = actionFile(*list);
    llvm::Expected<ActionList> again = parseActionFile(written, "again");
    if (!again)
      FAIL(llvm::toString(again.takeError()) + "\n" + text);
    if (actionFile(*again) != written)
      FAIL(text);
  }
  CHECK(refused > 1000);
  CHECK(accepted > 1000);
}

TEST_CASE("a line may begin with a time, and is ignored if it is a comment",
          "[interaction][actions]") {
  llvm::Expected<std::vector<Action>> actions =
      parseActions("# two keys\n\n1.25 key 5\nkey 6\r\n", "list");
  REQUIRE(!!actions);
  REQUIRE(actions->size() == 2);
  CHECK((*actions)[0].word == "5");
  CHECK((*actions)[0].seconds == 1.25);
  CHECK((*actions)[1].word == "6");
  CHECK(!(*actions)[1].seconds);
}

TEST_CASE("a line with typed words stands for one key each",
          "[interaction][actions]") {
  CHECK(linesOf("type a 1") == Lines{"key a", "key Space", "key 1"});
}

TEST_CASE("a line that is no action is an error that says where and why",
          "[interaction][actions]") {
  using Catch::Contains;
  CHECK_THAT(errorOf("key a\nwait 5"),
             Contains("list:2: `wait` is not an action"));
  CHECK_THAT(errorOf("key Upp"), Contains("list:1: `Upp` is not a key"));
  CHECK_THAT(fileErrorOf("pinstripe-actions 1\nkey C-5\n"),
             Contains("is not a key"));
  CHECK_THAT(errorOf("key S-a"), Contains("is not a key"));
  CHECK_THAT(errorOf("key"), Contains("is not a key"));
  CHECK_THAT(errorOf("resize 0x24"), Contains("is not a size"));
  CHECK_THAT(errorOf("resize 80x99999999999"), Contains("is not a size"));
  CHECK_THAT(errorOf("bytes \\x1"), Contains("has no bytes"));
  CHECK_THAT(errorOf("bytes"), Contains("has no bytes"));
  CHECK_THAT(errorOf("type"), Contains("needs the characters"));
  CHECK_THAT(errorOf("type a\tb"), Contains("can be typed"));
  CHECK_THAT(errorOf("type \xff"), Contains("can be typed"));
}

TEST_CASE("a file has its version, its terminal and its actions",
          "[interaction][actions]") {
  ActionList list;
  list.setting = TerminalSetting{100, 30, "vt220"};
  Action action;
  action.word = "a";
  action.seconds = 0.5;
  list.actions = {action};
  std::string text = actionFile(list);
  CHECK(text == "pinstripe-actions 1\nterminal 100x30 vt220\n0.50 key a\n");
  llvm::Expected<ActionList> again = parseActionFile(text, "list");
  REQUIRE(!!again);
  const auto &terminal = std::get<TerminalSetting>(again->setting);
  CHECK(terminal.columns == 100);
  CHECK(terminal.rows == 30);
  CHECK(terminal.type == "vt220");
  CHECK(actionFile(*again) == text);
}

TEST_CASE("a file of another kind or version is refused",
          "[interaction][actions]") {
  using Catch::Contains;
  CHECK_THAT(fileErrorOf(""), Contains("is not a list of actions"));
  CHECK_THAT(fileErrorOf("key a\n"), Contains("is not a list of actions"));
  CHECK_THAT(fileErrorOf("pinstripe-actions 2\n"), Contains("another version"));
  CHECK_THAT(fileErrorOf("pinstripe-actions 1\nterminal 80\n"),
             Contains("list:2: the line of the terminal"));
  CHECK_THAT(fileErrorOf("pinstripe-actions 1\nterminal 80x24 x\x01\n"),
             Contains("list:2: the line of the terminal"));
  CHECK_THAT(fileErrorOf("pinstripe-actions 1\nterminal 80x24\nkey\n"),
             Contains("list:3: "));
  CHECK_THAT(fileErrorOf("pinstripe-actions 1\nkey\n"), Contains("list:2: "));
}
