//===- DamageGuard.cpp - Crashes on damaged programs ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DamageGuard.h"
#include "pinstripe/Support/ExitStatus.h"
#include "llvm/Support/ErrorHandling.h"
#include <atomic>
#include <cstdlib>
#include <unistd.h>

namespace pinstripe {

namespace {

/// Of the guard in this thread. A signal handler can reach nothing else.
constinit thread_local const std::string *currentMessage = nullptr;

/// A guard is at work, in whatever thread.
constinit std::atomic<bool> isTaken = false;

/// What is done elsewhere; read when other threads crash.
constinit std::atomic<ExhaustionHandler> exhaustionBefore = nullptr;
constinit std::atomic<CrashHandler> crashBefore = nullptr;

void endProcess(int signal) {
  CrashHandler others = crashBefore;
  if (!currentMessage && others)
    others(signal);
  if (!currentMessage) { // the crash of another thread, at another task
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  // There is nobody left to tell that it can't be written.
  (void)!::write(STDERR_FILENO, currentMessage->data(), currentMessage->size());
  ::_exit(static_cast<int>(ExitStatus::UnusableTarget));
}

/// A damaged file may ask for more than there is.
void onExhaustion() {
  ExhaustionHandler others = exhaustionBefore;
  if (!currentMessage && others)
    others();
  std::abort();
}

/// Without LLVM's own words before ours.
void abortQuietly(void *, const char *, bool) { std::abort(); }

} // namespace

DamageGuard::DamageGuard(const std::string &path)
    : message("error: '" + path +
              "': LLVM crashed on its code or debug information: it is "
              "damaged, or there is not the memory for it; build it again\n") {
  if (isTaken.exchange(true))
    return;
  previousCrashHandler = setCrashHandler(endProcess);
  if (!previousCrashHandler) {
    isTaken = false;
    return;
  }
  stack.emplace();
  crashBefore = *previousCrashHandler;
  llvm::install_fatal_error_handler(abortQuietly);
  previousExhaustionHandler = setExhaustionHandler(onExhaustion);
  exhaustionBefore = previousExhaustionHandler;
  currentMessage = &message;
}

DamageGuard::~DamageGuard() {
  if (!previousCrashHandler)
    return;
  currentMessage = nullptr;
  setExhaustionHandler(previousExhaustionHandler);
  llvm::remove_fatal_error_handler();
  setCrashHandler(*previousCrashHandler);
  isTaken = false;
}

} // namespace pinstripe
