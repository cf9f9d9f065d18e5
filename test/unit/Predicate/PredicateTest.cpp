// Tests of comparisons, of combined predicates and of `judge`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Predicate/Predicate.h"

#include "Observations.h"

using namespace pinstripe;

TEST_CASE("without options, standard output must be the same byte for byte",
          "[predicate]") {
  auto predicate = predicateOf(PredicateSpec(), printed("sum = 15\n"));
  CHECK(predicate->description() == "--same-stdout");
  CHECK(outcomeOf(*predicate, printed("sum = 15\n")) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, printed("sum = 15")) == Outcome::Pass);
  CHECK(outcomeOf(*predicate, printed("")) == Outcome::Pass);
}

TEST_CASE("standard output may hold zero bytes", "[predicate]") {
  using namespace std::string_literals;
  auto predicate = predicateOf(PredicateSpec(), printed("a\0b"s));
  CHECK(outcomeOf(*predicate, printed("a\0b"s)) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, printed("a\0c"s)) == Outcome::Pass);
}

TEST_CASE("an empty recorded standard output is a usage error", "[predicate]") {
  PredicateSpec asked;
  asked.sameStdout = true;
  for (const PredicateSpec &spec : {PredicateSpec(), asked})
    CHECK(usageErrorOf(spec, printed("")) ==
          "--same-stdout: the recorded run wrote nothing to standard output");
}

TEST_CASE("--same-stderr compares standard error only", "[predicate]") {
  PredicateSpec spec;
  spec.sameStderr = true;
  RunResult recorded = printed("out");
  recorded.standardError = "warning\n";
  auto predicate = predicateOf(spec, recorded);
  CHECK(predicate->description() == "--same-stderr");
  RunResult other = printed("other");
  other.standardError = "warning\n";
  CHECK(outcomeOf(*predicate, other) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, printed("out")) == Outcome::Pass);
}

TEST_CASE(
    "an empty recorded standard error is accepted only beside other predicates",
    "[predicate]") {
  PredicateSpec spec;
  spec.sameStderr = true;
  CHECK(usageErrorOf(spec, printed("x")) ==
        "--same-stderr: the recorded run wrote nothing to standard error");

  spec.sameExit = true;
  auto predicate = predicateOf(spec, printed("x"));
  RunResult noisy = printed("x");
  noisy.standardError = "warning\n";
  CHECK(outcomeOf(*predicate, printed("y")) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, noisy) == Outcome::Pass);
}

TEST_CASE("--same-exit compares the exit status", "[predicate]") {
  PredicateSpec spec;
  spec.sameExit = true;
  auto predicate = predicateOf(spec, endedWith(Exited{3}));
  CHECK(predicate->description() == "--same-exit");
  CHECK(outcomeOf(*predicate, endedWith(Exited{3})) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, endedWith(Exited{0})) == Outcome::Pass);
}

TEST_CASE("--same-exit compares the fatal signal and its place",
          "[predicate]") {
  PredicateSpec spec;
  spec.sameExit = true;
  auto predicate = predicateOf(spec, endedWith(Crashed{11, 0x1000}));
  CHECK(outcomeOf(*predicate, endedWith(Crashed{11, 0x1000})) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, endedWith(Crashed{6, 0x1000})) == Outcome::Pass);
  CHECK(outcomeOf(*predicate, endedWith(Exited{11})) == Outcome::Pass);
}

TEST_CASE("--same-file compares the file's content", "[predicate]") {
  PredicateSpec spec;
  spec.sameFiles = {"out dir/log.txt"};
  auto predicate = predicateOf(spec, left("out dir/log.txt", "wrong\n"));
  CHECK(predicate->description() == "--same-file 'out dir/log.txt'");
  CHECK(outcomeOf(*predicate, left("out dir/log.txt", "wrong\n")) ==
        Outcome::Fail);
  CHECK(outcomeOf(*predicate, left("out dir/log.txt", "wrong")) ==
        Outcome::Pass);
  CHECK(outcomeOf(*predicate, left("out dir/log.txt", std::nullopt)) ==
        Outcome::Pass);
  CHECK(outcomeOf(*predicate, left("log.txt", "wrong\n")) == Outcome::Pass);
}

TEST_CASE("an empty file can be compared, and is not a missing one",
          "[predicate]") {
  PredicateSpec spec;
  spec.sameFiles = {"lock"};
  auto predicate = predicateOf(spec, left("lock", ""));
  CHECK(outcomeOf(*predicate, left("lock", "")) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, left("lock", std::nullopt)) == Outcome::Pass);
}

TEST_CASE(
    "an observed file that the recorded run did not leave is a usage error",
    "[predicate]") {
  PredicateSpec spec;
  spec.sameFiles = {"log.txt"};
  for (const RunResult &recorded :
       {left("log.txt", std::nullopt), left("other", "x")})
    CHECK(usageErrorOf(spec, recorded) ==
          "--same-file log.txt: the recorded run left no such file in its "
          "working directory; check the path");
}

TEST_CASE("an observed file outside of the working directory is a usage error",
          "[predicate]") {
  PredicateSpec spec;
  for (const char *path :
       {"/etc/motd", "../log", "a/../../log", "..", ".", ""}) {
    spec.sameFiles = {path};
    CHECK_THAT(usageErrorOf(spec, left(path, "x")),
               Catch::Contains("not a path below the working directory"));
  }
  spec.sameFiles = {"./a/../..b"};
  CHECK(predicateOf(spec, left("./a/../..b", "x")));
}

TEST_CASE("all predicates must hold", "[predicate]") {
  PredicateSpec spec = keeping("sum = .*");
  spec.sameExit = true;
  spec.sameFiles = {"log"};
  RunResult recorded = left("log", "1");
  recorded.standardOutput = "sum = 15\nmul = 0\n";
  auto predicate = predicateOf(spec, recorded);
  CHECK(predicate->description() ==
        "--same-exit --same-file log --keep 'sum = .*'");
  CHECK(outcomeOf(*predicate, recorded) == Outcome::Fail);

  RunResult other = recorded;
  other.standardOutput = "sum = 15\n";
  CHECK(outcomeOf(*predicate, other) == Outcome::Fail);
  other.standardOutput = "sum = 16\n";
  CHECK(outcomeOf(*predicate, other) == Outcome::Pass);
  other = recorded;
  other.ending = Exited{1};
  CHECK(outcomeOf(*predicate, other) == Outcome::Pass);
  other = recorded;
  other.files["log"] = "2";
  CHECK(outcomeOf(*predicate, other) == Outcome::Pass);
}

TEST_CASE("standard output may differ if only something else is asked for",
          "[predicate]") {
  PredicateSpec spec;
  spec.sameExit = true;
  auto predicate = predicateOf(spec, printed(""));
  CHECK(outcomeOf(*predicate, printed("other")) == Outcome::Fail);
}

TEST_CASE("a run that did not end by itself is UNRESOLVED", "[predicate]") {
  RunResult recorded = printed("x\n");
  auto predicate = predicateOf(PredicateSpec(), recorded);
  for (Ending ending : {Ending(Crashed{11, 0}), Ending(TimedOut()),
                        Ending(LimitReached()), Ending(Diverged())}) {
    RunResult result = endedWith(ending);
    CHECK(llvm::cantFail(judge(*predicate, recorded, result)) ==
          Outcome::Unresolved);
  }
  CHECK(llvm::cantFail(judge(*predicate, recorded, printed("x\n"))) ==
        Outcome::Fail);
  CHECK(llvm::cantFail(judge(*predicate, recorded, printed("y\n"))) ==
        Outcome::Pass);
}

TEST_CASE("if the recorded run crashed, the same signal is not UNRESOLVED",
          "[predicate]") {
  RunResult recorded = endedWith(Crashed{11, 0});
  PredicateSpec spec;
  spec.sameExit = true;
  auto predicate = predicateOf(spec, recorded);
  auto judged = [&](Ending ending) {
    return llvm::cantFail(judge(*predicate, recorded, endedWith(ending)));
  };
  CHECK(judged(Crashed{11, 0}) == Outcome::Fail);
  CHECK(judged(Crashed{6, 0}) == Outcome::Unresolved);
  CHECK(judged(Exited{0}) == Outcome::Pass);
  CHECK(judged(TimedOut()) == Outcome::Unresolved);
}

TEST_CASE("--watch compares values", "[predicate]") {
  PredicateSpec spec;
  spec.watches = {"a.c:3:x", "a.c:4:y#2"};
  RunResult recorded = printed("");
  recorded.values = {{5, "one"}, {2, "two"}};
  auto predicate = predicateOf(spec, recorded);
  CHECK(predicate->description() == "--watch a.c:3:x --watch 'a.c:4:y#2'");
  RunResult other = recorded;
  other.values[0].executions = 1;
  CHECK(outcomeOf(*predicate, other) == Outcome::Fail);
  other.values[1].bytes = "tw0";
  CHECK(outcomeOf(*predicate, other) == Outcome::Pass);
  other.values[1] = {1, std::nullopt}; // The line is not executed twice, or the
                                       // value is not readable.
  CHECK(outcomeOf(*predicate, other) == Outcome::Pass);
}

TEST_CASE("--watch needs a value in the recorded run", "[predicate]") {
  PredicateSpec spec;
  spec.watches = {"a.c:3:p->x"};
  RunResult recorded = printed("");
  recorded.values = {{0, std::nullopt}};
  CHECK(llvm::StringRef(usageErrorOf(spec, recorded))
            .contains("does not execute this line"));
  recorded.values = {{3, std::nullopt}};
  CHECK(llvm::StringRef(usageErrorOf(spec, recorded))
            .contains("executes this line 3 times, but its value can't be "
                      "read the last time"));
}
