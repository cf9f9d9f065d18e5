// Tests what a thread that a stop has interrupted in the kernel waits for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stops/KernelWait.h"
#include "MadeUpProcess.h"
#include <catch2/catch.hpp>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>

using namespace pinstripe;

namespace {

uint64_t addressOf(const void *object) {
  return reinterpret_cast<uint64_t>(object);
}

/// A thread that waits for a word in memory to differ from its value.
struct WaitingThread {
  explicit WaitingThread(int64_t result) {
    process.pc = addressOf(code + sizeof code);
    process.files["syscall"] = std::to_string(SYS_futex) + " 0x0";
    process.registers = {{RAX, static_cast<uint64_t>(result)},
                         {RDI, addressOf(&word)},
                         {RSI, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG},
                         {RDX, word}};
  }
  KernelWait::Kind wait() { return waitOf(1, process, KernelWait()).kind; }

  const uint8_t code[2] = {0x0f, 0x05}; ///< The instruction `syscall`.
  uint32_t word = 7;
  MadeUpProcess process;
};

constexpr int64_t restart = -512, restartWithLimit = -516;

} // namespace

TEST_CASE("A thread waits for another one until a word in memory changes",
          "[execution][threads]") {
  WaitingThread thread(restart);
  CHECK(thread.wait() == KernelWait::Kind::Thread);
  thread.word = 8;
  CHECK(thread.wait() == KernelWait::Kind::None);
}

TEST_CASE("A wait with a time limit begins when the sandbox has translated the "
          "limit",
          "[execution][threads]") {
  const timespec deadline = {1000, 0};
  WaitingThread translating(restart), waiting(restartWithLimit);
  for (WaitingThread *each : {&translating, &waiting})
    each->process.registers[R10] = addressOf(&deadline);
  CHECK(translating.wait() == KernelWait::Kind::None);
  // This test is not in a sandbox, so the kernel ends the wait.
  CHECK(waiting.wait() == KernelWait::Kind::Outside);
}
