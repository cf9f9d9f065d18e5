// Tests when a run with threads is stopped to look at its threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stops/ThreadTurns.h"
#include <catch2/catch.hpp>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// Pretends to be a process of two stopped threads that execute code, and notes
/// after which times its metronome is to stop it.
class TwoThreads final : public HookedProcess {
public:
  pid_t id() const override { return ::getpid(); }
  const ProcessMemory &memory() const override { return ownMemory; }
  uint64_t runTimeAddressOf(uint64_t address) const override { return address; }
  uint64_t originOf(uint64_t pc) const override { return pc; }
  std::vector<uint64_t> threads() override { return {1, 2}; }
  std::string threadFile(uint64_t, llvm::StringRef) override { return {}; }
  bool isAtBreakpoint(uint64_t) override { return false; }
  void suspend(uint64_t, bool) override {}
  uint64_t readRegister(uint64_t, GeneralRegister) override { return 0; }
  uint64_t readFlags(uint64_t) override { return 0; }
  uint64_t readPC(uint64_t) override { return 0; }
  llvm::Error writeRegister(uint64_t, GeneralRegister, uint64_t) override {
    return llvm::Error::success();
  }
  llvm::Error writeFlags(uint64_t, uint64_t) override {
    return llvm::Error::success();
  }
  llvm::Error writeVectorRegister(uint64_t, unsigned, uint64_t) override {
    return llvm::Error::success();
  }
  llvm::Error goTo(uint64_t, uint64_t) override {
    return llvm::Error::success();
  }
  llvm::Error pass(uint64_t, uint64_t) override {
    return llvm::Error::success();
  }
  bool beginMetronome(uint64_t thread, const InterruptedCall *,
                      uint64_t microseconds) override {
    metronome = thread;
    periods.push_back(microseconds);
    return true;
  }
  bool continueMetronome(uint64_t microseconds) override {
    periods.push_back(microseconds);
    return true;
  }
  bool endMetronome() override { return true; }

  uint64_t metronome = 0;
  std::vector<uint64_t> periods;

private:
  ProcessMemory ownMemory{::getpid()};
};

class EmptyHandler final : public HookHandler {
  Decision arrive(const HookPoint &, const Arrival &) override { return {}; }
  void arriveAtExitFunction(uint64_t, uint64_t) override {}
  uint64_t eventsExecuted() const override { return 0; }
  std::optional<EventIndex> currentEvent() const override { return {}; }
};

} // namespace

TEST_CASE("The times between looks at a running thread begin at 200 us and are "
          "doubled",
          "[execution][threads]") {
  TwoThreads process;
  EmptyHandler handler;
  ThreadTurns turns(process, handler, /*seed=*/0);
  // The first thread is held at its first hook, because the second one has not
  // come to a hook yet.
  CHECK_FALSE(turns.mayPass(1, HookPoint(), 0x1000));
  CHECK(turns.advance().kind == TurnStep::Kind::GoOn);
  REQUIRE(process.metronome == 1);
  for (int i = 0; i < 2; ++i) {
    turns.tick(1);
    CHECK(turns.advance().kind == TurnStep::Kind::GoOn);
  }
  CHECK(process.periods == std::vector<uint64_t>{200, 400, 800});
}
