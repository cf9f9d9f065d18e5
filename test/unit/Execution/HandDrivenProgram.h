// A program that consists of hooks, at which a test lets control arrive.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_EXECUTION_HANDDRIVENPROGRAM_H
#define PINSTRIPE_TEST_UNIT_EXECUTION_HANDDRIVENPROGRAM_H

#include "Flow/Dispatcher.h"
#include "Flow/Recorder.h"
#include "TestSupport/Catch.h"

namespace pinstripe::test {

inline constexpr uint64_t unitStep = 0x10;
inline constexpr uint64_t stackBase = 0x70000;

/// Returns a table of functions with five units each. The last unit of each is
/// a return.
inline UnitTable tableOf(unsigned functions) {
  UnitTable table;
  for (unsigned i = 0; i < functions; ++i) {
    TracedFunction function;
    function.low = 0x1000 * (i + 1);
    function.bodyStart = function.low + 0x10;
    function.exit = function.low + 0xf0;
    function.tearDown = function.low + 0xf4;
    function.resultReload = function.exit;
    function.ret = function.low + 0xf8;
    function.high = function.low + 0xf9;
    function.frameSize = 64;
    function.returns = ReturnClass::Register;
    table.functions.push_back(function);
    for (unsigned j = 0; j < 5; ++j) {
      StatementUnit unit;
      unit.kind = j == 4 ? UnitKind::Return : UnitKind::Expression;
      UnitId id{static_cast<uint32_t>(table.units.size())};
      table.units.push_back(unit);
      table.entries.push_back(
          {function.bodyStart + unitStep * j, id, FunctionId{i}, {}});
    }
  }
  return table;
}

/// A program with the functions of tableOf. A test lets control arrive at its
/// hooks. Frames are 0x100 bytes apart, and `depth` counts them from the base
/// of the stack.
class Machine {
public:
  explicit Machine(const UnitTable &table, HookHandler &handler)
      : table(table), hooks(table), handler(handler) {}

  /// Returns the same program in another thread.
  Machine inThread(uint64_t id) const {
    Machine machine(table, handler);
    machine.thread = id;
    return machine;
  }
  static uint64_t sp(unsigned depth) { return stackBase - 0x100 * depth; }
  static uint64_t fp(unsigned depth) { return sp(depth) - 8; }

  Decision enter(unsigned function, unsigned depth, uint64_t callerFP = 0) {
    return arrive(table.functions[function].low, sp(depth), callerFP);
  }
  /// Arrives at a unit. The start of the function's body is unit 0, too.
  Decision unit(unsigned function, unsigned depth, unsigned index) {
    return arrive(address(function, index), 0, fp(depth));
  }
  Decision exit(unsigned function, unsigned depth) {
    return arrive(table.functions[function].exit, 0, fp(depth));
  }
  uint64_t address(unsigned function, unsigned index) const {
    return table.functions[function].bodyStart + unitStep * index;
  }
  /// The processor flags of all arrivals from now on.
  uint64_t flags = 0;

private:
  Decision arrive(uint64_t address, uint64_t sp, uint64_t fp) {
    const HookPoint *hook = hooks.find(address);
    REQUIRE(hook);
    return handler.arrive(
        *hook, {address, sp, fp, /*firstArgument=*/0xcafe, flags, thread});
  }

  const UnitTable &table;
  HookMap hooks;
  HookHandler &handler;
  uint64_t thread = 0;
};

inline void checkProceeds(const Decision &decision) {
  CHECK(decision.kind == Decision::Kind::Proceed);
}

inline void checkJump(const Decision &decision, uint64_t target,
                      bool poisoned) {
  REQUIRE(decision.kind == Decision::Kind::Jump);
  CHECK(decision.target == target);
  CHECK(decision.poisonReturn == poisoned);
}

inline void checkDiverges(const Decision &decision, Diverged::Reason reason) {
  REQUIRE(decision.kind == Decision::Kind::Stop);
  REQUIRE(std::holds_alternative<Diverged>(decision.ending));
  CHECK(std::get<Diverged>(decision.ending).reason == reason);
}

inline EventSet eventSet(const Trace &trace,
                         std::initializer_list<unsigned> events) {
  EventSet set(trace.size());
  for (unsigned event : events)
    set.insert(EventIndex(event));
  return set;
}

/// Makes a trace in which function 0 executes the units 0, 1, 2 and 4, as the
/// events 0 to 3.
inline Trace straightTrace(const UnitTable &table) {
  Recorder recorder(table, 0);
  Machine machine(table, recorder);
  machine.enter(0, 1);
  for (unsigned index : {0, 1, 2, 4})
    machine.unit(0, 1, index);
  machine.exit(0, 1);
  return recorder.takeTrace();
}

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_EXECUTION_HANDDRIVENPROGRAM_H
