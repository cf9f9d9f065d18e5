// Carries out, for one run under LLDB, what a HookHandler decides at each hook.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBRUN_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBRUN_H

#include "Flow/HookHandler.h"
#include "Flow/WatchReader.h"
#include "LLDB/LLDBSession.h"
#include "LLDB/ThreadTurns.h"

namespace pinstripe {

/// Asks a HookHandler at each hook, and writes its decision into the registers
/// and memory of the stopped process.
class LLDBRun : public LLDBHookListener {
public:
  LLDBRun(LLDBSession &session, const HookMap &hooks, HookHandler &handler,
          Poison poison);

  /// Makes the run read watched values with `reader`, which must outlive it.
  void setWatches(WatchReader &reader) { watches = &reader; }

  bool onHook(uint64_t address, lldb::SBThread &thread) override;
  void onExitFunction(lldb::SBThread &thread) override;

  uint64_t hits() const { return hitCount; }
  /// Returns how the run ended; nullopt if no hook has ended it.
  const std::optional<Ending> &ending() const { return requestedEnding; }
  /// Returns the ending of a run whose time is up. If a thread waits for its
  /// turn, the run diverged: another thread runs without ever waiting for
  /// anything. Otherwise returns nullopt.
  std::optional<Ending> endingByThreads() const;
  /// Returns the error that occurred when a decision was carried out; success
  /// if there was none.
  llvm::Error takeFailure() { return std::move(failure); }

private:
  bool mayPass(const HookPoint &hook, uint64_t address, lldb::SBThread &thread);
  llvm::Error apply(const Decision &decision, const Arrival &arrival,
                    lldb::SBFrame &frame);
  llvm::Error returnFromMain(const Decision &decision, const Arrival &arrival,
                             lldb::SBFrame &frame);
  llvm::Error poisonReturnValue(lldb::SBFrame &frame);
  llvm::Error reload(const RegisterReload &reload, const Arrival &arrival,
                     lldb::SBFrame &frame);
  void poisonBytes(uint64_t begin, uint32_t size);
  void poisonMemory(const Decision &decision, const Arrival &arrival);
  /// Poisons memory, and reads watched values before and after poisoning.
  void writeAndWatch(const Decision &decision, const Arrival &arrival);
  void replaceMemory(const Decision &decision, const Arrival &arrival);
  void store(const MemoryValue &value, uint64_t word, const Arrival &arrival);

  LLDBSession &session;
  const HookMap &hooks;
  HookHandler &handler;
  Poison poison;
  /// The reader of watched values; null if nothing is watched.
  WatchReader *watches = nullptr;
  uint64_t hitCount = 0;
  ThreadTurns turns;
  /// The function at whose hook a thread has last waited for its turn.
  FunctionId awaited{};
  std::optional<Ending> requestedEnding;
  llvm::Error failure = llvm::Error::success();
  /// The value in memory that `Decision::replaced` has overwritten; nullopt if
  /// no value was overwritten.
  std::optional<uint64_t> replacedWord;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBRUN_H
