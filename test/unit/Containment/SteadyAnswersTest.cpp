// Tests that clocks, ids and random numbers are the same in all runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Answers/SteadyClock.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Subprocess.h"

using namespace pinstripe;

/// The time that the tests' clock shows at the start: a day in 2001, in UTC.
static constexpr uint64_t startOfTests = 1'000'000'000;

namespace {

/// A sandbox in which Python, Perl and shell programs run.
struct Steady {
  Steady() {
    SandboxSpec spec;
    spec.workingDirectory = folder.path();
    spec.clockStart = startOfTests;
    sandbox = orFail(Sandbox::create(spec));
  }
  std::string outputOf(const std::string &program,
                       std::vector<std::string> arguments) const {
    llvm::cantFail(sandbox->prepareRun());
    sandbox->nameNextProcess(Sandbox::NextProcess::Run);
    SubprocessSpec spec;
    spec.program = program;
    spec.arguments = std::move(arguments);
    spec.environment = {"PATH=/usr/bin:/bin", "TZ=UTC"};
    spec.standardOutput = output.file("stdout");
    spec.standardError = output.file("stderr");
    spec.workingDirectory = folder.path();
    spec.sandbox = &sandbox->entry();
    SubprocessResult result = orFail(runToEnd(spec));
    return result.standardOutput + result.standardError;
  }
  std::string shell(const std::string &command) const {
    return outputOf("/bin/sh", {"-c", command});
  }
  std::string python(const std::string &program) const {
    return outputOf("/usr/bin/python3", {"-c", program});
  }

  TemporaryDirectory folder = orFail(TemporaryDirectory::create());
  TemporaryDirectory output = orFail(TemporaryDirectory::create());
  std::shared_ptr<Sandbox> sandbox;
};

} // namespace

TEST_CASE("each reading advances the clock, later ones by more", "[steady]") {
  SteadyClock clock;
  clock.read();
  CHECK(clock.microseconds() == 1);
  uint64_t readings = 1;
  for (; clock.microseconds() < 2'000'000; ++readings)
    clock.read();
  CHECK(readings < 70'000);
  SteadyClock second = clock;
  second.sleep(5'000'000);
  CHECK(second.microseconds() == clock.microseconds() + 5'000'000);
}

TEST_CASE("calendar clocks begin when the case was recorded", "[steady]") {
  ClockStart start{startOfTests};
  CHECK(start.secondsOf(CLOCK_REALTIME) == startOfTests);
  CHECK(start.secondsOf(CLOCK_REALTIME_COARSE) == startOfTests);
  CHECK(start.secondsOf(CLOCK_MONOTONIC) == start.uptime);
  CHECK(start.secondsOf(CLOCK_BOOTTIME) == start.uptime);
  CHECK(start.secondsOf(CLOCK_PROCESS_CPUTIME_ID) == 0);
  CHECK_FALSE(start.secondsOf(-6)); // the clock of another process
}

TEST_CASE("programs read the clock of the sandbox", "[steady]") {
  Steady steady;
  CHECK(steady.shell("date +%s") == "1000000000\n");
  std::string clocks =
      "import time\n"
      "print(time.clock_gettime_ns(time.CLOCK_MONOTONIC))\n"
      "print(time.time_ns(), time.process_time_ns(), time.thread_time_ns())\n";
  std::string first = steady.python(clocks);
  CHECK(steady.python(clocks) == first);
  CHECK(first.find("1000000000") != std::string::npos);
}

TEST_CASE("a program that the program starts reads the same clock",
          "[steady]") {
  Steady steady;
  CHECK(steady.shell("sh -c 'date +%F; exec date +%s'") ==
        "2001-09-09\n1000000000\n");
}

TEST_CASE("the clock advances by the time for which a program has slept",
          "[steady]") {
  Steady steady;
  CHECK(steady.python("import time, select\n"
                      "begin = time.monotonic()\n"
                      "time.sleep(0.25)\n"
                      "select.select([], [], [], 0.5)\n"
                      "print('%.2f' % (time.monotonic() - begin))\n") ==
        "0.75\n");
}

TEST_CASE("the clock does not advance by a wait that ends early", "[steady]") {
  Steady steady;
  CHECK(steady.python("import time, select, os\n"
                      "begin = time.monotonic()\n"
                      "ours, theirs = os.pipe()\n"
                      "os.write(theirs, b'x')\n"
                      "select.select([ours], [], [], 3600)\n"
                      "print('%.2f' % (time.monotonic() - begin))\n") ==
        "0.00\n");
}

TEST_CASE("random bytes are the same in all runs, and differ within a run",
          "[steady]") {
  Steady steady;
  std::string program = "import os\n"
                        "a, b = os.urandom(8), os.urandom(8)\n"
                        "print(a.hex(), b.hex(), a == b)\n"
                        "file = open('/dev/urandom', 'rb')\n"
                        "a, b = file.read(8), file.read(8)\n"
                        "print(a.hex(), b.hex(), a == b)\n"
                        "print(open('/dev/random', 'rb').read(8).hex())\n";
  std::string first = steady.python(program);
  CHECK(first.find("True") == std::string::npos);
  CHECK(first.find("Error") == std::string::npos);
  CHECK(steady.python(program) == first);
}

TEST_CASE("processes have the same ids in all runs", "[steady]") {
  Steady steady;
  std::string program = "import os\n"
                        "print(os.getpid(), os.getppid(), flush=True)\n"
                        "child = os.fork()\n"
                        "if child: os.waitpid(child, 0)\n"
                        "if child: print(child)\n";
  std::string first = steady.python(program);
  CHECK(first == "4000 1\n4001\n");
  CHECK(steady.python(program) == first);
}

TEST_CASE("no signal keeps a program from making children", "[steady]") {
  Steady steady;
  // Children end at once, so that many signals come while others are made.
  CHECK(steady.python("import os, signal\n"
                      "signal.signal(signal.SIGCHLD, lambda *_: None)\n"
                      "signal.siginterrupt(signal.SIGCHLD, True)\n"
                      "interrupted = 0\n"
                      "for each in range(20):\n"
                      "  try:\n"
                      "    if os.fork() == 0: os._exit(0)\n"
                      "  except InterruptedError: interrupted += 1\n"
                      "print(interrupted)\n") == "0\n");
}

TEST_CASE("a program that has made a child has asked for a process id",
          "[steady]") {
  Steady steady;
  CHECK(steady.outputOf("/usr/bin/perl", {"-e", "1"}).empty());
  CHECK_FALSE(steady.sandbox->hasAskedForIds());
  CHECK(steady.outputOf("/usr/bin/perl", {"-e", "fork || exit; wait"}).empty());
  CHECK(steady.sandbox->hasAskedForIds());
  CHECK(steady.outputOf("/usr/bin/perl", {"-e", "system '/bin/true'"}).empty());
  CHECK(steady.sandbox->hasAskedForIds());
}

TEST_CASE("processor times are the same in all runs", "[steady]") {
  Steady steady;
  std::string program = "import os, resource\n"
                        "print(os.times())\n"
                        "print(resource.getrusage(resource.RUSAGE_SELF))\n";
  std::string first = steady.python(program);
  CHECK(first.find("times_result") != std::string::npos);
  CHECK(first.find("ru_utime") != std::string::npos);
  CHECK(steady.python(program) == first);
}

TEST_CASE("a sandbox knows whether a program has asked for a terminal",
          "[steady]") {
  Steady steady;
  CHECK(steady.shell("echo; sleep 0") == "\n");
  CHECK_FALSE(steady.sandbox->hasAskedForTerminal());
  CHECK(steady.shell("test -t 1 || echo no") == "no\n");
  CHECK(steady.sandbox->hasAskedForTerminal());
}
