// Tests how lines are ranked by what two failing runs say about them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/BothRankings.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

/// Makes a line with a switched decision that had this effect. The smaller
/// `rank`, the better is the change compared with those of other lines.
LineEvidence switchedLine(uint32_t number, Effect effect, uint32_t rank) {
  LineEvidence line;
  line.line = {FileId{}, number};
  line.executed = 1;
  line.switched = ChangeEvidence{effect, rank, EventIndex(number), true};
  line.score = 1.0 / rank;
  return line;
}

std::vector<uint32_t> numbersOf(const std::vector<LineEvidence> &lines) {
  std::vector<uint32_t> numbers;
  for (const LineEvidence &line : lines)
    numbers.push_back(line.line.number);
  return numbers;
}

} // namespace

TEST_CASE("a line that mends both runs comes before one that mends only the "
          "smaller run",
          "[driver][explain]") {
  std::vector<LineEvidence> smaller = {
      switchedLine(1, Effect::ExpectedOutput, 1),
      switchedLine(2, Effect::ExpectedOutput, 2)};
  std::vector<LineEvidence> larger = {
      switchedLine(1, Effect::Other, 2),
      switchedLine(2, Effect::ExpectedOutput, 1)};
  rankByBoth(smaller, larger);
  CHECK(numbersOf(smaller) == std::vector<uint32_t>{2, 1});
  CHECK(smaller[0].entry == 1);
  CHECK(smaller[1].entry == 2);
  CHECK(smaller[0].score > smaller[1].score);
  CHECK(smaller[0].score + smaller[1].score == Approx(1));
}

TEST_CASE("what the larger run says counts twice", "[driver][explain]") {
  std::vector<LineEvidence> smaller = {
      switchedLine(1, Effect::ExpectedOutput, 1),
      switchedLine(2, Effect::Partly, 2)};
  std::vector<LineEvidence> larger = {
      switchedLine(1, Effect::Partly, 2),
      switchedLine(2, Effect::ExpectedOutput, 1)};
  rankByBoth(smaller, larger);
  CHECK(numbersOf(smaller) == std::vector<uint32_t>{2, 1});
}

TEST_CASE("lines that only the larger run has executed are not ranked",
          "[driver][explain]") {
  std::vector<LineEvidence> smaller = {
      switchedLine(1, Effect::ExpectedOutput, 1)};
  rankByBoth(smaller, {switchedLine(1, Effect::Other, 2),
                       switchedLine(3, Effect::ExpectedOutput, 1)});
  CHECK(numbersOf(smaller) == std::vector<uint32_t>{1});
}

TEST_CASE("a larger run that shows nothing leaves the ranking as it is",
          "[driver][explain]") {
  std::vector<LineEvidence> smaller = {
      switchedLine(1, Effect::ExpectedOutput, 1),
      switchedLine(2, Effect::ExpectedOutput, 2)};
  rankByBoth(smaller, {});
  CHECK(numbersOf(smaller) == std::vector<uint32_t>{1, 2});
  CHECK(smaller[0].score == 1);
}

TEST_CASE("a smaller run that shows nothing is ranked by the larger one",
          "[driver][explain]") {
  LineEvidence first, second;
  first.line = {FileId{}, 1};
  second.line = {FileId{}, 2};
  std::vector<LineEvidence> smaller = {first, second};
  rankByBoth(smaller, {switchedLine(1, Effect::Partly, 2),
                       switchedLine(2, Effect::ExpectedOutput, 1)});
  CHECK(numbersOf(smaller) == std::vector<uint32_t>{2, 1});
  CHECK(smaller[0].score > smaller[1].score);
}

TEST_CASE("a mutation that was tried in one run only counts for both",
          "[driver][explain]") {
  LineEvidence mutated;
  mutated.line = {FileId{}, 2};
  std::vector<LineEvidence> smaller = {switchedLine(1, Effect::Partly, 1),
                                       mutated};
  mutated.mutated.emplace();
  mutated.mutated->best.effect = Effect::ExpectedOutput;
  mutated.mutated->rank = 1;
  rankByBoth(smaller, {switchedLine(1, Effect::Partly, 1), mutated});
  CHECK(numbersOf(smaller) == std::vector<uint32_t>{2, 1});
  CHECK_FALSE(smaller[0].mutated);
}

TEST_CASE("only lines whose change improves the output are tried in the other "
          "run",
          "[driver][explain]") {
  LineEvidence mutated = switchedLine(3, Effect::Same, 3);
  mutated.mutated.emplace();
  mutated.mutated->best.effect = Effect::Partly;
  std::vector<LineEvidence> lines = {switchedLine(1, Effect::Prefix, 1),
                                     switchedLine(2, Effect::Gone, 2), mutated};
  CHECK(changedLines(lines) ==
        std::set<SourceLine>{{FileId{}, 1}, {FileId{}, 3}});
}
