// Defines the interface between engines and the rules of partial executions and
// recordings.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A HookHandler knows what it means if control arrives at a hook. A hook is an
// address at which the engine takes control. The handler knows nothing about
// debuggers. An engine carries out the handler's decisions. The engine knows
// nothing about events, which are executions of statements.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H

#include "pinstripe/Execution/CrashReader.h"
#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// The registers when control arrives at a hook, before the engine changes any
/// register.
struct Arrival {
  /// The address of the hook, at which the engine takes control. It is a table
  /// address: the address in the module's file plus a constant for each module
  /// (see UnitTable).
  uint64_t pc = 0;
  uint64_t sp = 0;
  uint64_t fp = 0; ///< The value of rbp, which is the frame address.
  /// The value of rdi; set only at the entry of a function that returns its
  /// result in memory. rdi then holds the address of that memory.
  uint64_t firstArgument = 0;
  /// The value of rflags. Set at hooks inside statements. Also set at all other
  /// hooks if HookHandler::readsFlags returns true.
  uint64_t flags = 0;
  /// The number of the thread that arrives at the hook.
  uint64_t thread = 0;
};

/// A range of memory to fill with the poison pattern. The addresses are
/// run-time addresses.
struct PoisonRange {
  uint64_t address = 0;
  uint32_t size = 0;
};

/// Tells the engine what it must do at a hook before the program goes on.
struct Decision {
  enum class Kind : uint8_t {
    Proceed,
    Jump,
    /// Control must leave main at a place where main has no code for returning.
    /// So the engine itself makes the program return from main.
    Return,
    Stop,
  };
  Kind kind = Kind::Proceed;
  /// If `kind` is Jump: the address at which the program goes on. It is a table
  /// address: the address in the module's file plus a constant for each module
  /// (see UnitTable).
  uint64_t target = 0;
  /// If `kind` is Return: the address of the stack slot that holds the return
  /// address.
  uint64_t returnAddressSlot = 0;
  /// If `kind` is Return: true if the function has already pushed its caller's
  /// rbp, so that rbp points to the pushed value. False if rbp still has the
  /// caller's value.
  bool frameIsSetUp = false;
  /// If `kind` is Jump: registers that must be loaded for the code at `target`.
  /// The engine loads each of them from its place in the stack frame, to which
  /// rbp points.
  llvm::ArrayRef<RegisterReload> reloads;
  /// True if the return registers (rax, rdx, xmm0 and xmm1) are to be filled
  /// with the poison pattern. This is needed if the code that computes the
  /// return value was skipped.
  bool poisonReturn = false;
  /// The value that the engine writes into rax; nullopt if rax keeps its value.
  /// The engine does this after it has loaded registers from the frame and has
  /// filled return registers with the poison pattern.
  std::optional<uint64_t> returnRegister;
  /// The value to store in rflags; nullopt if the flags are not to be changed.
  std::optional<uint64_t> flags;
  /// The number of bytes below the stack pointer to fill with the poison
  /// pattern. Set when a function is entered, since its frame will be there.
  uint32_t poisonFrame = 0;
  /// Places in memory to fill with the poison pattern, because the events that
  /// would write to them are skipped. A place is given as a distance from rbp,
  /// or as a table address (the address in the module's file plus a constant
  /// for each module). The engine fills the places before it loads registers
  /// from the frame.
  std::vector<FixedStore> poisonStores;
  /// More ranges of memory to fill with the poison pattern, with run-time
  /// addresses.
  std::vector<PoisonRange> poisonRanges;
  /// Three changes of memory, which the engine makes in this order; nullopt for
  /// a change that is not made.
  ///
  /// `restored` ends an earlier replacement. If the memory still holds this
  /// value, the engine puts back the value that the memory had before the
  /// replacement.
  ///
  /// `stored` is a value that the engine stores for good.
  ///
  /// `replaced` begins a replacement. The engine remembers the former value of
  /// the memory, and then stores this value.
  std::optional<MemoryValue> restored, stored, replaced;
  /// Ranges of memory that the engine overwrites for good. The engine does this
  /// after it has stored the value `replaced`.
  llvm::ArrayRef<OverwrittenRange> overwritten = {};
  /// The event that has just ended, and the event that begins when the engine
  /// has carried out this decision; each is nullopt if there is none. At the
  /// end of one event and at the beginning of the next, rbp holds the frame
  /// address. So the engine can then read the variables whose values the run
  /// has to report.
  std::optional<EventIndex> ended, begun;
  Ending ending; ///< If `kind` is Stop: how the run ends.

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

/// Decides what happens at hooks, the addresses at which an engine takes
/// control. An engine calls the handler whenever the program itself has arrived
/// at a hook. It does not call the handler when a decision of the handler has
/// sent control there.
class HookHandler {
public:
  virtual ~HookHandler() = default;
  virtual Decision arrive(const HookPoint &hook, const Arrival &arrival) = 0;
  /// Returns true if the handler needs the processor flags at all hooks.
  virtual bool readsFlags() const { return false; }
  /// Called when the program calls libc's exit. From then on, exit handlers and
  /// static destructors count as having no caller.
  virtual void arriveAtExitFunction(uint64_t sp, uint64_t thread) = 0;
  /// Called when the thread `starter` has started the new thread `thread`,
  /// during the event that `starter` is executing now. `starter` is 0 if no
  /// thread has come to a hook yet.
  virtual void noteStart(uint64_t thread, uint64_t starter) {}
  /// Returns the event of the recorded run that the thread `thread` executes
  /// next. Returns nullopt if it executes no more events, or if the handler
  /// does not follow a recorded run.
  virtual std::optional<EventIndex> nextEvent(uint64_t thread) const {
    return std::nullopt;
  }
  /// Returns how many more events can begin before the handler must be asked,
  /// since it ends the run or changes it. If the result is 0, it must be asked
  /// at each hook. Returns nullopt if the number has no limit.
  virtual std::optional<uint64_t> eventsLeft() const { return std::nullopt; }
  virtual uint64_t eventsExecuted() const = 0;
  /// Returns the event that began last. If an engine itself notices that the
  /// run has ended, for example by a crash, it describes the ending with this
  /// event.
  virtual std::optional<EventIndex> currentEvent() const = 0;
  /// Returns the event that the innermost active call is executing; nullopt if
  /// that call has not executed an event yet. Also returns nullopt if the
  /// handler does not keep track of calls. For example, the handlers of live
  /// flow, in which the program runs normally except for some changes, do not.
  virtual std::optional<EventUnderWay> eventUnderWay() const {
    return std::nullopt;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_HOOKHANDLER_H
