// Does what a HookHandler decides at the hooks of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control.

#ifndef PINSTRIPE_LIB_EXECUTION_STOPS_HOOKEDRUN_H
#define PINSTRIPE_LIB_EXECUTION_STOPS_HOOKEDRUN_H

#include "Flow/HookHandler.h"
#include "Flow/WatchReader.h"
#include "Stops/ThreadTurns.h"
#include "pinstripe/Execution/HookedProgram.h"
#include "pinstripe/Execution/KillTimer.h"

namespace pinstripe {

/// Asks a HookHandler what to do at each hook, an address at which the engine
/// takes control. Then carries out the handler's decision by writing into the
/// registers and memory of the stopped process.
class HookedRun : public HookListener {
public:
  HookedRun(HookedProcess &process, const HookMap &hooks, HookHandler &handler,
            Poison poison, uint64_t schedule);

  /// Makes the run use `reader` to read watched values, which are values of
  /// variables that the run reports. `reader` must outlive the run.
  void setWatches(WatchReader &reader) { watches = &reader; }

  /// Tells this object which timer may kill the process of the run. `killTimer`
  /// must outlive the run.
  void setTimer(KillTimer &killTimer) { timer = &killTimer; }

  bool onHook(uint64_t address, uint64_t thread) override;
  bool onTick(uint64_t thread) override;
  bool onSleep(uint64_t thread) override;
  bool onYield(uint64_t thread) override;
  bool onLeave(uint64_t thread) override;
  void onExitFunction(uint64_t thread) override;

  /// Called when the process has ended, or will not go on. Lets the handler see
  /// all hooks that threads have passed without asking the tool.
  void finish() {
    turns.countProgress();
    if (!requestedEnding)
      requestedEnding = turns.ending();
  }
  uint64_t hits() const { return hitCount; }
  /// Returns how the run ended; nullopt if the run was not ended at a hook.
  const std::optional<Ending> &ending() const { return requestedEnding; }
  /// Returns the number of threads that the run has had so far.
  uint64_t threads() const { return turns.threads(); }
  /// Returns the thread that has last passed a hook. It can be another thread
  /// than the one that has stopped the process.
  uint64_t passedThread() const { return passed; }
  /// Returns the address of the hook that was passed last. It is a table
  /// address: the address in the module's file plus a constant for each module
  /// (see UnitTable).
  uint64_t passedHook() const { return passedAddress; }
  /// Returns true if the run has overwritten memory that the program can only
  /// read, such as a string literal. Rewinding the process does not restore
  /// that memory.
  bool hasOverwrittenConstants() const { return overwroteConstants; }
  /// Returns the error that occurred when a decision was carried out; success
  /// if there was none.
  llvm::Error takeFailure() { return std::move(failure); }

private:
  bool arrive(const HookPoint &hook, uint64_t address, uint64_t thread);
  bool advance();
  bool pause(uint64_t thread, uint64_t microseconds);
  uint64_t timeToSleep(uint64_t thread);
  bool endsRun(llvm::function_ref<bool()> handle);
  llvm::Error apply(const Decision &decision, const Arrival &arrival);
  llvm::Error returnFromMain(const Decision &decision, const Arrival &arrival);
  llvm::Error poisonReturnValue(uint64_t thread);
  llvm::Error reload(const RegisterReload &reload, const Arrival &arrival);
  void poisonBytes(uint64_t begin, uint32_t size);
  void poisonMemory(const Decision &decision, const Arrival &arrival);
  /// Does three things in this order. First, reads the watched values (values
  /// of variables that the run reports) after the last event. Second, fills
  /// memory with the poison pattern. Third, reads the watched values before the
  /// next event.
  void writeAndWatch(const Decision &decision, const Arrival &arrival);
  void replaceMemory(const Decision &decision, const Arrival &arrival);
  void overwrite(const Decision &decision, const Arrival &arrival);
  void store(const MemoryValue &value, uint64_t word, const Arrival &arrival);

  HookedProcess &process;
  const HookMap &hooks;
  HookHandler &handler;
  Poison poison;
  /// The reader of watched values; null if no values are watched.
  WatchReader *watches = nullptr;
  /// The timer that may kill the process; null if there is none.
  KillTimer *timer = nullptr;
  uint64_t hitCount = 0;
  ThreadTurns turns;
  uint64_t passed = 0;
  uint64_t passedAddress = 0;
  std::optional<Ending> requestedEnding;
  llvm::Error failure = llvm::Error::success();
  /// A change can replace a memory word while one event lasts, see
  /// Decision::replaced. This member holds the word's former value. Nullopt if
  /// no word is replaced at present.
  std::optional<uint64_t> replacedWord;
  bool overwroteConstants = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_STOPS_HOOKEDRUN_H
