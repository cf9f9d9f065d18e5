// Tests how runs are compared with a right one, without a process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ReferenceTester.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

static RunResult exited(int status, const std::string &output) {
  RunResult run;
  run.ending = Exited{status};
  run.standardOutput = output;
  return run;
}

static RunResult endedBy(Ending ending) {
  RunResult run;
  run.ending = std::move(ending);
  return run;
}

TEST_CASE("a difference is named by what is printed first in place of what",
          "[circumstance][reference]") {
  RunResult right = exited(0, "total 72\nok\n");
  auto kindOf = [&](const RunResult &run) {
    return differenceKind(run, right).value_or("unknown");
  };
  CHECK(kindOf(right).empty());
  CHECK(kindOf(exited(0, "total 132\nok\n")) == "prints a number that differs");
  CHECK(kindOf(exited(0, "total x\nok\n")) ==
        "prints a text in place of a number");
  CHECK(kindOf(exited(0, "total 72\nbad\n")) == "prints a text that differs");
  CHECK(kindOf(exited(0, "total 7\nok\n")) == "prints a number that differs");
  CHECK(kindOf(exited(0, "total 72.5\nok\n")) ==
        "prints a number that differs");
  CHECK(kindOf(exited(0, "totals 72\nok\n")) == "prints a text that differs");
  CHECK(kindOf(exited(0, "total 72 \nok\n")) ==
        "prints white space in place of the end of a line");
  CHECK(kindOf(exited(1, "total 72\nok\n")) ==
        "exits with an error in place of status 0");
  CHECK(kindOf(endedBy(TimedOut{})) == "unknown");
  CHECK(differenceKind(exited(0, ""), exited(1, "")) ==
        "exits with status 0 in place of an error");
  // Two programs that refuse an input agree, whatever they print about it.
  CHECK(differenceKind(exited(1, "no"), exited(2, ""))->empty());
}

TEST_CASE("runs that end with the same error status are compared",
          "[circumstance][reference]") {
  RunResult right = exited(1, "3 errors\n");
  CHECK(differenceKind(right, right)->empty());
  std::string kind = *differenceKind(exited(1, "2 errors\n"), right);
  CHECK(kind == "ends with status 1 and prints a number that differs");
  auto outcomeOf = [&](const std::string &kind) {
    return compareRuns(exited(1, "4 errors\n"), right, kind).outcome;
  };
  CHECK(outcomeOf(kind) == Outcome::Fail);
  CHECK(outcomeOf("prints a number that differs") == Outcome::Pass);
}

TEST_CASE("a missing or additional line is a difference of its own",
          "[circumstance][reference]") {
  RunResult right = exited(0, "total 72\nbad\nok\n");
  auto kindOf = [&](const std::string &output) {
    return differenceKind(exited(0, output), right).value_or("unknown");
  };
  CHECK(kindOf("total 72\n") == "lacks a line");
  CHECK(kindOf("") == "lacks a line");
  CHECK(kindOf("total 72\nok\n") == "lacks a line");
  CHECK(kindOf("total 72\nbad\nbad\nok\n") == "prints a line too many");
  CHECK(kindOf("total 72\nbad\nok\nend\n") == "prints a line too many");
  // Another line is as it should have been by chance, but none is missing.
  CHECK(kindOf("total 72\nok\nok\n") == "prints a text that differs");
}

TEST_CASE("crashes at different places are different failures",
          "[circumstance][reference]") {
  auto crashedAt = [](uint64_t place) {
    Crashed crash;
    crash.signal = 11;
    crash.place = place;
    return endedBy(crash);
  };
  RunResult right = exited(0, "");
  std::string kind = *differenceKind(crashedAt(1), right);
  CHECK(compareRuns(crashedAt(1), right, kind).outcome == Outcome::Fail);
  CHECK(compareRuns(crashedAt(2), right, kind).outcome == Outcome::Unresolved);
}

TEST_CASE("a run fails only if it differs in the same way as the failing run",
          "[circumstance][reference]") {
  RunResult right = exited(0, "OK\n");
  std::string kind = *differenceKind(exited(0, "-4\n"), right);
  auto outcomeOf = [&](const RunResult &run) {
    return compareRuns(run, right, kind).outcome;
  };
  CHECK(outcomeOf(right) == Outcome::Pass);
  CHECK(outcomeOf(exited(0, "-17\n")) == Outcome::Fail);
  CHECK(outcomeOf(exited(0, "no\n")) == Outcome::Unresolved);
  CHECK(outcomeOf(exited(1, "-4\n")) == Outcome::Unresolved);
  CHECK(compareRuns(exited(0, "no\n"), right, kind).cause ==
        "other difference");
  CHECK(compareRuns(endedBy(TimedOut{}), right, kind).cause == "hang");
}

TEST_CASE("a run that prints the expected output does not fail",
          "[circumstance][reference]") {
  RunResult right = exited(0, "OK\n");
  auto kind = differenceFromExpected(right, right, "right.txt", "./prog");
  REQUIRE(kind.errorIsA<ReproductionError>());
  CHECK(
      llvm::toString(kind.takeError()) ==
      "--expect-stdout right.txt: that is just what ./prog prints, so nothing "
      "fails; give the output that it should print instead");
  auto wrong =
      differenceFromExpected(exited(0, "no\n"), right, "right.txt", "./prog");
  REQUIRE(static_cast<bool>(wrong));
  CHECK(*wrong == "prints a text that differs");
}
