// Tests which actions of a user are removed together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ActionGroups.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

/// Returns the groups as texts such as "words 0-3".
static std::vector<std::string> groupsOf(llvm::StringRef lines) {
  std::vector<Action> actions = llvm::cantFail(parseActions(lines, "list"));
  std::vector<std::string> texts;
  for (const ElementGroup &group : actionGroups(actions))
    texts.push_back(
        group.label + " " +
        std::to_string(static_cast<size_t>(group.elements.front())) + "-" +
        std::to_string(static_cast<size_t>(group.elements.back())));
  return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("lines, words and repetitions of actions are groups",
          "[circumstance][actions]") {
  CHECK(groupsOf("type go to\nkey Enter\nkey Down\nkey Down\nkey Down\n"
                 "key C-x") == Texts{"lines 0-5", "lines 6-9", "words 0-1",
                                     "words 3-4", "repetitions 6-8"});
}

TEST_CASE("neither a single action nor all of them are a group",
          "[circumstance][actions]") {
  CHECK(groupsOf("") == Texts{});
  CHECK(groupsOf("key a\nkey Enter\nkey b\nkey Enter") ==
        Texts{"lines 0-1", "lines 2-3"});
  CHECK(groupsOf("type aaa") == Texts{});
  CHECK(groupsOf("resize 80x24\nresize 80x24\nkey C-a") ==
        Texts{"repetitions 0-1"});
}
