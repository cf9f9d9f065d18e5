// Tests that a killed tool leaves no process running.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/Janitor.h"
#include "ProgramUnderTest.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/RunOutput.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;

namespace {

constexpr const char *folderVariable = "PINSTRIPE_TEST_FOLDER";

/// Returns whether a process is gone. A zombie counts as gone, since the
/// process that inherits it may never reap it.
bool isGone(pid_t pid) {
  std::string text = readProcessFile(pid, "stat");
  size_t name = text.rfind(')');
  return text.empty() || text.compare(name, 3, ") Z") == 0;
}

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

pid_t startSleeper() {
  pid_t pid = fork();
  if (pid == 0) {
    setpgid(0, 0);
    for (;;)
      pause();
  }
  return pid;
}

pid_t pidIn(const std::string &file) {
  pid_t pid = 0;
  std::ifstream(file) >> pid;
  return pid;
}

} // namespace

TEST_CASE("the janitor ends the processes that a killed tool has added",
          "[janitor]") {
  pid_t added = startSleeper();
  pid_t forgotten = startSleeper();
  pid_t tool = fork();
  REQUIRE(tool >= 0);
  if (tool == 0) {
    auto janitor = Janitor::start("/nonexistent/file");
    if (!janitor)
      _exit(1);
    (*janitor)->add(added);
    (*janitor)->add(forgotten);
    (*janitor)->remove(forgotten);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(tool, &status, 0) == tool);
  CHECK(WIFSIGNALED(status));
  CHECK(comesTrue([&] { return isGone(added); }));
  CHECK_FALSE(isGone(forgotten));
  kill(forgotten, SIGKILL);
  waitpid(added, nullptr, 0);
  waitpid(forgotten, nullptr, 0);
}

TEST_CASE("the janitor ends the orphans of the processes that were added",
          "[janitor]") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  pid_t added = fork();
  REQUIRE(added >= 0);
  if (added == 0) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (fork() == 0) {
      pid_t orphan = startSleeper();
      (void)!write(ends[1], &orphan, sizeof(orphan));
      _exit(0);
    }
    for (;;)
      pause();
  }
  pid_t orphan = 0;
  REQUIRE(read(ends[0], &orphan, sizeof(orphan)) == sizeof(orphan));
  REQUIRE(comesTrue([&] {
    std::optional<ProcessStatus> status = readStatus(orphan);
    return status && status->parent == added;
  }));
  pid_t tool = fork();
  if (tool == 0) {
    auto janitor = Janitor::start("/nonexistent/file");
    if (!janitor)
      _exit(1);
    (*janitor)->add(added);
    kill(getpid(), SIGKILL);
  }
  waitpid(tool, nullptr, 0);
  CHECK(comesTrue([&] { return isGone(orphan); }));
  CHECK(comesTrue([&] { return isGone(added); }));
  waitpid(added, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("a dismissed janitor ends nothing", "[janitor]") {
  pid_t added = startSleeper();
  {
    auto janitor = Janitor::start("/nonexistent/file");
    REQUIRE(static_cast<bool>(janitor));
    (*janitor)->add(added);
  }
  CHECK_FALSE(isGone(added));
  kill(added, SIGKILL);
  waitpid(added, nullptr, 0);
}

// The test below starts this run, which would not end by itself.
TEST_CASE("a run without end", "[.endless]") {
  const char *folder = std::getenv(folderVariable);
  REQUIRE(folder);
  ProgramUnderTest program(cCompiler(), R"(
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "w");
  fprintf(file, "%d\n", getpid());
  fclose(file);
  rename(argv[1], argv[2]);
  for (;;)
    pause();
}
)");
  program.spec.wallLimitSeconds = 600;
  program.spec.arguments = {folder + std::string("/new"),
                            folder + std::string("/pid")};
  program.record();
}

TEST_CASE("a tool that is killed leaves no process behind", "[lldb][janitor]") {
  auto folder = TemporaryDirectory::create();
  REQUIRE(static_cast<bool>(folder));
  std::string self = "/proc/" + std::to_string(getpid()) + "/exe";
  pid_t tool = fork();
  REQUIRE(tool >= 0);
  if (tool == 0) {
    setenv(folderVariable, folder->path().c_str(), 1);
    setenv("TMPDIR", folder->path().c_str(), 1);
    execl(self.c_str(), self.c_str(), "[.endless]", nullptr);
    _exit(127);
  }
  std::string file = folder->file("pid");
  REQUIRE(comesTrue([&] { return access(file.c_str(), R_OK) == 0; }));
  pid_t program = pidIn(file);
  std::optional<ProcessStatus> status = readStatus(program);
  REQUIRE(status);
  pid_t server = status->parent;
  CHECK(server != tool);
  kill(tool, SIGKILL);
  waitpid(tool, nullptr, 0);
  CHECK(comesTrue([&] { return isGone(program); }));
  CHECK(comesTrue([&] { return isGone(server); }));
}

TEST_CASE("a janitor that somebody has stopped does not block the tool",
          "[janitor]") {
  auto janitor = Janitor::start("/nonexistent/file");
  REQUIRE(static_cast<bool>(janitor));
  std::string children = readProcessFile(
      getpid(), "task/" + std::to_string(getpid()) + "/children");
  kill(std::stoi(children), SIGSTOP);
  // This is more than the relay sends ahead.
  for (int i = 0; i < 10000; ++i)
    (*janitor)->remove(1);
  janitor->reset();
}
