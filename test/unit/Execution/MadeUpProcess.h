// Defines a process that does not exist, for tests of the turns of threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_EXECUTION_MADEUPPROCESS_H
#define PINSTRIPE_TEST_UNIT_EXECUTION_MADEUPPROCESS_H

#include "pinstripe/Execution/HookedProcess.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <unistd.h>

namespace pinstripe {

/// Pretends to be a process with two stopped threads. Its memory is that of the
/// test itself. Notes after which times the metronome is to stop the process.
class MadeUpProcess final : public HookedProcess {
public:
  pid_t id() const override { return ::getpid(); }
  const ProcessMemory &memory() const override { return ownMemory; }
  uint64_t runTimeAddressOf(uint64_t address) const override { return address; }
  uint64_t originOf(uint64_t pc) const override { return pc; }
  std::vector<uint64_t> threads() override { return {1, 2}; }
  std::string threadFile(uint64_t, llvm::StringRef name) override {
    return files.lookup(name);
  }
  bool isAtBreakpoint(uint64_t) override { return false; }
  void suspend(uint64_t, bool) override {}
  uint64_t readRegister(uint64_t, GeneralRegister number) override {
    return registers[number];
  }
  uint64_t readFlags(uint64_t) override { return 0; }
  uint64_t readPC(uint64_t) override { return pc; }
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
  TurnProgress takeProgress(PassedHookListener) override {
    return std::exchange(progress, {});
  }

  /// What both threads have in their registers, and in their folders in /proc.
  std::map<GeneralRegister, uint64_t> registers;
  uint64_t pc = 0;
  llvm::StringMap<std::string> files;
  uint64_t metronome = 0;
  std::vector<uint64_t> periods;
  /// What a thread has done by itself since the last stop.
  TurnProgress progress;

private:
  ProcessMemory ownMemory{::getpid()};
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_EXECUTION_MADEUPPROCESS_H
