// Tests of programs that judge the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"

#include "Observations.h"
#include "pinstripe/Predicate/CheckFiles.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <cstdlib>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// A folder with a check program, and a folder for the files that it sees.
class CheckFixture {
public:
  CheckFixture()
      : folder(llvm::cantFail(TemporaryDirectory::create())),
        script(folder.file("check.sh")) {}

  void writeScript(const std::string &body) {
    writeProgram(script, "#!/bin/sh\n" + body + "\n");
  }
  void writeProgram(const std::string &path, const std::string &content) {
    llvm::cantFail(writeFileAtomically(path, content));
    REQUIRE_FALSE(llvm::sys::fs::setPermissions(path, llvm::sys::fs::all_all));
  }
  PredicateSpec spec() const { return specFor(script); }
  static PredicateSpec specFor(const std::string &commandLine) {
    PredicateSpec spec;
    spec.checks = {commandLine};
    return spec;
  }
  std::string scratch() const { return folder.file("scratch"); }
  std::unique_ptr<Predicate> create(const PredicateSpec &spec,
                                    const RunResult &recorded) {
    return llvm::cantFail(createPredicate(spec, recorded, scratch()));
  }
  std::string usageErrorOf(const PredicateSpec &spec,
                           const RunResult &recorded) {
    return pinstripe::usageErrorOf(spec, recorded, scratch());
  }

  TemporaryDirectory folder;
  std::string script;
};

/// Prints a number with which the check program exits.
RunResult exitWith(const std::string &status) { return printed(status); }

const char *const exitAsPrinted = "exit $(cat \"$PINSTRIPE_STDOUT\")";

} // namespace

TEST_CASE_METHOD(CheckFixture,
                 "a check program's exit status is the outcome, as in git "
                 "bisect run",
                 "[predicate][check]") {
  writeScript(exitAsPrinted);
  auto predicate = create(spec(), exitWith("0"));
  CHECK(predicate->description() == "--check " + script);
  CHECK(outcomeOf(*predicate, exitWith("0")) == Outcome::Fail);
  for (const char *status : {"1", "2", "124", "126", "127"})
    CHECK(outcomeOf(*predicate, exitWith(status)) == Outcome::Pass);
  CHECK(outcomeOf(*predicate, exitWith("125")) == Outcome::Unresolved);
}

TEST_CASE_METHOD(CheckFixture,
                 "a check program that exits above 127 is a usage error",
                 "[predicate][check]") {
  writeScript(std::string("echo oops >&2; ") + exitAsPrinted);
  auto predicate = create(spec(), exitWith("0"));
  for (const char *status : {"128", "139", "255"}) {
    llvm::Error error = predicate->test(exitWith(status)).takeError();
    REQUIRE(error.isA<UsageError>());
    CHECK(llvm::toString(std::move(error)) ==
          "--check " + script + ": exit status " + status +
              "; a check program must exit with 0 (reproduced), 125 (can't "
              "say), or another status up to 127 (not reproduced); it wrote:\n"
              "  oops");
  }
}

TEST_CASE_METHOD(CheckFixture,
                 "a check program that is killed by a signal is a usage error",
                 "[predicate][check]") {
  writeScript("grep -q ok \"$PINSTRIPE_STDOUT\" || kill -SEGV $$");
  auto predicate = create(spec(), printed("ok"));
  llvm::Error error = predicate->test(printed("no")).takeError();
  REQUIRE(error.isA<UsageError>());
  CHECK_THAT(llvm::toString(std::move(error)),
             Catch::Contains("killed by signal 11 (SIGSEGV); a check program"));
}

TEST_CASE_METHOD(CheckFixture, "daemons of a check program end with it",
                 "[predicate][check]") {
  std::string file = folder.file("pid");
  writeScript("setsid sh -c 'echo $$ > " + file + "; exec sleep 60' &\n" +
              "until test -s " + file + "; do sleep 0.01; done");
  auto predicate = create(spec(), printed("recorded"));
  for (int i = 0; i < 2; ++i) {
    std::string daemon = llvm::cantFail(readFile(file));
    CHECK(::kill(std::stoi(daemon), 0) != 0);
    REQUIRE(::unlink(file.c_str()) == 0);
    CHECK(outcomeOf(*predicate, printed("another")) == Outcome::Fail);
  }
}

TEST_CASE_METHOD(CheckFixture,
                 "a check program sees standard output, standard error and "
                 "the end of the run",
                 "[predicate][check]") {
  writeScript("test \"$(cat \"$PINSTRIPE_STDOUT\")\" = out &&"
              " test \"$(cat \"$PINSTRIPE_STDERR\")\" = err &&"
              " test \"$PINSTRIPE_EXIT\" = 3");
  RunResult recorded = printed("out");
  recorded.standardError = "err";
  recorded.ending = Exited{3};
  auto predicate = create(spec(), recorded);
  CHECK(outcomeOf(*predicate, recorded) == Outcome::Fail);
  RunResult other = recorded;
  other.standardOutput = "other";
  CHECK(outcomeOf(*predicate, other) == Outcome::Pass);
  other = recorded;
  other.standardError = "other";
  CHECK(outcomeOf(*predicate, other) == Outcome::Pass);
  other = recorded;
  other.ending = Exited{4};
  CHECK(outcomeOf(*predicate, other) == Outcome::Pass);
}

TEST_CASE_METHOD(CheckFixture, "a check program sees a fatal signal",
                 "[predicate][check]") {
  writeScript("test \"$PINSTRIPE_EXIT\" = 'signal 11'");
  auto predicate = create(spec(), endedWith(Crashed{11, 0}));
  CHECK(outcomeOf(*predicate, endedWith(Exited{11})) == Outcome::Pass);
}

TEST_CASE_METHOD(CheckFixture,
                 "a check program sees the observed files of this run only",
                 "[predicate][check]") {
  writeScript("cd \"$PINSTRIPE_FILES\" && test \"$(cat sub/log)\" = text");
  auto predicate = create(spec(), left("sub/log", "text"));
  CHECK(outcomeOf(*predicate, left("sub/log", "text")) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, left("sub/log", std::nullopt)) == Outcome::Pass);
  CHECK(outcomeOf(*predicate, left("sub/log", "text")) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, left("sub/log", "other")) == Outcome::Pass);
}

TEST_CASE_METHOD(CheckFixture,
                 "no observed file is written outside of the check's folder",
                 "[predicate][check]") {
  writeScript("exit 0");
  create(spec(), left("../../escaped", "text"));
  CHECK_FALSE(llvm::sys::fs::exists(folder.file("scratch/escaped")));
  CHECK_FALSE(llvm::sys::fs::exists(folder.file("escaped")));
}

TEST_CASE_METHOD(CheckFixture, "a check program has empty standard input",
                 "[predicate][check]") {
  writeScript("test -z \"$(cat)\"");
  CHECK(create(spec(), printed("x")));
}

TEST_CASE_METHOD(CheckFixture, "a check program inherits the environment",
                 "[predicate][check]") {
  writeScript("test \"$HOME\" = \"" + std::string(::getenv("HOME")) + "\"");
  CHECK(create(spec(), printed("x")));
}

TEST_CASE_METHOD(CheckFixture, "two check programs have folders of their own",
                 "[predicate][check]") {
  writeScript("touch \"$PINSTRIPE_FILES/mine\"; exit 0");
  PredicateSpec both = spec();
  both.checks.push_back("sh -c 'test ! -e \"$PINSTRIPE_FILES/mine\"'");
  auto predicate = create(both, printed("x"));
  CHECK(outcomeOf(*predicate, printed("x")) == Outcome::Fail);
  CHECK(llvm::sys::fs::exists(scratch() + "/check-1/files/mine"));
  CHECK(llvm::sys::fs::exists(scratch() + "/check-2/stdout"));
}

TEST_CASE_METHOD(CheckFixture,
                 "a command line is split into words, not run "
                 "by a shell",
                 "[predicate][check]") {
  writeScript("test $# = 3 && test \"$1\" = 'a b' && test \"$2\" = '$HOME;' "
              "&& test \"$3\" = 'c d'");
  CHECK(create(specFor(script + " 'a b'  $HOME; c\\ d"), printed("x")));
}

TEST_CASE_METHOD(CheckFixture, "a command line is looked up in PATH",
                 "[predicate][check]") {
  auto predicate =
      create(specFor("sh -c 'grep -q ok $PINSTRIPE_STDOUT'"), printed("ok"));
  CHECK(outcomeOf(*predicate, printed("ok")) == Outcome::Fail);
  CHECK(outcomeOf(*predicate, printed("no")) == Outcome::Pass);
}

TEST_CASE_METHOD(CheckFixture, "the path of an executable is one word",
                 "[predicate][check]") {
  std::string path = folder.file("my check");
  writeProgram(path, "#!/bin/sh\nexit 0\n");
  auto predicate = create(specFor(path), printed("x"));
  CHECK(predicate->description() == "--check '" + path + "'");
}

TEST_CASE_METHOD(CheckFixture,
                 "a check program that can't be run is a usage "
                 "error that names the remedy",
                 "[predicate][check]") {
  RunResult recorded = printed("x");
  CHECK(usageErrorOf(specFor("no-such-check -v"), recorded) ==
        "--check 'no-such-check -v': no program 'no-such-check' in PATH; for "
        "one in this directory write ./no-such-check");
  CHECK(usageErrorOf(spec(), recorded) ==
        "--check " + script + ": no such file: " + script + "; check the path");
  CHECK_THAT(usageErrorOf(specFor(" "), recorded),
             Catch::Contains("no program named"));

  llvm::cantFail(writeFileAtomically(script, "#!/bin/sh\n"));
  REQUIRE_FALSE(llvm::sys::fs::setPermissions(
      script, llvm::sys::fs::owner_read | llvm::sys::fs::owner_write));
  CHECK(usageErrorOf(spec(), recorded) ==
        "--check " + script + ": can't execute " + script +
            "; make it executable (chmod +x)");

  writeProgram(script, "#!/no/such/interpreter\n");
  CHECK_THAT(usageErrorOf(spec(), recorded),
             Catch::Contains("a script must begin with a line such as"));
  writeProgram(script, "exit 0\n"); // The script has no #! line.
  CHECK_THAT(usageErrorOf(spec(), recorded),
             Catch::Contains("a script must begin with a line such as"));
}

TEST_CASE_METHOD(CheckFixture, "a check program must hold for the recorded run",
                 "[predicate][check]") {
  writeScript("echo no sum; echo really >&2; exit 1");
  CHECK(usageErrorOf(spec(), printed("x")) ==
        "--check " + script +
            ": does not hold for the recorded run: exit status 1; it must "
            "exit with 0 there; it wrote:\n  no sum\n  really");
  writeScript("exit 125");
  CHECK(usageErrorOf(spec(), printed("x")) ==
        "--check " + script +
            ": does not hold for the recorded run: exit status 125; it must "
            "exit with 0 there");
  writeScript("sleep 1000");
  CheckSettings settings;
  settings.folder = scratch();
  settings.wallLimitSeconds = 0.05;
  llvm::Error error = createCheck(script, printed("x"), settings).takeError();
  REQUIRE(error.isA<UsageError>());
  CHECK(llvm::toString(std::move(error)) ==
        "--check " + script +
            ": does not hold for the recorded run: no end within 0.05 s");
  writeScript("kill -KILL $$");
  CHECK_THAT(usageErrorOf(spec(), printed("x")),
             Catch::Contains("killed by signal 9 (SIGKILL)"));
}

TEST_CASE_METHOD(
    CheckFixture,
    "a check program that is ended by a limit or an interrupt is UNRESOLVED",
    "[predicate][check]") {
  writeScript("grep -q ok \"$PINSTRIPE_STDOUT\" || sleep 1000");
  CheckSettings settings;
  settings.folder = scratch();
  std::atomic<bool> interrupted = false;
  settings.interrupted = &interrupted;
  auto predicate = llvm::cantFail(createCheck(script, printed("ok"), settings));
  interrupted = true;
  CHECK(outcomeOf(*predicate, printed("no")) == Outcome::Unresolved);
}

TEST_CASE_METHOD(CheckFixture,
                 "PASS of one predicate outweighs UNRESOLVED of another",
                 "[predicate][check]") {
  writeScript(exitAsPrinted);
  PredicateSpec both = spec();
  both.checks.push_back(
      "sh -c 'case $PINSTRIPE_EXIT in 0) exit 0;; 1) exit 125;; *) exit 1; "
      "esac'");
  auto predicate = create(both, exitWith("0"));
  auto outcome = [&](const char *first, int second) {
    RunResult result = exitWith(first);
    result.ending = Exited{second};
    return outcomeOf(*predicate, result);
  };
  CHECK(outcome("0", 0) == Outcome::Fail);
  CHECK(outcome("125", 0) == Outcome::Unresolved);
  CHECK(outcome("0", 1) == Outcome::Unresolved);
  CHECK(outcome("125", 1) == Outcome::Unresolved);
  CHECK(outcome("125", 2) == Outcome::Pass);
  CHECK(outcome("1", 1) == Outcome::Pass);
}

TEST_CASE_METHOD(CheckFixture,
                 "a scratch folder that can't be written is a "
                 "file error",
                 "[predicate][check]") {
  writeScript("exit 0");
  llvm::cantFail(writeFileAtomically(scratch(), "a file in the way"));
  llvm::Error error =
      createPredicate(spec(), printed("x"), scratch()).takeError();
  CHECK(error.isA<FileError>());
  llvm::consumeError(
      std::move(error)); // Only the class of the error matters here.
}

TEST_CASE_METHOD(CheckFixture,
                 "the files of a check program are those that its "
                 "command line names",
                 "[predicate][check]") {
  writeScript("exit 0");
  std::string data = folder.file("a file");
  llvm::cantFail(writeFileAtomically(data, ""));
  CHECK(filesOfCheck(script) == std::vector<std::string>{script});
  CHECK(filesOfCheck(script + " -v '" + data + "' " + folder.path() +
                     "/none") == std::vector<std::string>{script, data});
  // The program of a command line is looked up in PATH.
  std::vector<std::string> files = filesOfCheck("sh " + script);
  REQUIRE(files.size() == 2);
  CHECK(llvm::StringRef(files[0]).ends_with("/sh"));
  CHECK(files[1] == script);
  CHECK(filesOfCheck(folder.path() + "/none").empty());
}
