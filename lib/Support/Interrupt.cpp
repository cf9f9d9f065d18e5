//===- Interrupt.cpp - Ctrl-C ends with the best so far -------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/ExitStatus.h"
#include <csignal>
#include <ctime>
#include <unistd.h>

namespace pinstripe {
namespace {

// A signal handler can reach nothing but a global.
constinit std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);
constinit std::atomic<int64_t> firstMilliseconds{0}; ///< 0: not yet
static_assert(std::atomic<int64_t>::is_always_lock_free);

int64_t milliseconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

/// `timeout`, and terminals that are closed, send two at a time: nobody has
/// asked twice.
void noteInterrupt(int) {
  constexpr int64_t atATime = 100;
  int64_t first = 0, now = milliseconds();
  if (!firstMilliseconds.compare_exchange_strong(first, now) &&
      now - first > atATime)
    ::_exit(static_cast<int>(ExitStatus::Interrupted));
  interrupted = true;
}

} // namespace

const std::atomic<bool> &watchForInterrupts() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction previous = {};
    if (::sigaction(signal, nullptr, &previous) == 0 &&
        previous.sa_handler == SIG_IGN)
      continue;
    struct sigaction action = {};
    action.sa_handler = noteInterrupt;
    // LLDB's threads are not all prepared for EINTR.
    action.sa_flags = SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
  return interrupted;
}

} // namespace pinstripe
