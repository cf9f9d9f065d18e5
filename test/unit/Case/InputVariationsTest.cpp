// Tests of the variations of an input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/InputVariations.h"
#include "TestSupport/Catch.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace pinstripe;

using Texts = std::vector<std::string>;

/// Returns the variations of a text, each as one text.
static Texts variationsOf(llvm::StringRef text, size_t most = 1000) {
  InputVariations variations(linesOf(text), most);
  Texts all;
  while (auto next = variations.next())
    all.push_back(llvm::join(*next, ""));
  return all;
}

TEST_CASE("a text is divided into its lines", "[case][variations]") {
  CHECK(linesOf("") == Texts{});
  CHECK(linesOf("a\n\nb") == Texts{"a\n", "\n", "b"});
  CHECK(linesOf("a\n") == Texts{"a\n"});
}

TEST_CASE("the variations of a small input are always the same",
          "[case][variations]") {
  CHECK(variationsOf("a 10\nb\nc\n") ==
        Texts{// without each half of the lines
              "b\nc\n", "a 10\n",
              // without single lines
              "a 10\nc\n", "a 10\nb\n",
              // single lines
              "b\n", "c\n",
              // without single tokens and pairs of them
              " 10\nb\nc\n", "a \nb\nc\n", "\nb\nc\n", "a 10\n\nc\n",
              "a 10\nb\n\n",
              // with other numbers
              "a 11\nb\nc\n", "a 9\nb\nc\n", "a 5\nb\nc\n"});
}

TEST_CASE("an input of one line is varied by its tokens",
          "[case][variations]") {
  CHECK(variationsOf("[7,x.5]") ==
        Texts{// without each half and each quarter of the tokens
              "x.5]", "[7,", "7,x.5]", "[x.5]", "[7,5]", "[7,x.",
              // without single tokens
              "[,x.5]", "[7x.5]", "[7,.5]", "[7,x5]", "[7,x.]", "[7,x.5",
              // without pairs of tokens
              ",x.5]", "[7.5]", "[7,x]",
              // with all numbers changed alike: to their halves, by one
              "[3,x.2]", "[8,x.6]",
              // with single numbers changed
              "[8,x.5]", "[6,x.5]", "[3,x.5]", "[7,x.6]", "[7,x.4]",
              "[7,x.2]"});
}

TEST_CASE("no variation is the input, and none comes twice",
          "[case][variations]") {
  for (llvm::StringRef text : {"a\na\na\na\na\n", "0\n", "x", "1 1\n1 1\n"}) {
    Texts all = variationsOf(text);
    std::set<std::string> different(all.begin(), all.end());
    CHECK(different.size() == all.size());
    CHECK(different.count(text.str()) == 0);
  }
  CHECK(variationsOf("").empty());
}

TEST_CASE("numbers are changed to near ones, whatever their size",
          "[case][variations]") {
  Texts all = variationsOf("99999999999999999999");
  CHECK(all == Texts{"", "100000000000000000000", "99999999999999999998",
                     "49999999999999999999"});
  CHECK(variationsOf("007") == Texts{"", "008", "006", "003"});
  CHECK(variationsOf("0") == Texts{"", "1"});
  // Digits beside letters are a number, too.
  CHECK(variationsOf("1A") == Texts{"A", "1", "", "2A", "0A"});
}

TEST_CASE("all numbers are changed alike, too", "[case][variations]") {
  Texts all = variationsOf("30 -450.25\n");
  for (const char *text : {"3 -4.2\n", "15 -225.12\n", "31 -451.26\n"})
    CHECK(llvm::is_contained(all, text));
}

TEST_CASE("of too many variations, those of each kind are spread evenly",
          "[case][variations]") {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += "line " + std::to_string(i) + "\n";
  Texts all = variationsOf(text, 100);
  CHECK(all.size() == 100);
  // Collects variations without single lines, from all parts of the text.
  Texts alone;
  for (const std::string &each : all)
    if (llvm::StringRef(each).count('\n') == 1)
      alone.push_back(each);
  REQUIRE(alone.size() == 20);
  CHECK(alone.front() == "line 0\n");
  CHECK(alone.back() == "line 950\n");
}

TEST_CASE("arguments are varied as pieces", "[case][variations]") {
  InputVariations variations({"-n", "3"}, 1000);
  std::vector<Texts> all;
  while (auto next = variations.next())
    all.push_back(*next);
  CHECK(all == std::vector<Texts>{{"3"},
                                  {"-n"},
                                  {"n", "3"},
                                  {"-", "3"},
                                  {"", "3"},
                                  {"-n", ""},
                                  {"-n", "4"},
                                  {"-n", "2"},
                                  {"-n", "1"}});
}
