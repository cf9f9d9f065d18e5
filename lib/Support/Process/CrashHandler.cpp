// Installs a handler for crashes of this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/CrashHandler.h"
#include <atomic>

using namespace pinstripe;

static constexpr int crashSignals[] = {SIGSEGV, SIGBUS,  SIGFPE,
                                       SIGILL,  SIGTRAP, SIGABRT};

static constinit std::atomic<CrashHandler> crashHandler = nullptr;

static void onCrash(int signal) {
  if (CrashHandler handler = crashHandler)
    handler(signal);
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

std::optional<CrashHandler> pinstripe::setCrashHandler(CrashHandler handler) {
  struct sigaction present = {};
  ::sigaction(SIGSEGV, nullptr, &present);
  if (present.sa_handler != SIG_DFL && present.sa_handler != onCrash)
    return std::nullopt;
  CrashHandler before = crashHandler.exchange(handler);
  struct sigaction action = {};
  action.sa_handler = handler ? onCrash : SIG_DFL;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  ::sigemptyset(&action.sa_mask);
  if ((handler != nullptr) != (before != nullptr))
    for (int signal : crashSignals)
      ::sigaction(signal, &action, nullptr);
  return before;
}

SignalStack::SignalStack() {
  stack_t own = {};
  own.ss_sp = memory.get();
  own.ss_size = size;
  ::sigaltstack(&own, &previous);
}

SignalStack::~SignalStack() { ::sigaltstack(&previous, nullptr); }
