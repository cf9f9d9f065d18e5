// Tests how a place in the source is named on the command line and found.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/SourcePlace.h"

#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

/// Returns "file|line|column|expression|instance", or "none".
std::string parsed(llvm::StringRef word) {
  std::optional<SourcePlace> place = parsePlace(word);
  if (!place)
    return "none";
  return place->file.str() + "|" + std::to_string(place->line) + "|" +
         std::to_string(place->column) + "|" + place->expression.str() + "|" +
         std::to_string(place->instance);
}

} // namespace

TEST_CASE("a place is a file and a line, with an optional column, expression "
          "and instance",
          "[driver][place]") {
  CHECK(parsed("a.c:13") == "a.c|13|0||0");
  CHECK(parsed("a.c:13:5") == "a.c|13|5||0");
  CHECK(parsed("a.c:13#2") == "a.c|13|0||2");
  CHECK(parsed("a.c:13:5#2") == "a.c|13|5||2");
  CHECK(parsed("a.c:13:total") == "a.c|13|0|total|0");
  CHECK(parsed("a.c:13:5: total #12") == "a.c|13|5|total|12");
  CHECK(parsed("a.c:13:p->a[2]") == "a.c|13|0|p->a[2]|0");
  CHECK(parsed("a.c:13:5 + x") == "a.c|13|0|5 + x|0");
  CHECK(parsed("a.c:13:c ? x : y#3") == "a.c|13|0|c ? x : y|3");
}

TEST_CASE("names of files may have colons and numbers", "[driver][place]") {
  CHECK(parsed("../src/a.c:1") == "../src/a.c|1|0||0");
  CHECK(parsed("a:b.c:7") == "a:b.c|7|0||0");
  CHECK(parsed("a#1.c:7#2") == "a#1.c|7|0||2");
  CHECK(parsed("9:7") == "9|7|0||0");
}

TEST_CASE("other words are not places", "[driver][place]") {
  for (const char *word :
       {"", "a.c", ":13", "a.c:", "a.c:0", "a.c:x", "a.c:13#", "a.c:13#0",
        "a.c:13#x", "a.c:13:", "a.c:13:#2", "a.c:13x", "a.c:-1",
        "a.c:99999999999", "a.c:13:total#0"})
    CHECK(parsed(word) == "none");
}
