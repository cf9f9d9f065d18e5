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

void endProcess(int signal) {
  if (!currentMessage) { // the crash of another thread, at another task
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  // There is nobody left to tell that it can't be written.
  (void)!::write(STDERR_FILENO, currentMessage->data(), currentMessage->size());
  ::_exit(static_cast<int>(ExitStatus::UnusableTarget));
}

/// What others do then; of all guards, since one in another thread has nothing
/// to say about this one.
constinit std::atomic<ExhaustionHandler> handlerBefore = nullptr;

/// A damaged file may ask for more than there is.
void onExhaustion() {
  ExhaustionHandler others = handlerBefore;
  if (!currentMessage && others)
    others();
  std::abort();
}

/// Without LLVM's own words before ours.
void abortQuietly(void *, const char *, bool) { std::abort(); }

/// A crash may be that of a stack that was too small.
constexpr size_t stackSize = size_t(64) << 10;

} // namespace

DamageGuard::DamageGuard(const std::string &path)
    : message("error: '" + path +
              "': LLVM crashed on its code or debug information: it is "
              "damaged, or there is not the memory for it; build it again\n") {
  struct sigaction present = {};
  ::sigaction(SIGSEGV, nullptr, &present);
  if (currentMessage || present.sa_handler != SIG_DFL)
    return;
  isActive = true;
  currentMessage = &message;
  stack = std::make_unique<char[]>(stackSize);
  stack_t own = {};
  own.ss_sp = stack.get();
  own.ss_size = stackSize;
  ::sigaltstack(&own, &previousStack);
  struct sigaction action = {};
  action.sa_handler = endProcess;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  ::sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < std::size(signals); ++i)
    ::sigaction(signals[i], &action, &previous[i]);
  llvm::install_fatal_error_handler(abortQuietly);
  previousHandler = setExhaustionHandler(onExhaustion);
  handlerBefore = previousHandler;
}

DamageGuard::~DamageGuard() {
  if (!isActive)
    return;
  setExhaustionHandler(previousHandler);
  llvm::remove_fatal_error_handler();
  for (size_t i = 0; i < std::size(signals); ++i)
    ::sigaction(signals[i], &previous[i], nullptr);
  ::sigaltstack(&previousStack, nullptr);
  currentMessage = nullptr;
}

} // namespace pinstripe
