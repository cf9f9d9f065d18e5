// Tests when a program counts as waiting for its user.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/Stillness.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Interaction/PseudoTerminal.h"
#include <csignal>
#include <functional>
#include <linux/futex.h>
#include <poll.h>
#include <string>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;

/// Returns what a thread in the given call waits for. The time at any address
/// is `seconds`.
static ThreadWait waitFor(long call, std::vector<uint64_t> arguments,
                          double seconds = 0) {
  arguments.resize(6);
  return waitOf(call, arguments.data(), /*readsEndByTime=*/false,
                [&](uint64_t, double) { return seconds; });
}

TEST_CASE("a system call says what a thread waits for",
          "[interaction][stillness]") {
  const auto forever = static_cast<uint64_t>(-1);
  CHECK(waitFor(SYS_read, {0}) == ThreadWait::Events);
  CHECK(waitFor(SYS_poll, {1, 1, forever}) == ThreadWait::Events);
  CHECK(waitFor(SYS_poll, {1, 1, 100}) == ThreadWait::EventsForMoment);
  CHECK(waitFor(SYS_poll, {1, 1, 60'000}) == ThreadWait::Events);
  CHECK(waitFor(SYS_select, {1, 1, 0, 0, 0}) == ThreadWait::Events);
  CHECK(waitFor(SYS_select, {1, 1, 0, 0, 9}, 0.5) ==
        ThreadWait::EventsForMoment);
  CHECK(waitFor(SYS_pselect6, {1, 1, 0, 0, 9}, 60) == ThreadWait::Events);
  CHECK(waitFor(SYS_wait4, {1}) == ThreadWait::Others);
  CHECK(waitFor(SYS_futex, {1, FUTEX_WAIT_PRIVATE, 0, 0}) ==
        ThreadWait::Others);
  CHECK(waitFor(SYS_futex, {1, FUTEX_WAIT_PRIVATE, 0, 9}) == ThreadWait::Sleep);
  CHECK(waitFor(SYS_nanosleep, {9}, 1) == ThreadWait::Sleep);
  CHECK(waitFor(SYS_nanosleep, {9}, 60) == ThreadWait::LongSleep);
  CHECK(waitFor(SYS_write, {1}) == ThreadWait::None);
  CHECK(waitFor(SYS_openat, {1}) == ThreadWait::None);
  uint64_t none[6] = {};
  CHECK(waitOf(SYS_read, none, /*readsEndByTime=*/true, [](uint64_t, double) {
          return 0.0;
        }) == ThreadWait::EventsForMoment);
}

namespace {

/// A forked child of the test, which runs a function in a terminal.
class Child {
public:
  explicit Child(const std::function<void()> &work)
      : terminal(llvm::cantFail(PseudoTerminal::open(80, 24))), pid(::fork()),
        stillness(pid) {
    if (pid != 0)
      return;
    ::dup2(terminal.programEnd(), 0);
    ::dup2(terminal.programEnd(), 1);
    termios modes = {};
    ::tcgetattr(0, &modes);
    ::cfmakeraw(&modes);
    ::tcsetattr(0, TCSANOW, &modes);
    work();
    ::_exit(0);
  }
  ~Child() {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  }
  bool isStill() {
    terminal.deliver();
    return stillness.isStill(terminal.readsEndByTime(), [&] {
      output += terminal.takeOutput();
      return false;
    });
  }
  void settle() {
    while (!isStill())
      output += terminal.takeOutput();
    output += terminal.takeOutput();
  }
  void act(llvm::StringRef bytes) {
    (void)terminal.type(bytes);
    stillness.restart();
  }

  PseudoTerminal terminal;
  pid_t pid;
  Stillness stillness;
  std::string output;
};

char readKey() {
  char key = 0;
  return ::read(0, &key, 1) == 1 ? key : '\0';
}

void say(llvm::StringRef text) { (void)!::write(1, text.data(), text.size()); }

/// Reads a key. Returns '-' if none comes within some milliseconds.
char readKeyWithin(int milliseconds) {
  struct pollfd waitFor = {0, POLLIN, 0};
  return ::poll(&waitFor, 1, milliseconds) == 1 ? readKey() : '-';
}

} // namespace

TEST_CASE("a program is still once it has done all that a key makes it do",
          "[interaction][stillness]") {
  Child child([] {
    for (;;) {
      char key = readKey();
      // The program works for longer than several looks at it take.
      ::usleep(30'000);
      say(std::string(1, key));
    }
  });
  child.settle();
  for (char key : std::string("abc")) {
    child.act(std::string(1, key));
    CHECK(!child.isStill());
    child.settle();
  }
  CHECK(child.output == "abc");
}

TEST_CASE("a program that waits for another process is as still as that one",
          "[interaction][stillness]") {
  Child child([] {
    readKey();
    if (::fork() == 0) {
      ::usleep(30'000);
      say("child");
      readKey();
      ::_exit(0);
    }
    ::wait(nullptr);
    say("parent");
    readKey();
  });
  child.settle();
  child.act("1");
  child.settle();
  CHECK(child.output == "child");
  child.act("2");
  child.settle();
  CHECK(child.output == "childparent");
}

TEST_CASE("a program that waits for more keys for a moment is not still",
          "[interaction][stillness]") {
  Child child([] {
    readKey();
    say(std::string(1, readKeyWithin(50)));
    readKey();
  });
  child.settle();
  child.act("\x1b");
  child.settle();
  CHECK(child.output == "-");
}

TEST_CASE("a program that looks for keys again and again is still after a look",
          "[interaction][stillness]") {
  Child child([] {
    for (;;)
      if (readKeyWithin(20) == 'x')
        say("x");
  });
  child.settle();
  child.act("x");
  child.settle();
  CHECK(child.output == "x");
}

TEST_CASE("a program with several threads is still if all of them are",
          "[interaction][stillness]") {
  Child child([] {
    int ends[2];
    (void)!::pipe(ends);
    std::thread worker([&] {
      char key = 0;
      while (::read(ends[0], &key, 1) == 1) {
        ::usleep(30'000);
        say(std::string(1, key));
      }
    });
    for (;;) {
      char key = readKey();
      (void)!::write(ends[1], &key, 1);
    }
  });
  child.settle();
  child.act("a");
  child.settle();
  CHECK(child.output == "a");
}
