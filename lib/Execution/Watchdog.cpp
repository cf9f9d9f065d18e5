//===- Watchdog.cpp - Ends runs that take too long ------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Execution/Watchdog.h"
#include <csignal>

using namespace pinstripe;

Watchdog::Watchdog() : thread([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    finished = true;
  }
  changed.notify_one();
  thread.join();
}

void Watchdog::arm(pid_t process, std::chrono::duration<double> limit) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    pid = process;
    killed = false;
    deadline =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit);
  }
  changed.notify_one();
}

bool Watchdog::disarm() {
  std::lock_guard<std::mutex> lock(mutex);
  pid = 0;
  return killed;
}

void Watchdog::expire() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    deadline = std::chrono::steady_clock::now();
  }
  changed.notify_one();
}

void Watchdog::watch() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!finished) {
    if (pid == 0) {
      changed.wait(lock);
      continue;
    }
    changed.wait_until(lock, deadline);
    if (finished || pid == 0 || std::chrono::steady_clock::now() < deadline)
      continue;
    kill(pid, SIGKILL);
    killed = true;
    pid = 0;
  }
}
