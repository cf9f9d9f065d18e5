// Tests of the predicate that compares crashes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Observations.h"
#include "pinstripe/Predicate/Difference.h"
#include <csignal>

using namespace pinstripe;

namespace {

/// A null pointer was used by the instruction at 0x1200, in event 7.
Crashed nullAccess() {
  Crashed crashed{SIGSEGV, 0x1200};
  crashed.fault = FaultKind::NullPointer;
  crashed.usedAddress = 8;
  crashed.place = 0x1200;
  crashed.event = EventIndex(7);
  return crashed;
}

RunResult aborted(std::string message, uint64_t place = 0x1300) {
  Crashed crashed{SIGABRT, 0x7fff0000, "libc.so.6"};
  crashed.place = place;
  RunResult result = endedWith(crashed);
  result.standardError = std::move(message);
  return result;
}

RunResult reported(int status, std::string report) {
  RunResult result = endedWith(Exited{status});
  result.standardError = std::move(report);
  return result;
}

PredicateSpec sameCrash() {
  PredicateSpec spec;
  spec.sameCrash = true;
  return spec;
}

Outcome judged(const RunResult &recorded, const RunResult &result) {
  auto predicate = predicateOf(sameCrash(), recorded);
  return llvm::cantFail(judge(*predicate, recorded, result));
}

Outcome judged(const Crashed &crashed) {
  return judged(endedWith(nullAccess()), endedWith(crashed));
}

std::string asanReport(llvm::StringRef mistake, llvm::StringRef place,
                       int process) {
  return ("==" + llvm::Twine(process) + "==ERROR: AddressSanitizer: " +
          mistake + " on address 0x50200000" + llvm::Twine(process) +
          " at pc 0x1\nREAD of size 4 at 0x5020 thread T0\n    #0 0x12 in " +
          place + "\n    #1 0x7f in __libc_start_main csu/libc-start.c:360\n")
      .str();
}

} // namespace

TEST_CASE("a crash is the same if signal, place, kind and event are",
          "[predicate][crash]") {
  CHECK(judged(nullAccess()) == Outcome::Fail);
  Crashed other = nullAccess();
  other.usedAddress = 16;
  CHECK(judged(other) == Outcome::Fail);

  SECTION("at another instruction it is UNRESOLVED") {
    other.address = other.place = 0x1204;
  }
  SECTION("of another kind it is UNRESOLVED") {
    other.fault = FaultKind::WildPointer;
  }
  SECTION("in another execution of the statement it is UNRESOLVED") {
    other.event = EventIndex(3);
  }
  SECTION("by another signal it is UNRESOLVED") { other.signal = SIGBUS; }
  SECTION("in a library it is UNRESOLVED") { other.library = "libc.so.6"; }
  CHECK(judged(other) == Outcome::Unresolved);
}

TEST_CASE("a run without the crash is PASS, and the ending says why",
          "[predicate][crash]") {
  RunResult recorded = endedWith(nullAccess()), other = endedWith(Exited{0});
  CHECK(judged(recorded, other) == Outcome::Pass);
  CHECK(describeDifference(sameCrash(), recorded, other) ==
        "exit status 0 in place of " + describeEnding(recorded.ending));
  CHECK(describeDifference(sameCrash(), recorded, recorded).empty());
}

TEST_CASE("a fault at an address made of poison is not the recorded crash",
          "[predicate][crash]") {
  Crashed wild = nullAccess();
  wild.fault = FaultKind::WildPointer;
  wild.usedAddress = 0x5AA55AA55AA55AAD;
  Crashed ofPoison = wild;
  ofPoison.isOfPoison = true;
  CHECK(judged(endedWith(wild), endedWith(ofPoison)) == Outcome::Unresolved);
  CHECK(judged(endedWith(ofPoison), endedWith(ofPoison)) == Outcome::Fail);
}

TEST_CASE("an abort is the same if its message and place are",
          "[predicate][crash]") {
  const std::string assertion = "prog: a.c:7: at: Assertion `i < 4' failed.\n";
  RunResult recorded = aborted("log 1\n" + assertion);
  CHECK(judged(recorded, aborted(assertion)) == Outcome::Fail);
  CHECK(judged(recorded, aborted("log 1\n")) == Outcome::Unresolved);
  CHECK(judged(recorded, aborted(assertion, 0x1400)) == Outcome::Unresolved);

  RunResult own = aborted("log 1\nfatal: node 3 at 0x55a0 [12]\n");
  CHECK(judged(own, aborted("fatal: node 3 at 0x77b8 [13]\n")) ==
        Outcome::Fail);
  CHECK(judged(own, aborted("fatal: node 4 at 0x55a0 [12]\n")) ==
        Outcome::Unresolved);
}

TEST_CASE("an uncaught exception is the same if its type and text are",
          "[predicate][crash]") {
  auto thrown = [](llvm::StringRef what) {
    return aborted(("terminate called after throwing an instance of "
                    "'std::runtime_error'\n  what():  " +
                    what + "\n")
                       .str());
  };
  CHECK(judged(thrown("empty field"), thrown("empty field")) == Outcome::Fail);
  CHECK(judged(thrown("empty field"), thrown("no field")) ==
        Outcome::Unresolved);
}

TEST_CASE("a sanitizer's report is the same if mistake and place are",
          "[predicate][crash]") {
  const char *place = "main prog.c:25:23";
  RunResult recorded =
      reported(1, asanReport("heap-use-after-free", place, 100));
  CHECK(judged(recorded, reported(1, asanReport("heap-use-after-free", place,
                                                200))) == Outcome::Fail);
  CHECK(judged(recorded, reported(1, asanReport("heap-use-after-free",
                                                "main prog.c:9:2", 100))) ==
        Outcome::Unresolved);
  CHECK(judged(recorded, reported(1, asanReport("SEGV", place, 100))) ==
        Outcome::Unresolved);
  CHECK(judged(recorded, reported(1, "usage: prog FILE\n")) == Outcome::Pass);
}

TEST_CASE("a report after which the program went on is compared, too",
          "[predicate][crash]") {
  const std::string report =
      "a.c:3:5: runtime error: signed integer overflow: 2147483647 + 1\n";
  CHECK(judged(reported(0, report + "log\n"), reported(0, report)) ==
        Outcome::Fail);
  CHECK(judged(reported(0, report + "a\n"), reported(0, report + "b\n")) ==
        Outcome::Fail);
  CHECK(judged(reported(0, report + "a\n"), reported(0, "a\n")) ==
        Outcome::Pass);
}

TEST_CASE("--same-exit of a crash, and nothing asked for, mean the same crash",
          "[predicate][crash]") {
  RunResult recorded = endedWith(nullAccess());
  PredicateSpec exit;
  exit.sameExit = true;
  CHECK(predicateOf(exit, recorded)->description() ==
        "--same-exit --same-crash");
  CHECK(predicateOf(PredicateSpec(), recorded)->description() ==
        "--same-crash");
  CHECK(predicateOf(PredicateSpec(),
                    reported(1, asanReport("SEGV", "f a.c:1:1", 5)))
            ->description() == "--same-crash");
  CHECK(predicateOf(keeping("x"), recorded)->description() == "--keep x");
  CHECK(predicateOf(exit, endedWith(Exited{1}))->description() ==
        "--same-exit");
}

TEST_CASE("--same-crash of a run that did not crash is a usage error",
          "[predicate][crash]") {
  CHECK(usageErrorOf(sameCrash(), endedWith(Exited{3})) ==
        "--same-crash: the recorded run did not crash (exit status 3)");
}
