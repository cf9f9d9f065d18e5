// Tests that programs are run to their end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/Subprocess.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;
using Ending = SubprocessResult::Ending;

namespace {

struct ProgramRuns {
  TemporaryDirectory directory = llvm::cantFail(TemporaryDirectory::create());

  SubprocessSpec specOf(std::vector<std::string> arguments) const {
    SubprocessSpec spec;
    spec.program = SUBJECT;
    spec.arguments = std::move(arguments);
    spec.standardOutput = directory.file("stdout");
    spec.standardError = directory.file("stderr");
    spec.wallLimitSeconds = 60;
    return spec;
  }
  SubprocessResult run(const SubprocessSpec &spec) const {
    return orFail(runToEnd(spec));
  }
  SubprocessResult runWith(std::vector<std::string> arguments) const {
    return run(specOf(std::move(arguments)));
  }
};

std::string messageOf(const SubprocessSpec &spec) {
  auto result = runToEnd(spec);
  return result ? "no error" : llvm::toString(result.takeError());
}

/// Returns true if another process holds the lock on a file.
bool isLocked(const std::string &path) {
  int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  bool locked = file >= 0 && ::lockf(file, F_TEST, 0) != 0;
  ::close(file);
  return locked;
}

/// Waits up to a minute for a condition, since killed processes may end late.
template <typename Condition> bool comesTrue(Condition condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition())
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE_METHOD(ProgramRuns,
                 "A plain run gets exactly the launch that was asked for",
                 "[support][subprocess]") {
  SubprocessSpec spec = specOf({"launch", "two words", ""});
  spec.argument0 = "./as-typed";
  spec.environment = {"NAME=value", "EMPTY="};
  spec.workingDirectory = directory.path();
  SubprocessResult result = run(spec);
  CHECK(result.ending == Ending::Exited);
  CHECK(result.standardOutput ==
        "argv0 ./as-typed\nargument two words\nargument \n"
        "environment NAME=value\nenvironment EMPTY=\ndirectory " +
            directory.path() + "\n");
}

TEST_CASE_METHOD(ProgramRuns,
                 "A plain run reads its input from a file and its output "
                 "comes back",
                 "[support][subprocess]") {
  llvm::cantFail(writeFileAtomically(directory.file("in"), "some input"));
  SubprocessSpec spec = specOf({"copy"});
  spec.standardInput = directory.file("in");
  SubprocessResult result = run(spec);
  CHECK(result.standardOutput == "some input");
  CHECK(result.standardError == "copied\n");
  CHECK(runWith({"copy"}).standardOutput.empty());
}

TEST_CASE_METHOD(ProgramRuns,
                 "A plain run inherits no descriptor, signal setting, "
                 "terminal or session",
                 "[support][subprocess]") {
  int inherited = ::open("/dev/null", O_RDONLY); // not close-on-exec
  auto previous = ::signal(SIGPIPE, SIG_IGN);
  sigset_t mask, old;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  ::sigprocmask(SIG_BLOCK, &mask, &old);
  SubprocessResult result = runWith({"surroundings"});
  ::sigprocmask(SIG_SETMASK, &old, nullptr);
  ::signal(SIGPIPE, previous);
  ::close(inherited);
  CHECK(result.standardOutput == "open 0\nopen 1\nopen 2\ncore 0\n"
                                 "terminal no\nsession own\n");
}

TEST_CASE_METHOD(ProgramRuns, "Exit status and fatal signal are told apart",
                 "[support][subprocess]") {
  SubprocessResult exited = runWith({"exit", "7"});
  CHECK(exited.ending == Ending::Exited);
  CHECK(exited.status == 7);
  SubprocessResult crashed = runWith({"crash"});
  CHECK(crashed.ending == Ending::Signalled);
  CHECK(crashed.signal == SIGABRT);
}

TEST_CASE_METHOD(ProgramRuns, "A run without end is ended when its time is up",
                 "[support][subprocess]") {
  SubprocessSpec spec = specOf({"hang"});
  spec.wallLimitSeconds = 0.05;
  SubprocessResult result = run(spec);
  CHECK(result.ending == Ending::TimedOut);
  CHECK(result.seconds >= 0.05);
}

TEST_CASE_METHOD(ProgramRuns, "A run that a signal has stopped is ended soon",
                 "[support][subprocess]") {
  SubprocessSpec spec = specOf({"hang"});
  spec.program = "/bin/sh";
  spec.arguments = {"-c", "kill -STOP $$"};
  spec.wallLimitSeconds = 600;
  SubprocessResult result = run(spec);
  CHECK(result.ending == Ending::Signalled);
  CHECK(result.signal == SIGSTOP);
  CHECK(result.seconds < 300);
}

TEST_CASE_METHOD(ProgramRuns, "A run is ended on request",
                 "[support][subprocess]") {
  std::atomic<bool> interrupted{true};
  SubprocessSpec spec = specOf({"hang"});
  spec.interrupted = &interrupted;
  CHECK(run(spec).ending == Ending::Interrupted);
}

TEST_CASE_METHOD(ProgramRuns,
                 "A program that prints without end reaches the limit",
                 "[support][subprocess]") {
  for (const char *kind : {"flood", "stubborn-flood"}) {
    SubprocessSpec spec = specOf({kind});
    spec.outputLimitBytes = spec.fileLimitBytes = 100000;
    SubprocessResult result = run(spec);
    CHECK(result.ending == Ending::OutputLimit);
    CHECK(result.standardOutput.size() <= 100000);
  }
}

TEST_CASE_METHOD(ProgramRuns, "Addresses are the same in every run",
                 "[support][subprocess]") {
  SubprocessSpec spec = specOf({"address"});
  std::string first = run(spec).standardOutput;
  spec.fixedAddresses = false;
  if (run(spec).standardOutput == run(spec).standardOutput)
    WARN("this machine does not vary addresses: nothing to compare with");
  spec.fixedAddresses = true;
  for (int i = 0; i < 3; ++i)
    CHECK(run(spec).standardOutput == first);
}

TEST_CASE_METHOD(ProgramRuns,
                 "Processes that a program leaves running are killed",
                 "[support][subprocess]") {
  const std::string path = directory.file("lock");
  for (const char *kind : {"descendant", "daemon"}) {
    INFO(kind);
    REQUIRE(runWith({kind, path}).status == 0);
    CHECK_FALSE(isLocked(path));
  }
}

TEST_CASE_METHOD(ProgramRuns, "Daemons of a program that is ended are killed",
                 "[support][subprocess]") {
  const std::string path = directory.file("lock");
  SubprocessSpec spec =
      specOf({"daemon-and-hold", path, directory.file("another")});
  // Once the program holds the other lock, its daemon is there.
  spec.mustEnd = [&](pid_t) { return isLocked(directory.file("another")); };
  REQUIRE(run(spec).ending == Ending::Stopped);
  CHECK(::access(path.c_str(), F_OK) == 0);
  CHECK_FALSE(isLocked(path));
}

TEST_CASE_METHOD(ProgramRuns,
                 "A plain run ends when the caller's function says so",
                 "[support][subprocess]") {
  SubprocessSpec spec =
      specOf({"daemon-and-hold", directory.file("lock"), directory.file("b")});
  pid_t seen = 0;
  unsigned calls = 0;
  spec.mustEnd = [&](pid_t process) {
    seen = process;
    return ++calls == 2;
  };
  CHECK(run(spec).ending == Ending::Stopped);
  CHECK(calls == 2);
  CHECK(seen > 1);
}

TEST_CASE_METHOD(ProgramRuns, "Processes of other runs are left alone",
                 "[support][subprocess]") {
  const std::string path = directory.file("lock");
  pid_t other = ::fork();
  REQUIRE(other >= 0);
  if (other == 0) {
    SubprocessSpec spec =
        specOf({"daemon-and-hold", path, directory.file("another")});
    spec.standardOutput = directory.file("other");
    llvm::consumeError(runToEnd(spec).takeError());
    ::_exit(1);
  }
  CHECK(comesTrue([&] { return isLocked(directory.file("another")); }));
  REQUIRE(runWith({"daemon", directory.file("third")}).status == 0);
  CHECK(isLocked(path));
  CHECK(isLocked(directory.file("another")));
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  CHECK(comesTrue([&] { return !isLocked(path); }));
}

TEST_CASE_METHOD(ProgramRuns,
                 "A program that kills or stops its parent ends alone",
                 "[support][subprocess]") {
  // If the parent is killed before it could report the start of the program,
  // the run gives an error instead of a result. In this case the run is
  // repeated.
  SubprocessSpec killer = specOf({"kill-parent", std::to_string(SIGKILL)});
  llvm::Expected<SubprocessResult> killed = runToEnd(killer);
  for (unsigned i = 0; i < 100 && killed.errorIsA<EngineError>(); ++i) {
    llvm::consumeError(killed.takeError());
    killed = runToEnd(killer);
  }
  REQUIRE(static_cast<bool>(killed));
  CHECK(killed->ending == Ending::Signalled);
  CHECK(killed->signal == SIGKILL);
  SubprocessSpec spec = specOf({"kill-parent", std::to_string(SIGSTOP)});
  spec.wallLimitSeconds = 0.3;
  CHECK(run(spec).ending == Ending::TimedOut);
}

TEST_CASE_METHOD(ProgramRuns,
                 "A program and its daemons do not outlive the tool",
                 "[support][subprocess]") {
  const std::string path = directory.file("lock");
  const std::string daemon = directory.file("daemon");
  pid_t tool = ::fork();
  REQUIRE(tool >= 0);
  if (tool == 0) {
    llvm::consumeError(
        runToEnd(specOf({"daemon-and-hold", daemon, path})).takeError());
    ::_exit(1);
  }
  CHECK(comesTrue([&] { return isLocked(path); }));
  CHECK(isLocked(daemon));
  ::kill(tool, SIGKILL);
  ::waitpid(tool, nullptr, 0);
  CHECK(comesTrue([&] { return !isLocked(path); }));
  CHECK(comesTrue([&] { return !isLocked(daemon); }));
}

TEST_CASE_METHOD(ProgramRuns,
                 "A program that can't be started is named with the "
                 "reason and the remedy",
                 "[support][subprocess]") {
  SubprocessSpec spec = specOf({});
  SECTION("missing") {
    spec.program = directory.file("absent");
    CHECK(messageOf(spec) == spec.program + ": can't start: No such file or "
                                            "directory; check the path");
  }
  SECTION("not executable") {
    spec.program = directory.file("text");
    llvm::cantFail(writeFileAtomically(spec.program, "int main() {}\n"));
    CHECK(contains(messageOf(spec), "Permission denied; make it executable"));
  }
  SECTION("no program of this machine") {
    spec.program = directory.file("text");
    llvm::cantFail(writeFileAtomically(spec.program, "what is this\n"));
    REQUIRE(::chmod(spec.program.c_str(), 0755) == 0);
    CHECK(contains(messageOf(spec), "Exec format error; name a program"));
  }
  SECTION("interpreter missing") {
    spec.program = directory.file("script");
    llvm::cantFail(writeFileAtomically(spec.program, "#!/no/such/shell\n"));
    REQUIRE(::chmod(spec.program.c_str(), 0755) == 0);
    CHECK(contains(messageOf(spec), "interpreter"));
  }
  auto result = runToEnd(spec);
  CHECK(llvm::errorToBool(llvm::handleErrors(
            result.takeError(), [](const TargetError &) {})) == false);
}

TEST_CASE_METHOD(ProgramRuns,
                 "An input, output or directory that is not there is an "
                 "error before anything runs",
                 "[support][subprocess]") {
  SubprocessSpec spec = specOf({"exit", "0"});
  SECTION("input") {
    spec.standardInput = directory.file("absent");
    CHECK(contains(messageOf(spec), "absent: can't read: No such file"));
  }
  SECTION("output") {
    spec.standardOutput = directory.file("absent/stdout");
    CHECK(contains(messageOf(spec), "absent/stdout: can't write: No such"));
  }
  SECTION("working directory") {
    spec.workingDirectory = directory.file("absent");
    CHECK(contains(messageOf(spec), "absent: can't run there: No such"));
  }
}
