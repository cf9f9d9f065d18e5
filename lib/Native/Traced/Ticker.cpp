// Stops a thread of a traced program after a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Traced/Ticker.h"
#include <csignal>
#include <sys/syscall.h>
#include <unistd.h>

using namespace pinstripe;

Ticker::~Ticker() {
  {
    std::lock_guard lock(mutex);
    isFinished = true;
  }
  changed.notify_one();
  worker.join();
}

void Ticker::set(std::optional<Clock::time_point> time) {
  {
    std::lock_guard lock(mutex);
    due = time;
  }
  if (time)
    changed.notify_one();
}

void Ticker::sleep() {
  std::unique_lock lock(mutex);
  Clock::time_point until = *due;
  lock.unlock();
  std::this_thread::sleep_until(until);
}

bool Ticker::watch(pid_t itsProcess, pid_t itsThread) {
  std::lock_guard lock(mutex);
  if (due && Clock::now() >= *due)
    return false;
  process = itsProcess;
  thread = itsThread;
  return true;
}

void Ticker::unwatch() {
  std::lock_guard lock(mutex);
  thread = 0;
}

bool Ticker::take(pid_t stopped) {
  std::lock_guard lock(mutex);
  return sent.erase(stopped) != 0;
}

void Ticker::run() {
  std::unique_lock lock(mutex);
  while (!isFinished) {
    if (!due) {
      changed.wait(lock);
      continue;
    }
    if (Clock::now() < *due) {
      // A copy is needed, since `due` may change during the wait.
      Clock::time_point until = *due;
      changed.wait_until(lock, until);
      continue;
    }
    if (thread != 0) {
      sent.insert(thread);
      ::syscall(SYS_tgkill, process, thread, SIGSTOP);
    }
    // If no thread is watched, `watch` tells the caller that the time has come.
    thread = 0;
    std::optional<Clock::time_point> last = due;
    changed.wait(lock, [&] { return isFinished || due != last; });
  }
}
