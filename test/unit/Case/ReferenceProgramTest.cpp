// Tests of runs of a reference, a program that prints what is right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ReferenceProgram.h"
#include "Case/PaperMachine.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/ADT/StringExtras.h"
#include <fstream>
#include <sys/stat.h>

using namespace pinstripe;

namespace {

/// A case whose program is a script, with references that are scripts, too. The
/// runs are not in a sandbox.
class ScriptedCase {
public:
  /// Makes a case whose recorded run has printed `observation`. Its argument is
  /// `all`, and its input is the line `input`.
  ScriptedCase(const std::string &program, const std::string &printed)
      : folder(llvm::cantFail(TemporaryDirectory::create())),
        recorded{llvm::cantFail(CaseDirectory::create(folder.file("case"))),
                 Case()},
        runner(engine) {
    LaunchSpec &launch = recorded.launch;
    launch.program = script("program", program);
    launch.argument0 = "./program";
    launch.arguments = {"all"};
    launch.environment = {"PATH=/usr/bin:/bin"};
    launch.workingDirectory = folder.path();
    launch.standardInput = file("in", "input\n");
    recorded.observation.standardOutput = printed;
  }

  std::string file(llvm::StringRef name, const std::string &text) const {
    std::string path = folder.file(name);
    std::ofstream(path) << text;
    return path;
  }
  std::string script(llvm::StringRef name, const std::string &text) const {
    std::string path = file(name, "#!/bin/sh\n" + text + "\n");
    ::chmod(path.c_str(), 0755);
    return path;
  }
  llvm::Expected<std::unique_ptr<ReferenceProgram>>
  start(const std::string &reference) {
    return ReferenceProgram::start({recorded, runner, stop},
                                   script("reference", reference));
  }
  std::unique_ptr<ReferenceProgram> reference(const std::string &text) {
    return orFail(start(text));
  }
  /// Returns the reason why a reference is refused, without the reference's
  /// name.
  std::string refusal(const std::string &text) {
    auto started = start(text);
    if (started)
      return "";
    CHECK(started.errorIsA<UsageError>());
    std::string message = llvm::toString(started.takeError());
    llvm::StringRef rest = message;
    CHECK(rest.consume_front("--reference " + folder.file("reference") + ": "));
    return rest.str();
  }

  TemporaryDirectory folder;
  RecordedCase recorded;
  PaperMachine engine;
  CaseRunner runner;
  std::atomic<bool> stop = false;
};

OtherRun runWith(std::vector<std::string> arguments) {
  OtherRun run;
  run.arguments = std::move(arguments);
  return run;
}

bool begins(const std::string &text, llvm::StringRef with) {
  INFO(text);
  return llvm::StringRef(text).starts_with(with);
}

} // namespace

TEST_CASE("a reference says what the recorded run should have printed",
          "[case][reference]") {
  ScriptedCase scripted("read x; echo wrong $x $1", "wrong input all\n");
  auto reference = scripted.reference("read x; echo right $x $1");
  CHECK(reference->expected().standardOutput == "right input all\n");
  CHECK(reference->saysMore());
  CHECK(reference->doubt() == "");
}

TEST_CASE("a run passes if program and reference do the same",
          "[case][reference]") {
  ScriptedCase scripted(
      "case $1 in all) echo wrong;; seven) exit 7;; crash) kill -SEGV $$;; "
      "hang) exec sleep 100000;; ends) echo same; exit 1;; *) echo same;; esac",
      "wrong\n");
  auto reference =
      scripted.reference("case $1 in all) echo right;; seven) exit 7;; odd) "
                         "echo same; exit 3;; *) echo same;; esac");
  auto agreement = [&](const std::string &argument) {
    llvm::Expected<ComparedRun> compared =
        reference->compare(runWith({argument}));
    return llvm::cantFail(std::move(compared)).agreement;
  };
  CHECK(agreement("other") == Agreement::Same);
  CHECK(agreement("all") == Agreement::Different);
  CHECK(agreement("crash") == Agreement::Different);
  // A run is unusable if the reference ends in an unusual way, if the program
  // does not end, or if both print the same and end in different ways.
  CHECK(agreement("seven") == Agreement::Unusable);
  CHECK(agreement("odd") == Agreement::Unusable);
  CHECK(agreement("hang") == Agreement::Unusable);
  CHECK(agreement("ends") == Agreement::Unusable);
}

TEST_CASE("both programs get the arguments and the input of a run",
          "[case][reference]") {
  ScriptedCase scripted("cat; echo program $*", "input\nprogram all\n");
  auto reference = scripted.reference("cat; echo reference $*");
  OtherRun run = runWith({"two words", "x"});
  run.standardInput = scripted.file("other", "another\n");
  ComparedRun compared = llvm::cantFail(reference->compare(run));
  CHECK(compared.agreement == Agreement::Different);
  CHECK(compared.ofProgram.standardOutput == "another\nprogram two words x\n");
  CHECK(compared.ofReference.standardOutput ==
        "another\nreference two words x\n");
  compared = llvm::cantFail(reference->compare(runWith({})));
  CHECK(compared.ofReference.standardOutput == "reference\n");
}

TEST_CASE("a reference that says nothing is refused", "[case][reference]") {
  ScriptedCase scripted("echo wrong", "wrong\n");
  CHECK(begins(scripted.refusal("echo wrong"),
               "prints just what ./program prints with this input"));
  CHECK(begins(scripted.refusal("echo right; kill -SEGV $$"),
               "does not end by itself with the input of the recorded run "
               "(signal 11 (SIGSEGV))"));
  CHECK(
      begins(scripted.refusal("echo $$"), "does not print the same each time"));
  scripted.recorded.launch.wallLimitSeconds = 0.5;
  CHECK(begins(scripted.refusal("exec sleep 100000"), "does not end within"));
}

TEST_CASE("a reference that can't be executed is refused",
          "[case][reference]") {
  ScriptedCase scripted("echo wrong", "wrong\n");
  auto refusal = [](const std::string &name) {
    auto found = ReferenceProgram::find(name);
    REQUIRE(found.errorIsA<UsageError>());
    return llvm::toString(found.takeError());
  };
  CHECK(begins(refusal("./nowhere"), "--reference ./nowhere: no such file"));
  CHECK(begins(refusal(scripted.folder.path()),
               "--reference " + scripted.folder.path() + ": this is a folder"));
  std::string text = scripted.file("text", "");
  CHECK(begins(refusal(text), "--reference " + text + ": not executable"));
  CHECK(begins(refusal(""), "--reference: no program given"));
  // This file is executable, but nothing can execute it.
  scripted.file("reference", "no program");
  ::chmod(scripted.folder.file("reference").c_str(), 0755);
  auto started = ReferenceProgram::start(
      {scripted.recorded, scripted.runner, scripted.stop},
      scripted.folder.file("reference"));
  CHECK(started.errorIsA<UsageError>());
  CHECK(llvm::StringRef(llvm::toString(started.takeError()))
            .contains(": can't start: "));
}

TEST_CASE("a program that crashes after all right output says what to look for",
          "[case][reference]") {
  ScriptedCase scripted("echo all; kill -SEGV $$", "all\n");
  scripted.recorded.observation.ending = Crashed{11, 0};
  CHECK_FALSE(scripted.reference("echo all")->saysMore());
  CHECK(scripted.reference("echo all; echo more")->saysMore());
  // The program had printed this text, but it was still in a buffer.
  scripted.recorded.observation.bufferedOutput = "more\n";
  CHECK_FALSE(scripted.reference("echo all; echo more")->saysMore());
}

TEST_CASE("a reference that has nothing to do with the program is doubted",
          "[case][reference]") {
  ScriptedCase scripted("", "a\nb\nc\n");
  CHECK(begins(llvm::StringRef(scripted.reference("exit 2")->doubt())
                   .drop_front(scripted.folder.file("reference").size())
                   .str(),
               " prints nothing with the input of the recorded run (exit "
               "status 2); does it take"));
  CHECK(llvm::StringRef(
            scripted.reference("printf 'x\\ny\\nz\\n'; exit 1")->doubt())
            .contains("prints no line that ./program prints and ends with "
                      "exit status 1 instead of exit status 0"));
  CHECK(scripted.reference("printf 'x\\nb\\nz\\n'")->doubt() == "");
}
