//===- HookHandler.h - What happens at a hook -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The line between the semantics of runs (Recorder, Dispatcher), which know
// nothing of debuggers, and engines, which know nothing of events.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_HOOKHANDLER_H
#define PINSTRIPE_LIB_EXECUTION_HOOKHANDLER_H

#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// The registers at a hook, before anything is changed.
struct Arrival {
  uint64_t pc = 0; ///< table address
  uint64_t sp = 0;
  uint64_t fp = 0; ///< rbp
  /// rdi, only at the entry of a function with a hidden result.
  uint64_t firstArgument = 0;
  uint64_t flags = 0; ///< only where an operand decides
};

/// Bytes by run-time address.
struct PoisonRange {
  uint64_t address = 0;
  uint32_t size = 0;
};

/// What the engine has to do before the program goes on.
struct Decision {
  enum class Kind : uint8_t {
    Proceed,
    Jump,
    Return, ///< to the caller, from a function without epilogue
    Stop,
  };
  Kind kind = Kind::Proceed;
  uint64_t target = 0; ///< of a Jump, table address
  /// Of a Return: where the return address is.
  uint64_t returnAddressSlot = 0;
  /// Of a Return: the caller's rbp is where rbp points, not in rbp.
  bool frameIsSetUp = false;
  /// Registers to load from the frame at rbp before a Jump.
  llvm::ArrayRef<RegisterReload> reloads;
  /// Overwrite rax, rdx, xmm0 and xmm1: the return value was skipped.
  bool poisonReturn = false;
  /// The value of rax, after the above.
  std::optional<uint64_t> returnRegister;
  /// The flags, from then on.
  std::optional<uint64_t> flags;
  /// Overwrite that many bytes below the stack pointer: a fresh frame.
  uint32_t poisonFrame = 0;
  /// Overwrite these, before anything is reloaded: their events were skipped.
  /// Frames are where rbp points.
  std::vector<FixedStore> poisonStores;
  /// The same by run-time address.
  std::vector<PoisonRange> poisonRanges;
  /// To be stored, in this order; what was where `replaced` goes is kept, and
  /// comes back with `restored` if the value of that is still there.
  std::optional<MemoryValue> restored, stored, replaced;
  /// Events that are over, and that are about to begin once all of the above
  /// is done, in the frame at rbp.
  std::optional<EventIndex> ended, begun;
  Ending ending; ///< of a Stop

  static Decision proceed() { return {}; }
  static Decision jump(uint64_t target);
  static Decision stop(Ending ending);
};

/// Called by an engine each time control arrives at a hook by itself; the
/// landing of a jump is no arrival.
class HookHandler {
public:
  virtual ~HookHandler() = default;
  virtual Decision arrive(const HookPoint &hook, const Arrival &arrival) = 0;
  /// libc's exit function was called: exit handlers and static destructors
  /// have no caller, whoever called exit.
  virtual void arriveAtExitFunction(uint64_t sp) = 0;
  virtual uint64_t eventsExecuted() const = 0;
  /// For an ending that only the engine sees.
  virtual std::optional<EventIndex> currentEvent() const = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_HOOKHANDLER_H
