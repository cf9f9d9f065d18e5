// Tests of the classification of changed outputs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/OutputEffect.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

static RunResult printed(std::string text, Ending ending = Exited()) {
  RunResult result;
  result.standardOutput = std::move(text);
  result.ending = ending;
  return result;
}

TEST_CASE("effects are classified by lines and by the bytes that are right",
          "[effect]") {
  RunResult recorded = printed("one\ntwo\nTHREE\nfour\nFIVE\n");
  OutputEffect effect("one\ntwo\nthree\nfour\nfive\n", recorded);
  CHECK_FALSE(effect.isAsExpected());
  auto of = [&](std::string text) { return effect.of(printed(text)); };
  CHECK(of("one\ntwo\nthree\nfour\nfive\n") == Effect::ExpectedOutput);
  CHECK(of("one\ntwo\nthree\nfour\nFIVE\n") == Effect::Partly);
  CHECK(of("one\ntwo\nthree\n") == Effect::Partly);
  CHECK(of("one\ntwo\nthr\n") == Effect::Prefix);
  CHECK(of("one\ntwo\nfour\n") == Effect::Gone);
  CHECK(of("") == Effect::Gone);
  CHECK(of("one\nTHREE\n") == Effect::Other);
  CHECK(of("one\ntwo\nTHREE\nfour\nFIVE\n") == Effect::Same);
}

TEST_CASE("a crash does not hide a better output before it", "[effect]") {
  RunResult recorded = printed("a\nB\n");
  OutputEffect effect("a\nb\n", recorded);
  CHECK(effect.of(printed("a\nb\n", Crashed{11})) == Effect::Partly);
  CHECK(effect.of(printed("a\n", Crashed{11})) == Effect::Crash);
  CHECK(effect.of(printed("a\nb\n", TimedOut())) == Effect::Hang);
  CHECK(effect.of(printed("a\n", LimitReached())) == Effect::Hang);
}

TEST_CASE("another exit status is another effect", "[effect]") {
  RunResult recorded = printed("a\n", Exited{1});
  OutputEffect effect("b\n", recorded);
  CHECK(effect.of(printed("a\n", Exited{1})) == Effect::Same);
  CHECK(effect.of(printed("a\n", Exited{0})) == Effect::Other);
  CHECK(effect.of(printed("b\n", Exited{1})) == Effect::ExpectedOutput);
}

TEST_CASE("a missing line is recognised when it is printed", "[effect]") {
  RunResult recorded = printed("a\n");
  OutputEffect effect("a\nb\nc\n", recorded);
  CHECK(effect.of(printed("a\nb\n")) == Effect::Partly);
  CHECK(effect.of(printed("a\nx\n")) == Effect::Other);
}

TEST_CASE("an unexpected line is recognised when it is gone", "[effect]") {
  RunResult recorded = printed("a\nb\n");
  OutputEffect effect("a\n", recorded);
  CHECK(effect.of(printed("a\n")) == Effect::ExpectedOutput);
  CHECK(effect.of(printed("a\nc\n")) == Effect::Gone);
}

TEST_CASE("a recorded output that is right needs no change", "[effect]") {
  RunResult recorded = printed("a\n");
  CHECK(OutputEffect("a\n", recorded).isAsExpected());
}

TEST_CASE("after a right output, a crash is still to be mended", "[effect]") {
  OutputEffect effect("a\n", printed("a\n", Crashed{11}));
  CHECK_FALSE(effect.isAsExpected());
  CHECK(effect.of(printed("a\n")) == Effect::ExpectedOutput);
  CHECK(effect.of(printed("a\n", Crashed{11})) == Effect::Same);
  CHECK(effect.of(printed("a\n", Crashed{6})) == Effect::Crash);
  CHECK(effect.of(printed("b\n")) == Effect::Other);
}
