// Tests of child processes that need more than a plain run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ChildProcess.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <csignal>
#include <fstream>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

struct Child {
  TemporaryDirectory directory = llvm::cantFail(TemporaryDirectory::create());
  ChildExtras extras;

  SubprocessSpec specOf(const std::string &command) const {
    SubprocessSpec spec;
    spec.program = "/bin/sh";
    spec.arguments = {"-c", command};
    spec.environment = {"PATH=/usr/bin:/bin"};
    spec.standardOutput = directory.file("stdout");
    spec.standardError = directory.file("stderr");
    return spec;
  }
  pid_t start(const SubprocessSpec &spec) const {
    auto streams = openStreams(spec);
    REQUIRE(static_cast<bool>(streams));
    return orFail(startChild(spec, *streams, extras));
  }
  std::string outputOf(const SubprocessSpec &spec) const {
    int status = 0;
    pid_t pid = start(spec);
    REQUIRE(::waitpid(pid, &status, 0) == pid);
    return llvm::cantFail(readFile(spec.standardOutput));
  }
};

} // namespace

TEST_CASE("a traced child stops before its first instruction",
          "[support][child]") {
  Child child;
  child.extras.isTraced = true;
  pid_t pid = child.start(child.specOf("echo done"));
  int status = 0;
  REQUIRE(::waitpid(pid, &status, 0) == pid);
  REQUIRE(WIFSTOPPED(status));
  CHECK(WSTOPSIG(status) == SIGTRAP);
  REQUIRE(::ptrace(PTRACE_DETACH, pid, nullptr, nullptr) == 0);
  REQUIRE(::waitpid(pid, &status, 0) == pid);
  CHECK(WIFEXITED(status));
  CHECK(llvm::cantFail(readFile(child.directory.file("stdout"))) == "done\n");
}

TEST_CASE("a child finds the file that is passed on under its number",
          "[support][child]") {
  Child child;
  FileDescriptor file(::memfd_create("test", MFD_CLOEXEC));
  REQUIRE(::write(file.get(), "passed", 6) == 6);
  child.extras.passedFiles = {{file.get(), 63}};
  CHECK(child.outputOf(child.specOf("cat /proc/self/fd/63")) == "passed");
  child.extras.passedFiles = {{file.get(), file.get()}};
  CHECK(child.outputOf(child.specOf("cat /proc/self/fd/" +
                                    std::to_string(file.get()))) == "passed");
}

TEST_CASE("a private view lies over the working directory of one child only",
          "[support][child]") {
  Child child;
  std::string seen = child.directory.file("seen");
  std::string view = child.directory.file("view");
  for (const std::string &folder : {seen, view}) {
    REQUIRE(::mkdir(folder.c_str(), 0777) == 0);
    std::ofstream(folder + "/name") << folder.substr(folder.rfind('/'));
  }
  SubprocessSpec spec = child.specOf("pwd; cat name; echo new > made");
  spec.workingDirectory = seen;
  child.extras.privateView = view;
  REQUIRE(canHavePrivateViews());
  CHECK(child.outputOf(spec) == seen + "\n/view");
  CHECK(::access((view + "/made").c_str(), F_OK) == 0);
  CHECK(::access((seen + "/made").c_str(), F_OK) != 0);
}

TEST_CASE("an error names a private view that does not exist",
          "[support][child]") {
  Child child;
  SubprocessSpec spec = child.specOf("true");
  spec.workingDirectory = child.directory.path();
  child.extras.privateView = child.directory.file("missing");
  auto streams = openStreams(spec);
  REQUIRE(static_cast<bool>(streams));
  auto pid = startChild(spec, *streams, child.extras);
  REQUIRE_FALSE(static_cast<bool>(pid));
  CHECK_THAT(llvm::toString(pid.takeError()),
             Catch::Contains("can't mount a private view"));
}
