// Tests which runs count as the failure of the bad revision.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Revisions/RevisionJudge.h"
#include "Revisions/SourceBuilder.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <csignal>

using namespace pinstripe;

static RunResult exitedRun(int status, std::string output = "") {
  RunResult result;
  result.ending = Exited{status};
  result.standardOutput = std::move(output);
  return result;
}

static RunResult crashedRun(int signal, std::string message = "") {
  RunResult result;
  result.ending = Crashed{signal};
  result.standardError = std::move(message);
  return result;
}

static TestedRun judged(const PredicateSpec &spec, const BothRuns &runs,
                        const RunResult &result) {
  TemporaryDirectory scratch = llvm::cantFail(TemporaryDirectory::create());
  RevisionJudge judge = llvm::cantFail(
      RevisionJudge::create(spec, runs, scratch.path(), nullptr));
  return llvm::cantFail(judge.judge(result));
}

TEST_CASE("without a predicate, a third behaviour is unresolved",
          "[driver][revisions]") {
  BothRuns runs{exitedRun(0, "right\n"), exitedRun(0, "wrong\n")};
  CHECK(judged({}, runs, runs.bad).outcome == Outcome::Fail);
  CHECK(judged({}, runs, runs.good).outcome == Outcome::Pass);
  TestedRun third = judged({}, runs, exitedRun(1, "wrong\n"));
  CHECK(third.outcome == Outcome::Unresolved);
  CHECK(third.cause == "other behaviour");
  CHECK(third.ending == "exit status 1");
  CHECK(judged({}, runs, crashedRun(SIGSEGV)).cause == "crash");
}

TEST_CASE("with a predicate, a run that does not fulfil it passes",
          "[driver][revisions]") {
  BothRuns runs{exitedRun(0, "sum 1\n"), exitedRun(0, "sum 2\n")};
  PredicateSpec spec;
  spec.keep = {"sum .*"};
  CHECK(judged(spec, runs, exitedRun(0, "more\nsum 2\n")).outcome ==
        Outcome::Fail);
  CHECK(judged(spec, runs, exitedRun(0, "sum 3\n")).outcome == Outcome::Pass);
}

TEST_CASE("numbers in the message of a crash are not compared",
          "[driver][revisions]") {
  auto assertion = [](const std::string &line, const std::string &text) {
    return crashedRun(SIGABRT, "prog: prog.c:" + line + ": main: Assertion `" +
                                   text + "' failed.\n");
  };
  BothRuns runs{exitedRun(0), assertion("12", "x == y")};
  CHECK(judged({}, runs, assertion("9", "x == y")).outcome == Outcome::Fail);
  CHECK(judged({}, runs, assertion("12", "x != y")).outcome ==
        Outcome::Unresolved);
  CHECK(judged({}, runs, crashedRun(SIGSEGV)).outcome == Outcome::Unresolved);
  CHECK(judged({}, runs, exitedRun(1)).outcome == Outcome::Pass);
}

TEST_CASE("the first error of a build is quoted", "[driver][revisions]") {
  CHECK(firstError("cc -c a.c\na.c: In function 'f':\n"
                   "a.c:3:5: error: 'x' undeclared\n    3 |   x;\n"
                   "make: *** [Makefile:2: a.o] Error 1\n") ==
        "a.c:3:5: error: 'x' undeclared");
  CHECK(firstError("step 1\nstep 2 is not possible\n\n") ==
        "step 2 is not possible");
  CHECK(firstError("") == "it prints nothing");
}
