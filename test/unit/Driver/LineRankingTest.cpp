// Tests of the ranking of source lines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Locate/LineRanking.h"

#include "llvm/ADT/STLExtras.h"
#include <catch2/catch.hpp>

using namespace pinstripe;

static LineEvidence lineNumber(uint32_t number) {
  LineEvidence line;
  line.line.number = number;
  line.executed = 1;
  return line;
}

static LineEvidence switched(uint32_t number, Effect effect, uint32_t rank) {
  LineEvidence line = lineNumber(number);
  line.switched = ChangeEvidence{effect, rank, EventIndex(0), true};
  return line;
}

static LineEvidence kept(uint32_t number, uint64_t rightOutputs,
                         uint64_t instances = 1) {
  LineEvidence line = lineNumber(number);
  line.kept = instances;
  line.wrongOutputs = line.wrongValues = 1;
  line.rightOutputs = rightOutputs;
  return line;
}

/// Returns the numbers of the lines, best first.
static std::vector<uint32_t> orderOf(std::vector<LineEvidence> lines) {
  rankLines(lines);
  std::vector<uint32_t> order;
  for (const LineEvidence &line : lines)
    order.push_back(line.line.number);
  return order;
}

TEST_CASE("a change that brings the expected output comes first",
          "[driver][ranking]") {
  CHECK(orderOf({lineNumber(1), switched(2, Effect::Prefix, 3),
                 switched(3, Effect::ExpectedOutput, 1),
                 switched(4, Effect::Partly, 2)}) ==
        std::vector<uint32_t>{3, 4, 2, 1});
}

TEST_CASE("lines of the critical slice that right lines do not need come first",
          "[driver][ranking]") {
  CHECK(orderOf({lineNumber(1), kept(2, 5), kept(3, 0), kept(4, 1)}) ==
        std::vector<uint32_t>{3, 4, 2, 1});
  CHECK(orderOf({kept(1, 0, 100), kept(2, 0, 3)}) ==
        std::vector<uint32_t>{2, 1});
}

TEST_CASE("two kinds of evidence count more than one", "[driver][ranking]") {
  LineEvidence both = switched(2, Effect::ExpectedOutput, 2);
  both.kept = 1;
  LineEvidence one = switched(1, Effect::ExpectedOutput, 2);
  CHECK(orderOf({one, both}) == std::vector<uint32_t>{2, 1});
}

TEST_CASE("lines with equal evidence share a place and stay in order",
          "[driver][ranking]") {
  std::vector<LineEvidence> lines = {kept(3, 0), kept(1, 0), kept(2, 0)};
  rankLines(lines);
  CHECK(lines[0].score == lines[2].score);
  CHECK(orderOf(lines) == std::vector<uint32_t>{1, 2, 3});
}

TEST_CASE("without evidence there is no score", "[driver][ranking]") {
  std::vector<LineEvidence> lines = {lineNumber(1)};
  rankLines(lines);
  CHECK(lines[0].score == 0);
  rankLines(lines = {});
  CHECK(lines.empty());
}

TEST_CASE("lines of the critical slice near the wrong line come first",
          "[driver][ranking]") {
  LineEvidence near = kept(2, 0), far = kept(1, 0);
  near.distance = 3;
  far.distance = 4;
  CHECK(orderOf({far, near}) == std::vector<uint32_t>{2, 1});
  LineEvidence decision = kept(3, 0);
  decision.wrongValues = 0;
  CHECK(orderOf({decision, far}) == std::vector<uint32_t>{1, 3});
}

TEST_CASE("omitting and replacing are one kind of evidence",
          "[driver][ranking]") {
  auto omitted = [](uint32_t number) {
    LineEvidence line = lineNumber(number);
    line.omitted = ChangeEvidence{Effect::ExpectedOutput, 1, EventIndex(0)};
    return line;
  };
  LineEvidence both = omitted(1);
  both.replaced = both.omitted;
  std::vector<LineEvidence> lines = {both};
  rankLines(lines);
  std::vector<LineEvidence> one = {omitted(1)};
  rankLines(one);
  CHECK(lines[0].score == one[0].score);
  one[0].omitted.reset();
  one[0].replaced = both.replaced;
  rankLines(one);
  CHECK(one[0].score > 0);
}

TEST_CASE("a change that makes all of the output right outranks a guard",
          "[driver][ranking]") {
  LineEvidence guard = switched(1, Effect::Partly, 1);
  guard.kept = guard.wrongOutputs = guard.wrongValues = 1;
  guard.isGuard = true;
  LineEvidence replaced = guard;
  replaced.line.number = 2;
  replaced.replaced = ChangeEvidence{Effect::ExpectedOutput, 30, EventIndex(0)};
  replaced.switched.reset();
  CHECK(orderOf({guard, replaced}) == std::vector<uint32_t>{2, 1});
}

TEST_CASE(
    "a change that makes all of the output right counts more than one that "
    "makes it better",
    "[driver][ranking]") {
  auto changed = [](uint32_t number,
                    std::optional<ChangeEvidence> LineEvidence::*kind,
                    Effect effect) {
    LineEvidence line = lineNumber(number);
    line.function = FunctionId(number);
    (line.*kind).emplace(effect, 1, EventIndex(0)).trials = 3;
    (line.*kind)->hits = 3;
    return line;
  };
  auto kind = GENERATE(&LineEvidence::switched, &LineEvidence::omitted,
                       &LineEvidence::replaced);
  auto other = GENERATE(&LineEvidence::switched, &LineEvidence::omitted,
                        &LineEvidence::replaced);
  std::vector<LineEvidence> lines = {changed(1, other, Effect::Partly),
                                     changed(2, kind, Effect::ExpectedOutput)};
  for (uint32_t number = 3; number != 1000; ++number)
    lines.push_back(lineNumber(number));
  CHECK(orderOf(lines).front() == 2);
}

TEST_CASE("a change that makes all of the output right counts more if many "
          "others mend only its first wrong line",
          "[driver][ranking]") {
  auto scoreWith = [](uint32_t others, Effect effect) {
    std::vector<LineEvidence> lines = {switched(1, Effect::ExpectedOutput, 1)};
    for (uint32_t number = 2; number != 50; ++number)
      lines.push_back(number - 2 < others ? switched(number, effect, number)
                                          : lineNumber(number));
    rankLines(lines);
    auto score = [&](uint32_t number) {
      return llvm::find_if(lines,
                           [&](const LineEvidence &line) {
                             return line.line.number == number;
                           })
          ->score;
    };
    return score(1) / score(2);
  };
  CHECK(scoreWith(20, Effect::Partly) > 2 * scoreWith(1, Effect::Partly));
  CHECK(scoreWith(20, Effect::Prefix) < 2 * scoreWith(1, Effect::Prefix));
}

TEST_CASE("one good change of many may be a coincidence and counts little",
          "[driver][ranking]") {
  auto replaced = [](uint32_t number, Effect effect, uint32_t trials) {
    LineEvidence line = lineNumber(number);
    line.replaced = ChangeEvidence{effect, 1, EventIndex(0)};
    line.replaced->trials = trials;
    line.replaced->hits = 1;
    return line;
  };
  Effect effect = GENERATE(Effect::Partly, Effect::Prefix);
  CHECK(orderOf({replaced(1, effect, 100), replaced(2, effect, 1)}) ==
        std::vector<uint32_t>{2, 1});
}

TEST_CASE("a line that feeds a switched decision gains by it",
          "[driver][ranking]") {
  LineEvidence decision = switched(9, Effect::ExpectedOutput, 1);
  decision.definers = {lineNumber(2).line};
  decision.deciders = {lineNumber(3).line};
  LineEvidence elsewhere = lineNumber(1);
  elsewhere.function = FunctionId(1);
  std::vector<uint32_t> order = orderOf(
      {elsewhere, lineNumber(2), lineNumber(3), lineNumber(4), decision});
  CHECK(order == std::vector<uint32_t>{9, 2, 3, 1, 4});
}

TEST_CASE("scores are probabilities", "[driver][ranking]") {
  std::vector<LineEvidence> lines = {switched(1, Effect::ExpectedOutput, 1),
                                     kept(2, 0), kept(3, 1)};
  rankLines(lines);
  double sum = 0;
  for (const LineEvidence &line : lines)
    sum += line.score;
  CHECK(sum == Approx(1));
}

TEST_CASE("lines that use unset memory come first, in the order of the uses",
          "[driver][ranking]") {
  LineEvidence mending = switched(1, Effect::ExpectedOutput, 1);
  mending.kept = 1;
  mending.replaced = mending.omitted = mending.switched;
  LineEvidence first = lineNumber(2), second = lineNumber(3);
  LineEvidence late = lineNumber(5);
  first.uninitialised = {0};
  second.uninitialised = {1, 2};
  late.uninitialised = {100};
  CHECK(orderOf({mending, second, late, first, lineNumber(4)}) ==
        std::vector<uint32_t>{2, 3, 5, 1, 4});
}

TEST_CASE("lines near the crash come before others", "[driver][ranking]") {
  LineEvidence crashed = lineNumber(4), caller = lineNumber(2);
  crashed.crashed = CrashEvidence{EventIndex(9), 0};
  caller.crashed = CrashEvidence{EventIndex(3), 1};
  LineEvidence mending = switched(1, Effect::NoCrash, 1);
  CHECK(orderOf({lineNumber(3), caller, mending, crashed}) ==
        std::vector<uint32_t>{4, 1, 2, 3});
}
