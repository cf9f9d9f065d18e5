// Tests which sleeping processes count as hanging.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Process/HangDetector.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Support/ProcessState.h"
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <functional>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// A forked process that calls a function and then ends.
class Child {
public:
  explicit Child(const std::function<void()> &deed) : process(::fork()) {
    REQUIRE(process >= 0);
    if (process == 0) {
      deed();
      ::_exit(0);
    }
  }
  ~Child() {
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
  }

  const pid_t process;
};

LaunchSpec withIdleLimit(double seconds) {
  LaunchSpec spec;
  spec.idleLimitSeconds = seconds;
  return spec;
}

std::optional<TimedOut> lookAgain(HangDetector &detector, pid_t process) {
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return detector.findHang(process);
}

/// Lets the calling thread, and the processes that it forks, run only on the
/// first of its processors.
void pinToOneProcessor() {
  cpu_set_t processors;
  CHECK(::sched_getaffinity(0, sizeof processors, &processors) == 0);
  int first = 0;
  while (!CPU_ISSET(first, &processors))
    ++first;
  CPU_ZERO(&processors);
  CPU_SET(first, &processors);
  ::sched_setaffinity(0, sizeof processors, &processors);
}

/// Waits for a thread that gets a processor only while nobody else wants it.
void waitForThreadOfLowPriority() {
  std::thread([] {
    sched_param none = {};
    ::sched_setscheduler(0, SCHED_IDLE, &none);
    for (;;)
      ;
  }).join();
}

/// Makes a system call to which nobody will answer.
void callUnanswered() {
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog program = {std::size(code), code};
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
            SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  ::syscall(SYS_getppid);
}

} // namespace

TEST_CASE("A process that sleeps for longer than the idle limit hangs",
          "[execution][hangs]") {
  Child child([] { ::pause(); });
  LaunchSpec spec = withIdleLimit(0.02);
  HangDetector detector(spec);
  std::optional<TimedOut> hang;
  while (!hang)
    hang = lookAgain(detector, child.process);
  // Only a second run can tell a hang from a machine that stops for a moment.
  CHECK_FALSE(hang->isCertain);
}

TEST_CASE("A process that waits for an answer of Pinstripe does not hang",
          "[execution][hangs]") {
  Child child(callUnanswered);
  while (!waitsForAnswer(child.process))
    REQUIRE_FALSE(hasEnded(child.process));
  LaunchSpec spec = withIdleLimit(0.02);
  HangDetector detector(spec);
  for (int i = 0; i < 20; ++i)
    CHECK_FALSE(lookAgain(detector, child.process));
}

TEST_CASE("A process does not hang while one of its threads waits for a "
          "processor",
          "[execution][hangs]") {
  // The other thread of the child is hardly ever executed, since this test is
  // busy on the only processor that both may use.
  std::thread([] {
    pinToOneProcessor();
    Child child(waitForThreadOfLowPriority);
    while (processState(child.process) != 'S' ||
           threadsOf(child.process).size() < 2)
      std::this_thread::yield();
    LaunchSpec spec = withIdleLimit(0.02);
    HangDetector detector(spec);
    for (int i = 0; i < 40; ++i) {
      auto until =
          std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
      while (std::chrono::steady_clock::now() < until)
        ;
      CHECK_FALSE(detector.findHang(child.process));
    }
  }).join();
}

TEST_CASE("The time between two looks counts at most as a few hundredths of a "
          "second of sleep",
          "[execution][hangs]") {
  Child child([] { ::pause(); });
  while (processState(child.process) != 'S')
    std::this_thread::yield();
  LaunchSpec spec = withIdleLimit(0.05);
  HangDetector detector(spec);
  // The first look only notes the processor time, and the second one that the
  // process is idle.
  for (int i = 0; i < 3; ++i) {
    CHECK_FALSE(detector.findHang(child.process));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}
