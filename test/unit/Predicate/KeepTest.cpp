// Tests of regular expressions over standard output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"

#include "Observations.h"
#include "pinstripe/Predicate/MatchedOutput.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

static const char *const sampleOutput = "a? b? sum = 15\nmul = 0\n";

static Outcome outcomeOf(const std::string &expression,
                         const std::string &recorded,
                         const std::string &output) {
  auto predicate = predicateOf(keeping(expression), printed(recorded));
  return outcomeOf(*predicate, printed(output));
}

TEST_CASE("--keep holds while all matches are the recorded ones",
          "[predicate][keep]") {
  CHECK(outcomeOf("sum = .*", sampleOutput, sampleOutput) == Outcome::Fail);
  CHECK(outcomeOf("sum = .*", sampleOutput, "sum = 15") == Outcome::Fail);
  CHECK(outcomeOf("sum = .*", sampleOutput, "sum = 15\nmul = 7\n") ==
        Outcome::Fail);
  CHECK(outcomeOf("sum = .*", sampleOutput, "sum = 150\n") == Outcome::Pass);
  CHECK(outcomeOf("sum = .*", sampleOutput, "mul = 0\n") == Outcome::Pass);
  CHECK(outcomeOf("sum = .*", sampleOutput, "") == Outcome::Pass);
}

TEST_CASE("a dot does not match across lines", "[predicate][keep]") {
  CHECK(outcomeOf("sum.*", "sum 1\n2\n", "sum 1\n3\n") == Outcome::Fail);
  CHECK(outcomeOf("sum[^x]*", "sum 1\n2\n", "sum 1\n3\n") == Outcome::Fail);
}

TEST_CASE("an alternation keeps both lines in their order",
          "[predicate][keep]") {
  const char *both = "sum = .*|mul = .*";
  CHECK(outcomeOf(both, sampleOutput, sampleOutput) == Outcome::Fail);
  CHECK(outcomeOf(both, sampleOutput, "sum = 15\nmul = 0") == Outcome::Fail);
  CHECK(outcomeOf(both, sampleOutput, "sum = 15\n\nx\nmul = 0\n") ==
        Outcome::Fail);
  CHECK(outcomeOf(both, sampleOutput, "sum = 15\n") == Outcome::Pass);
  CHECK(outcomeOf(both, sampleOutput, "mul = 0\nsum = 15\n") == Outcome::Pass);
  CHECK(outcomeOf(both, sampleOutput, "sum = 15\nmul = 0\nmul = 0\n") ==
        Outcome::Pass);
}

TEST_CASE("each of several matches on a line counts", "[predicate][keep]") {
  CHECK(outcomeOf("[0-9]+", "1 22 3\n", "1;22;3") == Outcome::Fail);
  CHECK(outcomeOf("[0-9]+", "1 22 3\n", "1 2 2 3\n") == Outcome::Pass);
}

TEST_CASE("anchors match at the ends of lines only", "[predicate][keep]") {
  CHECK(outcomeOf("^a", "aaa\nba\n", "axx\n") == Outcome::Fail);
  CHECK(outcomeOf("^a", "aaa\nba\n", "ba\naaa\n") == Outcome::Fail);
  CHECK(outcomeOf("^a", "aaa\nba\n", "a\na\n") == Outcome::Pass);
  CHECK(outcomeOf("a$", "aaa\nab\n", "xa") == Outcome::Fail);
  CHECK(outcomeOf("a$", "aaa\nab\n", "a\na") == Outcome::Pass);
}

TEST_CASE("a word boundary sees what was matched before it",
          "[predicate][keep]") {
  CHECK(outcomeOf("\\<[ab]", "ab b\n", "a b") == Outcome::Fail);
  CHECK(outcomeOf("\\<[ab]", "ab b\n", "a b b") == Outcome::Pass);
}

TEST_CASE("empty matches neither loop nor count", "[predicate][keep]") {
  CHECK(outcomeOf("x*", "axxb\n\ncx\n", "xx x") == Outcome::Fail);
  CHECK(outcomeOf("x*", "axxb\n\ncx\n", "xx") == Outcome::Pass);
  CHECK_THAT(usageErrorOf(keeping("x*"), printed("abc\n")),
             Catch::Contains("matches nothing"));
  CHECK_THAT(usageErrorOf(keeping(""), printed("abc\n")),
             Catch::Contains("matches nothing"));
}

TEST_CASE("zero bytes and other binary data are plain characters",
          "[predicate][keep]") {
  using namespace std::string_literals;
  CHECK(outcomeOf("k=.*",
                  "\0k=\0\xff\xfe"
                  "1\n"s,
                  "k=\0\xff\xfe"
                  "1"s) == Outcome::Fail);
  CHECK(outcomeOf("k=.*",
                  "\0k=\0\xff\xfe"
                  "1\n"s,
                  "k=\0\xff\xfe"
                  "2"s) == Outcome::Pass);
}

TEST_CASE("several --keep options hold together", "[predicate][keep]") {
  PredicateSpec spec;
  spec.keep = {"sum = .*", "mul = .*"};
  auto predicate = predicateOf(spec, printed(sampleOutput));
  CHECK(predicate->description() == "--keep 'sum = .*' --keep 'mul = .*'");
  CHECK(outcomeOf(*predicate, printed("mul = 0\nsum = 15\n")) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, printed("sum = 15\n")) == Outcome::Pass);
}

TEST_CASE("a bad expression is a usage error with the message of the library",
          "[predicate][keep]") {
  CHECK(usageErrorOf(keeping("sum = (.*"), printed(sampleOutput)) ==
        "--keep 'sum = (.*': not a regular expression: unmatched ( or \\(; "
        "write \\ before a character that stands for itself");
  CHECK_THAT(usageErrorOf(keeping("[z-a]"), printed(sampleOutput)),
             Catch::Contains("invalid range end"));
}

TEST_CASE("an expression without a match is a usage error that shows the "
          "recorded output",
          "[predicate][keep]") {
  CHECK(usageErrorOf(keeping("summe = .*"), printed(sampleOutput)) ==
        "--keep 'summe = .*': matches nothing in the recorded standard output; "
        "it begins:\n"
        "  a? b? sum = 15\n"
        "  mul = 0");
}

TEST_CASE("a message shows the beginning of a long recorded output",
          "[predicate][keep]") {
  std::string output = "\x1b[1mbold\tface\n" + std::string(100, 'w') + "\n";
  for (int line = 3; line < 9; ++line)
    output += std::to_string(line) + "\n";
  CHECK(usageErrorOf(keeping("none"), printed(output)) ==
        "--keep none: matches nothing in the recorded standard output; it "
        "begins:\n"
        "  \\x1b[1mbold     face\n"
        "  " +
            std::string(71, 'w') +
            "…\n"
            "  3\n"
            "  4\n"
            "  5\n"
            "  ...");
}

TEST_CASE("an expression over an empty recorded output is a usage error",
          "[predicate][keep]") {
  CHECK(usageErrorOf(keeping("x"), printed("")) ==
        "--keep x: the recorded run wrote nothing to standard output");
}

TEST_CASE("findMatches returns the places of all matches",
          "[predicate][keep]") {
  llvm::StringRef output = "a? sum = 10\nb = 2\nsum = 12\n";
  auto found = findMatches("sum = .*", output);
  REQUIRE(bool(found));
  REQUIRE(found->size() == 2);
  CHECK(output.slice((*found)[0].begin, (*found)[0].end) == "sum = 10");
  CHECK(output.slice((*found)[1].begin, (*found)[1].end) == "sum = 12");
  CHECK((*found)[1].begin == 18);
  llvm::Error error = findMatches("(", output).takeError();
  CHECK(error.isA<UsageError>());
  llvm::consumeError(std::move(error));
}
