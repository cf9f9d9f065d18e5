// Tests programs that attack their server, descriptors and children.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever such a program does, the engine reports how it ended, leaves nothing
// running, and makes the next run as usual.

#include "NativeProgram.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

const char *const head = R"(
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
)";

std::string withHead(const std::string &body) { return head + body; }

/// Waits until a condition is true. The deadline is reached only if the test
/// fails.
template <typename Condition> bool comesTrue(Condition condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition())
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// Returns whether a process has ended. A zombie counts as ended, since the
/// process that inherits it may never reap it.
bool isGone(pid_t pid) {
  std::string text = readProcessFile(pid, "stat");
  size_t name = text.rfind(')');
  return text.empty() || text.compare(name, 3, ") Z") == 0;
}

bool ends(pid_t pid) {
  return comesTrue([&] { return isGone(pid); });
}

bool hasPrinted(const Recording &recording) {
  return !recording.result.standardOutput.empty();
}

std::vector<pid_t> childrenOf(pid_t pid) {
  std::istringstream text(
      readProcessFile(pid, "task/" + std::to_string(pid) + "/children"));
  return {std::istream_iterator<pid_t>(text), {}};
}

/// Kills the children of all servers of this process again and again while the
/// object lives.
class ChildKiller {
public:
  ~ChildKiller() {
    stop = true;
    thread.join();
  }

private:
  void kill() const {
    while (!stop)
      for (pid_t server : childrenOf(getpid()))
        for (pid_t child : childrenOf(server))
          ::kill(child, SIGKILL);
  }

  std::atomic<bool> stop = false;
  std::thread thread{&ChildKiller::kill, this};
};

} // namespace

TEST_CASE("a program that ends its server does not stop the engine",
          "[native][hostile]") {
  NativeProgram program("clang-19", withHead(R"(
int main(void) {
  printf("%d\n", getpid());
  fflush(stdout);
  if (getenv("MERCIFUL"))
    return 0;
  kill(getppid(), SIGKILL);
  for (;;)
    pause();
}
)"));
  program.spec.environment.push_back("MERCIFUL=1");
  CHECK(program.record().exited());
  RunResult result = program.execute(program.without({"getenv", "return 0"}));
  CHECK(result.exited());
  program.spec.environment.pop_back();
  program.spec.wallLimitSeconds = 60;
  Recording recording = orFail(program.tryRecord());
  CHECK(describeEnding(recording.result.ending) == "signal 9 (SIGKILL)");
  CHECK(ends(std::stoi(recording.result.standardOutput)));
  result = orFail(program.engine().execute(
      program.spec, recording.trace, EventSet(recording.trace.size(), true)));
  CHECK(describeEnding(result.ending) == "signal 9 (SIGKILL)");
  CHECK(ends(std::stoi(result.standardOutput)));
}

TEST_CASE("a program that stops its server runs into the wall limit",
          "[native][hostile]") {
  NativeProgram program("clang-19", withHead(R"(
int main(void) {
  printf("%d\n", getpid());
  fflush(stdout);
  kill(getppid(), SIGSTOP);
  for (;;)
    pause();
}
)"));
  RunResult result = program.recordHang(0.3, hasPrinted);
  CHECK(describeEnding(result.ending) == "no end within the time limit");
  CHECK(ends(std::stoi(result.standardOutput)));
}

TEST_CASE("a run that somebody kills at its very beginning ends by that signal",
          "[native][hostile]") {
  NativeProgram program("clang-19", withHead(R"(
int main(void) {
  puts("done");
  return 0;
}
)"));
  program.record();
  EventSet all = program.all();
  ChildKiller killer;
  unsigned killed = 0;
  for (unsigned i = 0; i < 500 || (killed == 0 && i < 100000); ++i) {
    std::string ending = describeEnding(program.execute(all).ending);
    killed += ending == "signal 9 (SIGKILL)";
    if (ending != "exit status 0")
      REQUIRE(ending == "signal 9 (SIGKILL)");
  }
  CHECK(killed != 0);
}

TEST_CASE("children do not outlive a run of the native engine",
          "[native][hostile]") {
  // One child stays in the process group. The other one leaves it, and closes
  // all files.
  NativeProgram program("gcc", withHead(R"(
int start(int leave) {
  int pid = fork();
  if (pid == 0) {
    if (leave) {
      setsid();
      close(0); close(1); close(2);
    }
    for (;;)
      pause();
  }
  return pid;
}
int main(void) {
  int one = start(0);
  int two = start(1);
  printf("%d %d\n", one, two);
  return 0;
}
)"));
  auto check = [](const RunResult &result) {
    CHECK(describeEnding(result.ending) == "exit status 0");
    int one = 0, two = 0;
    REQUIRE(std::sscanf(result.standardOutput.c_str(), "%d %d", &one, &two) ==
            2);
    CHECK(ends(one));
    CHECK(ends(two));
  };
  check(program.record());
  for (int i = 0; i < 2; ++i)
    check(program.execute(program.all()));
}

TEST_CASE("the wall limit ends processes that the program has started as well",
          "[native][hostile]") {
  NativeProgram program("gcc", withHead(R"(
int main(void) {
  int pid = fork();
  if (pid == 0)
    for (;;)
      pause();
  printf("%d %d\n", getpid(), pid);
  fflush(stdout);
  for (;;)
    pause();
}
)"));
  RunResult result = program.recordHang(0.3, hasPrinted);
  CHECK(describeEnding(result.ending) == "no end within the time limit");
  int parent = 0, child = 0;
  REQUIRE(std::sscanf(result.standardOutput.c_str(), "%d %d", &parent,
                      &child) == 2);
  CHECK(ends(parent));
  CHECK(ends(child));
}

TEST_CASE("a program has no descriptors but its own", "[native][hostile]") {
  NativeProgram program("clang-19", withHead(R"(
int main(void) {
  for (int i = 0; i < 1000; ++i)
    if (fcntl(i, F_GETFD) >= 0)
      printf("%d\n", i);
  return 0;
}
)"));
  CHECK(program.record().standardOutput == "0\n1\n2\n");
  CHECK(program.execute(program.all()).standardOutput == "0\n1\n2\n");
}

TEST_CASE("programs that a program starts run without hooks",
          "[native][hostile]") {
  NativeProgram program("gcc", withHead(R"(
int main(void) {
  int status = system("echo from the shell; exit 3");
  printf("%d\n", WEXITSTATUS(status));
  fflush(stdout);
  if (vfork() == 0)
    execl("/bin/echo", "echo", "executed", (char *)0);
  wait(&status);
  execl("/bin/echo", "echo", "replaced", (char *)0);
  return 1;
}
)"));
  CHECK(program.record().standardOutput ==
        "from the shell\n3\nexecuted\nreplaced\n");
  for (int i = 0; i < 2; ++i)
    CHECK(program.execute(program.all()).standardOutput ==
          "from the shell\n3\nexecuted\nreplaced\n");
}

TEST_CASE("runs that were killed do not affect later runs",
          "[native][hostile]") {
  NativeProgram program("clang-19", withHead(R"(
int main(void) {
  puts("one");
  raise(SIGTERM);
  return 0;
}
)"));
  std::string ending = describeEnding(program.record().ending);
  CHECK_THAT(ending, Catch::StartsWith("signal 15 (SIGTERM) at 0x"));
  for (int i = 0; i < 3; ++i) {
    CHECK(describeEnding(program.execute(program.all()).ending) == ending);
    CHECK(program.execute(program.without({"raise"})).exited());
  }
}

namespace {
constexpr const char *folderVariable = "PINSTRIPE_TEST_FOLDER";
} // namespace

// The test below starts this run, which would not end by itself.
TEST_CASE("a native run without end", "[.endless-native]") {
  const char *folder = std::getenv(folderVariable);
  REQUIRE(folder);
  NativeProgram program("clang-19", withHead(R"(
int main(int argc, char **argv) {
  int child = fork();
  if (child == 0)
    for (;;)
      pause();
  FILE *file = fopen(argv[1], "w");
  fprintf(file, "%d %d %d\n", getppid(), getpid(), child);
  fclose(file);
  rename(argv[1], argv[2]);
  for (;;)
    pause();
}
)"));
  program.spec.wallLimitSeconds = 600;
  program.spec.arguments = {folder + std::string("/new"),
                            folder + std::string("/pids")};
  program.record();
}

TEST_CASE("a tool that is killed leaves no process of the native engine",
          "[native][hostile]") {
  TemporaryDirectory folder = orFail(TemporaryDirectory::create());
  std::string self = "/proc/" + std::to_string(getpid()) + "/exe";
  pid_t tool = fork();
  REQUIRE(tool >= 0);
  if (tool == 0) {
    setenv(folderVariable, folder.path().c_str(), 1);
    setenv("TMPDIR", folder.path().c_str(), 1);
    execl(self.c_str(), self.c_str(), "[.endless-native]", nullptr);
    _exit(127);
  }
  std::string file = folder.file("pids");
  REQUIRE(comesTrue([&] { return access(file.c_str(), R_OK) == 0; }));
  pid_t server = 0, program = 0, child = 0;
  std::ifstream(file) >> server >> program >> child;
  CHECK(server != tool);
  kill(tool, SIGKILL);
  waitpid(tool, nullptr, 0);
  CHECK(ends(server));
  CHECK(ends(program));
  CHECK(ends(child));
}
