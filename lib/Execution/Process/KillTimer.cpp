// Kills a process whose time is up, from a thread of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/KillTimer.h"
#include "pinstripe/Support/ChildProcess.h"
#include <csignal>

using namespace pinstripe;

/// The time between two calls of the function `excess`, which checks the limits
/// of a run.
static constexpr std::chrono::milliseconds period(20);

KillTimer::KillTimer() : thread([this] { run(); }) {}

KillTimer::~KillTimer() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    finished = true;
  }
  changed.notify_one();
  thread.join();
}

void KillTimer::arm(pid_t process, std::chrono::duration<double> limit,
                    std::function<std::optional<Ending>()> check) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    pid = process;
    excess = std::move(check);
    reason.reset();
    deadline =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit);
  }
  changed.notify_one();
}

std::optional<Ending> KillTimer::disarm() {
  std::lock_guard<std::mutex> lock(mutex);
  pid = 0;
  return std::exchange(reason, std::nullopt);
}

bool KillTimer::hasKilled() {
  std::lock_guard<std::mutex> lock(mutex);
  return reason.has_value();
}

void KillTimer::expire() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    deadline = std::chrono::steady_clock::now();
  }
  changed.notify_one();
}

void KillTimer::run() {
  putFirst(0);
  std::unique_lock<std::mutex> lock(mutex);
  while (!finished) {
    if (pid == 0) {
      changed.wait(lock);
      continue;
    }
    auto next = std::chrono::steady_clock::now() + period;
    changed.wait_until(lock, excess ? std::min(next, deadline) : deadline);
    if (finished || pid == 0)
      continue;
    if (std::chrono::steady_clock::now() >= deadline)
      reason = TimedOut{};
    else if (excess)
      reason = excess();
    if (!reason)
      continue;
    kill(pid, SIGKILL);
    pid = 0;
  }
}
