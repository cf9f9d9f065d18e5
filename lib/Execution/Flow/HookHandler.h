// The interface between engines and the semantics of runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A HookHandler (Recorder, Dispatcher, LiveDispatcher, LiveRecorder) knows what
// an arrival at a hook means and nothing about debuggers. An engine carries out
// its decisions and knows nothing about events.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H

#include "pinstripe/Execution/CrashReader.h"
#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// The registers when control arrives at a hook, before any change.
struct Arrival {
  uint64_t pc = 0; ///< Address of the hook in the unit table.
  uint64_t sp = 0;
  uint64_t fp = 0; ///< The value of rbp, the frame address.
  /// The value of rdi; set only at the entry of a function that gets the
  /// address of its result as an argument.
  uint64_t firstArgument = 0;
  uint64_t flags = 0; ///< The value of rflags; set only at hooks of operands.
  /// Tells the threads of the program apart. 0 if there is only one.
  uint64_t thread = 0;
};

/// A range of memory to poison, by its run-time address.
struct PoisonRange {
  uint64_t address = 0;
  uint32_t size = 0;
};

/// Tells the engine what to do before the program continues.
struct Decision {
  enum class Kind : uint8_t {
    Proceed,
    Jump,
    Return, ///< Return to the caller. For functions that have no exit.
    Stop,
  };
  Kind kind = Kind::Proceed;
  /// For Jump: the address of the unit table at which to continue.
  uint64_t target = 0;
  /// For Return: where the return address lies on the stack.
  uint64_t returnAddressSlot = 0;
  /// For Return: true if the function has pushed its caller's rbp already, so
  /// that rbp points to it. If false, rbp still has the caller's value.
  bool frameIsSetUp = false;
  /// For Jump: the registers to load from the frame at rbp.
  llvm::ArrayRef<RegisterReload> reloads;
  /// Whether to poison rax, rdx, xmm0, xmm1, since a return value was skipped.
  bool poisonReturn = false;
  /// A value for rax, stored after registers were reloaded and poisoned.
  std::optional<uint64_t> returnRegister;
  /// The value to store in rflags; nullopt leaves the flags alone.
  std::optional<uint64_t> flags;
  /// At a function entry: the number of bytes below the stack pointer to be
  /// poisoned.
  uint32_t poisonFrame = 0;
  /// Memory to be poisoned before registers are reloaded, since the events that
  /// would write it are skipped. Addresses in frames are relative to rbp.
  std::vector<FixedStore> poisonStores;
  /// Further ranges of memory to be poisoned, with run-time addresses.
  std::vector<PoisonRange> poisonRanges;
  /// Values to be stored in memory: `restored` first, then `stored`, then
  /// `replaced`. The engine remembers the value that `replaced` overwrites. A
  /// later `restored` puts that value back, provided that the memory still
  /// holds the value in `restored`.
  std::optional<MemoryValue> restored, stored, replaced;
  /// The event that has ended; and the event that begins when this decision has
  /// been carried out, if any. For both rbp has the frame address.
  std::optional<EventIndex> ended, begun;
  Ending ending; ///< For Stop: how the run ends.

  static Decision proceed() { return {}; }
  static Decision jump(uint64_t target) {
    Decision decision;
    decision.kind = Kind::Jump;
    decision.target = target;
    return decision;
  }
  static Decision stop(Ending ending) {
    Decision decision;
    decision.kind = Kind::Stop;
    decision.ending = std::move(ending);
    return decision;
  }
};

/// Decides what happens at hooks. An engine calls the handler each time control
/// arrives at a hook by itself, but not when a decision has sent control to a
/// hook.
class HookHandler {
public:
  virtual ~HookHandler() = default;
  virtual Decision arrive(const HookPoint &hook, const Arrival &arrival) = 0;
  /// Called when the program calls libc's exit. From then on, exit handlers and
  /// static destructors count as having no caller.
  virtual void arriveAtExitFunction(uint64_t sp, uint64_t thread) = 0;
  /// Called when there is a new thread: the current event has started it.
  virtual void noteStart(uint64_t thread) {}
  virtual uint64_t eventsExecuted() const = 0;
  /// Returns the last event, for an ending that only the engine has noticed.
  virtual std::optional<EventIndex> currentEvent() const = 0;
  /// Returns the current event of the innermost live activation; nullopt if
  /// that has none, or if the run does not follow a trace.
  virtual std::optional<EventUnderWay> eventUnderWay() const {
    return std::nullopt;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H
