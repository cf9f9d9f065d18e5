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
#include <unistd.h>

namespace pinstripe {
namespace {

// A signal handler can reach nothing but a global.
constinit std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void noteInterrupt(int) {
  if (interrupted.exchange(true))
    ::_exit(static_cast<int>(ExitStatus::Interrupted));
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
