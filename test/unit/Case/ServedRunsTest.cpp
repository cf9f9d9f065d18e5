// Tests of plain runs that a server makes, with and without a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ServedRuns.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <csignal>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// Makes runs of shell commands in a folder of their own.
class ShellRuns {
public:
  explicit ShellRuns(bool isConfined)
      : folder(llvm::cantFail(TemporaryDirectory::create())) {
    RunPlace place;
    if (isConfined) {
      SandboxSpec spec;
      spec.workingDirectory = folder.path();
      orFail(confine(place, spec));
    }
    runs = std::make_unique<ServedRuns>(place);
    launch.program = "/bin/sh";
    launch.argument0 = "sh";
    launch.environment = {"PATH=/usr/bin:/bin"};
    launch.workingDirectory = folder.path();
    launch.wallLimitSeconds = 600;
  }
  RunResult run(const std::string &command, const std::string &input = "",
                std::vector<ProvidedFile> files = {}) {
    launch.arguments = {"-c", command};
    return orFail(runs->make(launch, input, files, stop));
  }
  std::string outputOf(const std::string &command,
                       const std::string &input = "",
                       std::vector<ProvidedFile> files = {}) {
    return run(command, input, std::move(files)).standardOutput;
  }

  TemporaryDirectory folder;
  std::unique_ptr<ServedRuns> runs;
  LaunchSpec launch;
  std::atomic<bool> stop = false;
};

bool isAlive(const std::string &pid) {
  return ::kill(static_cast<pid_t>(std::stol(pid)), 0) == 0;
}

} // namespace

TEST_CASE("Each served run has its own input and output", "[case][served]") {
  ShellRuns shell(GENERATE(false, true));
  CHECK(shell.outputOf("cat", "a long input\n") == "a long input\n");
  CHECK(shell.outputOf("cat", "short\n") == "short\n");
  CHECK(shell.outputOf("cat") == "");
  CHECK(shell.run("echo wrong >&2; exit 3").standardError == "wrong\n");
  CHECK(shell.outputOf("read line; cat", "one\ntwo\n") == "two\n");
  // A run that writes into its input, or that seeks in its output, does not
  // change them for the next run.
  CHECK(shell.outputOf("echo changed >> /dev/stdin; head -c 2 | cat", "kept") ==
        "ke");
  CHECK(shell.outputOf("cat", "kept") == "kept");
}

TEST_CASE("A served run ends as its program does", "[case][served]") {
  ShellRuns shell(GENERATE(false, true));
  CHECK(describeEnding(shell.run("exit 3").ending) == "exit status 3");
  CHECK(isSameEnding(shell.run("kill -SEGV $$").ending, Crashed{SIGSEGV}));
  shell.launch.outputLimitBytes = 1000;
  CHECK(std::holds_alternative<LimitReached>(
      shell.run("while :; do echo more; done").ending));
}

TEST_CASE("A served run that hangs is ended by its use of the processor",
          "[case][served]") {
  ShellRuns shell(GENERATE(false, true));
  shell.launch.processorLimitSeconds = 0.2;
  RunResult hung = shell.run("while :; do :; done");
  CHECK(std::holds_alternative<TimedOut>(hung.ending));
  CHECK(hung.processorSeconds.value_or(0) >= 0.1);
  CHECK(shell.outputOf("echo next") == "next\n");
}

TEST_CASE("Nothing that a served run starts outlives it", "[case][served]") {
  ShellRuns shell(/*isConfined=*/false);
  // Neither a background process nor a daemon in a session of its own outlives
  // its run.
  std::string pid = shell.outputOf("sleep 1000 & echo $!");
  CHECK_FALSE(isAlive(pid));
  pid = shell.outputOf("setsid sh -c 'echo $$ > daemon; exec sleep 1000' & "
                       "until [ -s daemon ]; do :; done; cat daemon");
  CHECK_FALSE(isAlive(pid));
}

TEST_CASE("A served run finds the files that it is given", "[case][served]") {
  ShellRuns shell(GENERATE(false, true));
  std::string path = shell.folder.file("in.txt");
  auto with = [&](std::optional<llvm::StringRef> content) {
    return std::vector<ProvidedFile>{{path, content}};
  };
  CHECK(shell.outputOf("cat in.txt", "", with("first\n")) == "first\n");
  CHECK(shell.outputOf("cat in.txt", "", with("2\n")) == "2\n");
  CHECK(shell.run("cat in.txt", "", with(std::nullopt)).standardOutput == "");
  CHECK(shell.outputOf("cat in.txt", "", with("third\n")) == "third\n");
}

TEST_CASE("A confined run leaves no trace for the next one", "[case][served]") {
  ShellRuns shell(/*isConfined=*/true);
  std::string path = shell.folder.file("in.txt");
  std::ofstream(path) << "original\n";
  std::vector<ProvidedFile> files = {{path, llvm::StringRef("reduced\n")}};
  for (int i = 0; i < 3; ++i) {
    CHECK(shell.outputOf("ls; cat in.txt", "", files) == "in.txt\nreduced\n");
    // This run only moves a file, which needs no space on the disk.
    CHECK(shell.outputOf("mv in.txt moved; ls", "", files) == "moved\n");
    CHECK(shell.outputOf("echo more > new; ls", "", files) == "in.txt\nnew\n");
  }
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  CHECK(line == "original");
}

TEST_CASE("A program that can't be started is an error that says why",
          "[case][served]") {
  ShellRuns shell(GENERATE(false, true));
  shell.launch.program = shell.folder.file("none");
  auto result = shell.runs->make(shell.launch, "", {}, shell.stop);
  REQUIRE_FALSE(static_cast<bool>(result));
  CHECK(llvm::StringRef(llvm::toString(result.takeError()))
            .ends_with("none: can't start: No such file or directory; check "
                       "the path, or the interpreter that a script names"));
  // The failure does not affect the next run.
  shell.launch.program = "/bin/sh";
  CHECK(shell.outputOf("echo next") == "next\n");
}

TEST_CASE("An interrupted run has no result", "[case][served]") {
  ShellRuns shell(GENERATE(false, true));
  shell.stop = true;
  shell.launch.arguments = {"-c", "sleep 1000"};
  auto result = shell.runs->make(shell.launch, "", {}, shell.stop);
  CHECK(result.errorIsA<InterruptedError>());
  llvm::consumeError(result.takeError());
}

TEST_CASE("Another server replaces one that was killed", "[case][served]") {
  ShellRuns shell(/*isConfined=*/false);
  // The first run kills its parent, the server.
  std::string mark = shell.folder.file("mark");
  CHECK(shell.outputOf("[ -e mark ] || { echo > mark; kill -KILL $PPID; "
                       "sleep 1000; }; echo again") == "again\n");
}
