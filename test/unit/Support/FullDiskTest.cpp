// Tests of what happens when the disk is full.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The disk is a small file system that only a forked process sees. On a machine
// that does not permit such a file system, the tests are skipped with a
// warning.

#include "TestSupport/Catch.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/Support/FileSystem.h"
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

constexpr int noSmallDisk = 77;

void writeText(const char *path, const std::string &text) {
  int file = ::open(path, O_WRONLY);
  (void)!::write(file, text.data(), text.size());
  ::close(file);
}

/// Lets mounts from now on concern this process only.
bool enterMountNamespace() {
  if (::geteuid() != 0) {
    const std::string user = std::to_string(::geteuid());
    const std::string group = std::to_string(::getegid());
    if (::unshare(CLONE_NEWUSER) != 0)
      return false;
    writeText("/proc/self/setgroups", "deny");
    writeText("/proc/self/uid_map", user + " " + user + " 1");
    writeText("/proc/self/gid_map", group + " " + group + " 1");
  }
  return ::unshare(CLONE_NEWNS) == 0 &&
         ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

/// Returns what `body(folder)` returns in a process in which `folder` is a disk
/// of 64 KiB, or nullopt if the machine does not permit such a disk.
template <typename Body> std::optional<int> onSmallDisk(Body body) {
  TemporaryDirectory folder = llvm::cantFail(TemporaryDirectory::create());
  pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (!enterMountNamespace() ||
        ::mount("none", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0)
      ::_exit(noSmallDisk);
    ::_exit(body(folder.path()));
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == noSmallDisk)
    return std::nullopt;
  return WEXITSTATUS(status);
}

void checkOnSmallDisk(std::optional<int> failedStep) {
  if (failedStep)
    CHECK(*failedStep == 0);
  else
    WARN("skipped: no file system of our own on this machine");
}

bool saysDiskFull(llvm::Error error) {
  bool isFileError = error.isA<FileError>();
  std::string message = llvm::toString(std::move(error));
  return isFileError &&
         message.find("No space left on device; free some space") !=
             std::string::npos;
}

void fill(const std::string &path) {
  int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  char page[4096] = {1};
  while (::write(file, page, sizeof(page)) > 0) {
  }
  ::close(file);
}

} // namespace

TEST_CASE("A full disk keeps the old content of a file",
          "[support][file][disk]") {
  checkOnSmallDisk(onSmallDisk([](const std::string &folder) {
    const std::string path = folder + "/file";
    llvm::cantFail(writeFileAtomically(path, "old"));
    if (!saysDiskFull(writeFileAtomically(path, std::string(100000, 'x'))))
      return 1;
    if (llvm::cantFail(readFile(path)) != "old")
      return 2;
    std::error_code error;
    llvm::sys::fs::directory_iterator first(folder, error), end;
    return first != end && first.increment(error) == end ? 0 : 3;
  }));
}

TEST_CASE("Output that a full disk has truncated is an error",
          "[support][subprocess][disk]") {
  checkOnSmallDisk(onSmallDisk([](const std::string &folder) {
    SubprocessSpec spec;
    spec.program = SUBJECT;
    spec.arguments = {"launch"};
    spec.standardOutput = folder + "/stdout";
    spec.standardError = folder + "/stderr";
    spec.wallLimitSeconds = 60;
    auto before = runToEnd(spec);
    if (!before)
      return llvm::consumeError(before.takeError()), 1;
    fill(folder + "/filler");
    auto after = runToEnd(spec);
    return !after && saysDiskFull(after.takeError()) ? 0 : 2;
  }));
}
