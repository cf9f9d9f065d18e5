// Defines the interface between engines and the semantics of runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A HookHandler (Recorder, Dispatcher, LiveDispatcher, LiveRecorder) knows what
// an arrival at a hook means and nothing about debuggers. An engine carries out
// the handler's decisions and knows nothing about events.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H

#include "pinstripe/Execution/CrashReader.h"
#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// The registers when control arrives at a hook, before the engine changes any.
struct Arrival {
  uint64_t pc = 0; ///< Address of the hook in the unit table.
  uint64_t sp = 0;
  uint64_t fp = 0; ///< The value of rbp, the frame address.
  /// The value of rdi; set only at the entry of a function that gets the
  /// address of its result as an argument.
  uint64_t firstArgument = 0;
  uint64_t flags = 0; ///< The value of rflags; set only at hooks of operands.
  /// The number of the thread that arrives at the hook.
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
    Return, ///< Return to the caller of a function that has no exit.
    Stop,
  };
  Kind kind = Kind::Proceed;
  /// For Jump: the address at which to continue, as in the unit table.
  uint64_t target = 0;
  /// For Return: the address on the stack at which the return address lies.
  uint64_t returnAddressSlot = 0;
  /// For Return: true if the function has pushed its caller's rbp already, so
  /// that rbp points to the pushed value; false if rbp still has the caller's
  /// value.
  bool frameIsSetUp = false;
  /// For Jump: the registers to load from the frame at rbp.
  llvm::ArrayRef<RegisterReload> reloads;
  /// True if rax, rdx, xmm0 and xmm1 are to be poisoned, since the code that
  /// would have computed the return value was skipped.
  bool poisonReturn = false;
  /// The value to store in rax after registers were reloaded and poisoned;
  /// nullopt leaves rax alone.
  std::optional<uint64_t> returnRegister;
  /// The value to store in rflags; nullopt leaves the flags alone.
  std::optional<uint64_t> flags;
  /// At a function entry: the number of bytes below the stack pointer to be
  /// poisoned.
  uint32_t poisonFrame = 0;
  /// Memory to be poisoned before registers are reloaded, since the events that
  /// would write it are skipped. Addresses in frames are relative to rbp.
  std::vector<FixedStore> poisonStores;
  /// Ranges of memory to be poisoned in addition to `poisonStores`, with
  /// run-time addresses.
  std::vector<PoisonRange> poisonRanges;
  /// Values to be stored in memory: `restored` first, then `stored`, then
  /// `replaced`. The engine remembers the value that `replaced` overwrites.
  /// When a later decision has `restored`, the engine puts the remembered value
  /// back, provided that the memory still holds the value in `restored`.
  std::optional<MemoryValue> restored, stored, replaced;
  /// The event that has ended, and the event that begins when this decision has
  /// been carried out; nullopt if there is none. At both moments rbp has the
  /// frame address.
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
  /// Called when the current event has started the new thread `thread`.
  virtual void noteStart(uint64_t thread) {}
  virtual uint64_t eventsExecuted() const = 0;
  /// Returns the event that began last, for an ending that only the engine has
  /// noticed.
  virtual std::optional<EventIndex> currentEvent() const = 0;
  /// Returns the current event of the innermost active call; nullopt if that
  /// call has no current event, or if the run does not follow a trace.
  virtual std::optional<EventUnderWay> eventUnderWay() const {
    return std::nullopt;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H
