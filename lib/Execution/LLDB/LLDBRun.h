// Carries out, for one run under LLDB, what a HookHandler decides at each hook
// (an address at which the engine takes control).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBRUN_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBRUN_H

#include "Flow/HookHandler.h"
#include "Flow/WatchReader.h"
#include "LLDB/LLDBSession.h"
#include "LLDB/ThreadTurns.h"
#include "pinstripe/Execution/KillTimer.h"

namespace pinstripe {

/// Asks a HookHandler at each hook (an address at which the engine takes
/// control), and writes its decision into the registers and memory of the
/// stopped process.
class LLDBRun : public LLDBHookListener {
public:
  /// The timer must outlive the run.
  LLDBRun(LLDBSession &session, const HookMap &hooks, HookHandler &handler,
          Poison poison, KillTimer &timer);

  /// Makes the run read watched values (values of variables that are to be
  /// reported) with `reader`, which must outlive the run.
  void setWatches(WatchReader &reader) { watches = &reader; }

  bool onHook(uint64_t address, lldb::SBThread &thread) override;
  void onExitFunction(lldb::SBThread &thread) override;

  uint64_t hits() const { return hitCount; }
  /// Returns how the run ended; nullopt if the run was not ended at a hook (an
  /// address at which the engine takes control).
  const std::optional<Ending> &ending() const { return requestedEnding; }
  /// If the time of the run is up while a thread waits for its turn, returns a
  /// divergence as the ending: another thread has run on without ever waiting.
  /// Otherwise returns nullopt.
  std::optional<Ending> endingByThreads() const;
  /// Returns the error that occurred when a decision was carried out; success
  /// if there was none.
  llvm::Error takeFailure() { return std::move(failure); }

private:
  bool arrive(const HookPoint &hook, uint64_t address, lldb::SBThread &thread);
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
  /// Does three things in this order: reads the values that are watched after
  /// the last event, poisons memory (fills it with a pattern), and reads the
  /// values that are watched before the next event.
  void writeAndWatch(const Decision &decision, const Arrival &arrival);
  void replaceMemory(const Decision &decision, const Arrival &arrival);
  void store(const MemoryValue &value, uint64_t word, const Arrival &arrival);

  LLDBSession &session;
  const HookMap &hooks;
  HookHandler &handler;
  Poison poison;
  KillTimer &timer;
  /// The reader of watched values; null if no values are watched.
  WatchReader *watches = nullptr;
  uint64_t hitCount = 0;
  ThreadTurns turns;
  /// True if a thread waited for its turn when the timer killed the process.
  bool hasWaitedInVain = false;
  /// The function at whose hook (an address at which the engine takes control)
  /// a thread has last waited for its turn.
  FunctionId awaited{};
  std::optional<Ending> requestedEnding;
  llvm::Error failure = llvm::Error::success();
  /// The value that a memory word had before a change replaced it for the
  /// duration of one event (see Decision::replaced); nullopt if no word is
  /// replaced at present.
  std::optional<uint64_t> replacedWord;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBRUN_H
