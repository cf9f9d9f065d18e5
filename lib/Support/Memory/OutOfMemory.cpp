// Decides what this process does when memory runs out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/OutOfMemory.h"
#include "llvm/Support/ErrorHandling.h"
#include <atomic>
#include <cstdlib>
#include <new>

using namespace pinstripe;

// `exhaustionHandler` is the handler for failed allocations that is installed
// now. `hostHandler` is the handler that was installed before by the program
// that uses this library. They are stored here because LLVM does not tell which
// handler is installed.
static constinit std::atomic<ExhaustionHandler> exhaustionHandler = nullptr;
static constinit std::new_handler hostHandler = nullptr;

[[noreturn]] static void onExhaustion() {
  if (ExhaustionHandler handler = exhaustionHandler)
    handler();
  std::abort();
}

ExhaustionHandler pinstripe::setExhaustionHandler(ExhaustionHandler handler) {
  ExhaustionHandler before = exhaustionHandler.exchange(handler);
  if (handler && !before) {
    hostHandler = std::set_new_handler(onExhaustion);
    llvm::install_bad_alloc_error_handler(
        [](void *, const char *, bool) { onExhaustion(); });
  } else if (!handler && before) {
    std::set_new_handler(hostHandler);
    llvm::remove_bad_alloc_error_handler();
  }
  return before;
}

void pinstripe::requireMemory(std::error_code failure) {
  if (failure == std::errc::not_enough_memory)
    llvm::report_bad_alloc_error("no memory to read a folder");
}
