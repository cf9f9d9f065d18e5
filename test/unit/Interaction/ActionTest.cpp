// Tests lists of actions: their format, and the names of keys.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/Action.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"

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
  CHECK_THAT(errorOf("key C-5"), Contains("is not a key"));
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
  list.terminal = {100, 30, "vt220"};
  Action action;
  action.word = "a";
  action.seconds = 0.5;
  list.actions = {action};
  std::string text = actionFile(list);
  CHECK(text == "pinstripe-actions 1\nterminal 100x30 vt220\n0.50 key a\n");
  llvm::Expected<ActionList> again = parseActionFile(text, "list");
  REQUIRE(!!again);
  CHECK(again->terminal.columns == 100);
  CHECK(again->terminal.rows == 30);
  CHECK(again->terminal.type == "vt220");
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
