// The interface between engines and the semantics of runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A HookHandler (Recorder, Dispatcher, LiveDispatcher, LiveRecorder) knows what
// an arrival at a hook means and nothing about debuggers. An engine carries out
// its decisions and knows nothing about events.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H

#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// The registers at a hook, before anything is changed.
struct Arrival {
  uint64_t pc = 0; ///< The table address of the hook.
  uint64_t sp = 0;
  uint64_t fp = 0; ///< The value of rbp.
  /// The value of rdi, only at the entry of a function that gets the address of
  /// its result as an argument.
  uint64_t firstArgument = 0;
  uint64_t flags = 0; ///< The value of rflags, only at operands.
};

/// A range of memory by its run-time address.
struct PoisonRange {
  uint64_t address = 0;
  uint32_t size = 0;
};

/// Tells the engine what to do before the program continues.
struct Decision {
  enum class Kind : uint8_t {
    Proceed,
    Jump,
    Return, ///< Return to the caller of a function without epilogue.
    Stop,
  };
  Kind kind = Kind::Proceed;
  uint64_t target = 0; ///< The table address to which a Jump goes.
  /// Where the return address is to which a Return goes.
  uint64_t returnAddressSlot = 0;
  /// For Return: whether the caller's rbp has been saved where rbp points; it
  /// is still in rbp otherwise.
  bool frameIsSetUp = false;
  /// For Jump: registers to load from the frame at rbp.
  llvm::ArrayRef<RegisterReload> reloads;
  /// Whether to poison rax, rdx, xmm0 and xmm1, since the return value was
  /// skipped.
  bool poisonReturn = false;
  /// The value to store in rax, after all of the above.
  std::optional<uint64_t> returnRegister;
  /// The value to store in rflags.
  std::optional<uint64_t> flags;
  /// How many bytes below the stack pointer to poison: a fresh frame.
  uint32_t poisonFrame = 0;
  /// Memory to poison before anything is reloaded, since the events that write
  /// there were skipped. Places in frames are relative to rbp.
  std::vector<FixedStore> poisonStores;
  /// More memory to poison, by run-time address.
  std::vector<PoisonRange> poisonRanges;
  /// Values to store, in this order. The engine remembers what `replaced`
  /// overwrites; `restored` puts that back if the value of `restored` is still
  /// there.
  std::optional<MemoryValue> restored, stored, replaced;
  /// The event that has ended, and the one that begins after all of the above;
  /// both are in the frame at rbp.
  std::optional<EventIndex> ended, begun;
  Ending ending; ///< How a Stop ends the run.

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

/// An engine calls this each time control arrives at a hook by itself. Where a
/// decision has sent control does not count as an arrival.
class HookHandler {
public:
  virtual ~HookHandler() = default;
  virtual Decision arrive(const HookPoint &hook, const Arrival &arrival) = 0;
  /// The exit function of libc was called. Exit handlers and static destructors
  /// count as having no caller, whoever called exit.
  virtual void arriveAtExitFunction(uint64_t sp) = 0;
  virtual uint64_t eventsExecuted() const = 0;
  /// The last event, for a divergence that only the engine notices.
  virtual std::optional<EventIndex> currentEvent() const = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H
