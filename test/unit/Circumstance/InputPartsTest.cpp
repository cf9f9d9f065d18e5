// Tests how inputs are split into parts and compared.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/InputParts.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Circumstance/InputCircumstance.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

using namespace pinstripe;

namespace {

/// Returns the parts of a text, separated by bars.
std::string partsOf(llvm::StringRef text, PartKind kind) {
  SplitInput split(text, kind);
  std::string parts;
  for (size_t i = 0; i < split.size(); ++i)
    parts += (i == 0 ? "" : "|") + split.parts(i, i + 1).str();
  return parts;
}

/// Returns the difference of two texts, in the form "=common -passing
/// +failing".
std::string differenceOf(llvm::StringRef passing, llvm::StringRef failing,
                         PartKind kind = PartKind::Characters) {
  SplitInput before(passing, kind), after(failing, kind);
  std::vector<std::string> runs;
  for (const PartRun &run : compareParts(before, after)) {
    bool isPassing = run.kind == PartRun::Kind::OnlyPassing;
    const SplitInput &from = isPassing ? before : after;
    const char *mark = isPassing                                ? "-"
                       : run.kind == PartRun::Kind::OnlyFailing ? "+"
                                                                : "=";
    runs.push_back(mark + from.parts(run.begin, run.end).str());
  }
  return llvm::join(runs, " ");
}

std::string contentOf(const InputCircumstance &circumstance,
                      const Configuration &configuration) {
  return circumstance.contentOf(0, configuration);
}

} // namespace

TEST_CASE("text is split into lines, tokens and characters",
          "[circumstance][parts]") {
  CHECK(partsOf("one\ntwo", PartKind::Lines) == "one\n|two");
  CHECK(partsOf("\n\na\n", PartKind::Lines) == "\n|\n|a\n");
  CHECK(partsOf("if (x_1<2)", PartKind::Tokens) == "if| |(|x_1|<|2|)");
  CHECK(partsOf("äh, so", PartKind::Tokens) == "äh|,| |so");
  CHECK(partsOf("aäb", PartKind::Characters) == "a|ä|b");
  CHECK(partsOf("", PartKind::Characters).empty());
}

TEST_CASE("no token reaches into another line", "[circumstance][parts]") {
  CHECK(partsOf("a  \n\n  b", PartKind::Tokens) == "a|  |\n|\n|  |b");
}

TEST_CASE("bytes that are no characters are parts of their own",
          "[circumstance][parts]") {
  CHECK(partsOf("a\xc3(", PartKind::Characters) == "a|\xc3|(");
  CHECK(partsOf("\xe2\x82", PartKind::Characters) == "\xe2|\x82");
  CHECK_FALSE(isText("a\xc3("));
  CHECK_FALSE(isText(llvm::StringRef("a\0b", 3)));
  CHECK(isText("grün\n"));
  CHECK(isText(""));
}

TEST_CASE("a binary input is split into blocks and bytes",
          "[circumstance][parts]") {
  CHECK(partBounds(std::string(130, 'x'), PartKind::Blocks) ==
        std::vector<uint32_t>{0, 64, 128, 130});
  CHECK(partsOf("äb", PartKind::Bytes) == "\xc3|\xa4|b");
}

TEST_CASE("two inputs are compared by parts", "[circumstance][parts]") {
  CHECK(differenceOf("", "abc") == "+abc");
  CHECK(differenceOf("abc", "") == "-abc");
  CHECK(differenceOf("abc", "abc") == "=abc");
  CHECK(differenceOf("abcd", "abxd") == "=ab -c +x =d");
  CHECK(differenceOf("one\ntwo\n", "one\n2\ntwo\n", PartKind::Lines) ==
        "=one\n +2\n =two\n");
  // The example of Myers's paper has a difference of 5 characters.
  CHECK(differenceOf("abcabba", "cbabac") == "-ab =c +b =ab -b =a +c");
}

TEST_CASE("the mixtures of two inputs go from the one to the other",
          "[circumstance][parts]") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::string passing, failing;
    for (std::string *text : {&passing, &failing})
      for (size_t i = random() % 12; i > 0; --i)
        *text += static_cast<char>('a' + random() % 3);
    CAPTURE(passing, failing);
    InputCircumstance circumstance({{"", passing, failing}},
                                   PartKind::Characters);
    size_t n = circumstance.elements();
    CHECK(contentOf(circumstance, Configuration::full(n)) == failing);
    CHECK(contentOf(circumstance, Configuration::empty(n)) == passing);
    // The difference has at most as many elements as both inputs together, and
    // each element adds or removes one character.
    REQUIRE(n <= passing.size() + failing.size());
    Configuration mixture = Configuration::empty(n);
    size_t size = passing.size();
    for (size_t i = 0; i < n; ++i) {
      mixture.insert(Element(i));
      size_t next = contentOf(circumstance, mixture).size();
      CHECK((next == size + 1 || next + 1 == size));
      size = next;
    }
  }
}

TEST_CASE("inputs that differ everywhere are compared in no time",
          "[circumstance][parts]") {
  std::string passing(200000, 'a'), failing(200000, 'b');
  SplitInput before(passing, PartKind::Characters),
      after(failing, PartKind::Characters);
  std::vector<PartRun> runs = compareParts(before, after);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].size() == 200000);
  CHECK(runs[1].size() == 200000);
}

TEST_CASE("several inputs are one set of elements", "[circumstance][parts]") {
  InputCircumstance circumstance(
      {{"", "", "ab"}, {"in.txt", "", "cde"}, {"b.bin", "", {"\0f", 2}}},
      PartKind::Characters);
  REQUIRE(circumstance.elements() == 7);
  CHECK(circumstance.elementsName() == "parts");
  Configuration some =
      Configuration::of(7, {Element(0), Element(2), Element(4), Element(6)});
  Materials materials = llvm::cantFail(circumstance.materialise(some));
  CHECK(materials.standardInput == "a");
  REQUIRE(materials.files.size() == 2);
  CHECK(materials.files[0].path == "in.txt");
  CHECK(materials.files[0].content == "ce");
  CHECK(materials.files[1].content == "f");
}
