// A random program on a simulated processor.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program has frames in real memory, random calls, longjmp and exit
// handlers. It also makes calls that were not recorded.

#ifndef PINSTRIPE_TEST_UNIT_NATIVE_RANDOMPROGRAM_H
#define PINSTRIPE_TEST_UNIT_NATIVE_RANDOMPROGRAM_H

#include "Flow/Recorder.h"
#include <random>

namespace pinstripe::test {

constexpr uint32_t functionCount = 6;
constexpr uint32_t unitsEach = 5;

/// Returns a table of functions with every kind of ending. f0 is main, and f5
/// never returns.
inline UnitTable programTable() {
  UnitTable table;
  table.modules.push_back({"/program", "", 0});
  for (uint32_t f = 0; f < functionCount; ++f) {
    TracedFunction function;
    function.linkageName = f == 0 ? "main" : "f" + std::to_string(f);
    function.low = 0x1000 * (f + 1);
    // In f1 the body starts with the first unit.
    function.bodyStart = function.low + (f == 1 ? 0x20 : 0x10);
    function.frameSize = 64;
    function.returns = f == 2   ? ReturnClass::None
                       : f == 3 ? ReturnClass::Memory
                                : ReturnClass::Register;
    if (f != 5) {
      function.exit = function.low + 0xf0;
      function.tearDown = function.low + (f == 3 ? 0xf0 : 0xf4);
      function.resultReload = function.low + (f == 4 ? 0xe0 : 0xf0);
      function.ret = function.low + 0xf8;
    }
    function.high = function.low + 0xf9;
    table.functions.push_back(function);
    for (uint32_t u = 0; u < unitsEach; ++u) {
      StatementUnit unit;
      bool isReturn = u + 1 == unitsEach && f != 2;
      unit.kind = isReturn ? UnitKind::Return : UnitKind::Expression;
      UnitEntry entry;
      entry.address = function.low + 0x20 + 0x10 * u;
      entry.unit = UnitId(static_cast<uint32_t>(table.units.size()));
      entry.function = FunctionId{f};
      // Some units write several places, some the same as others.
      int64_t place = 8 * (u % 3 + f % 2 * 5);
      entry.flow.decidesByFlags = place % 16 == 0;
      entry.flow.stores.push_back({false, 0x20000 + place, 8});
      if (u != 1)
        entry.flow.stores.push_back({true, -32 - place, 4});
      if (u == 2)
        entry.reloads.push_back({3, -24});
      table.units.push_back(unit);
      table.entries.push_back(entry);
    }
  }
  return table;
}

/// Is told when control arrives at a hook.
class Listener {
public:
  virtual ~Listener() = default;
  virtual Decision arrive(uint64_t address, const Arrival &arrival) = 0;
  virtual void exitFunction(uint64_t sp) = 0;
};

/// Executes a program whose calls depend on the function, on the unit and on
/// chance. Of a thousand choices, `surprise` differ from the recorded run. If
/// `mayBreakIn` is true, some of the differing calls skip the entry of their
/// function.
class Processor {
public:
  Processor(const UnitTable &table, Listener &listener, unsigned seed,
            unsigned surprise, bool mayBreakIn = false)
      : table(table), listener(listener), random(seed), surprise(surprise),
        mayBreakIn(mayBreakIn), callsBeforeUnits(seed % 4 == 0),
        stack(1 << 16) {}

  void run() {
    uint64_t sp = reinterpret_cast<uint64_t>(&stack.back()) - 8;
    call(0, sp, /*callerFrame=*/0x1234);
    for (unsigned steps = 0; !frames.empty() && !hasStopped && steps < 400;
         ++steps)
      step();
    if (hasStopped || random() % 4 == 0)
      return;
    sp -= 8 * (random() % 8);
    listener.exitFunction(sp);
    frames.clear();
    for (unsigned handler = 0; handler < 2 && !hasStopped; ++handler) {
      call(1 + random() % 4, sp - 64, /*callerFrame=*/sp - 16);
      for (unsigned i = 0; !frames.empty() && !hasStopped && i < 50; ++i)
        step();
      frames.clear();
    }
  }

private:
  struct Frame {
    uint32_t function;
    uint64_t sp;
    unsigned nextUnit = 0;
    uint64_t fp() const { return sp - 8; }
  };

  bool isSurprised() { return random() % 1000 < surprise; }

  void call(uint32_t function, uint64_t sp, uint64_t callerFrame) {
    if (sp < reinterpret_cast<uint64_t>(stack.data()) + 4096 ||
        frames.size() > 12)
      return;
    *reinterpret_cast<uint64_t *>(sp) = returnAddress;
    const TracedFunction &callee = table.functions[function];
    if (mayBreakIn && isSurprised()) {
      frames.push_back({function, sp});
      flowTo(callee.bodyStart);
      return;
    }
    Decision decision =
        arrive(callee.low, {callee.low, sp, callerFrame, 0xcafe});
    if (decision.kind != Decision::Kind::Proceed)
      return;
    frames.push_back({function, sp});
    *reinterpret_cast<uint64_t *>(sp - 8) = callerFrame;
    *reinterpret_cast<uint64_t *>(sp - 8 - 24) = 0x77000 + function;
    flowTo(callee.bodyStart);
  }

  Decision arrive(uint64_t address, const Arrival &arrival) {
    Decision decision = listener.arrive(address, arrival);
    hasStopped |= decision.kind == Decision::Kind::Stop;
    return decision;
  }

  /// Control comes to a hook of the innermost function by itself.
  void flowTo(uint64_t address) {
    Frame frame = frames.back();
    const TracedFunction &function = table.functions[frame.function];
    Decision decision =
        arrive(address, {address, frame.sp - 128, frame.fp(),
                         /*firstArgument=*/0, nextFlags += 0x9e3779b9});
    if (hasStopped)
      return;
    bool isJump = decision.kind == Decision::Kind::Jump;
    uint64_t pc = isJump ? decision.target : address;
    if (decision.kind == Decision::Kind::Return || pc == function.tearDown ||
        (function.canReturn() && pc == function.exit))
      frames.pop_back();
    else if (function.canReturn() && pc == function.resultReload)
      flowTo(function.exit);
    else
      executeUnitAt(pc);
  }

  void executeUnitAt(uint64_t pc) {
    Frame frame = frames.back();
    const TracedFunction &function = table.functions[frame.function];
    bool isBeforeUnits = pc == function.bodyStart && pc != function.low + 0x20;
    // Otherwise, a partial execution, which goes to the first event at once,
    // would soon have nothing in common with the recorded run.
    if (isBeforeUnits && !callsBeforeUnits) {
      flowTo(function.low + 0x20);
      return;
    }
    uint64_t unit = (pc - table.functions[frame.function].low) / 16;
    frames.back().nextUnit = static_cast<unsigned>(unit) - 1; // the first is 2
    std::minstd_rand choice(
        static_cast<uint32_t>(frame.function * 31 + unit + 7));
    choice.discard(3);
    for (unsigned calls = choice() % 3; calls > 0 && !hasStopped; --calls) {
      uint32_t callee = 1 + choice() % (functionCount - 1);
      if (isSurprised())
        callee = 1 + random() % (functionCount - 1);
      size_t depth = frames.size();
      call(callee, frame.sp - 256 - 16 * (random() % 4), frame.fp());
      while (frames.size() > depth && !hasStopped && ++inner < 3000)
        step();
      if (frames.size() < depth)
        return; // longjmp
    }
  }

  void step() {
    bool isStuck = !table.functions[frames.back().function].canReturn() &&
                   random() % 4 == 0;
    if ((isStuck || isSurprised()) && frames.size() > 2) {
      frames.resize(frames.size() - 1 - random() % 2); // longjmp
      flowTo(someHook());
      return;
    }
    flowTo(someHook());
  }

  uint64_t someHook() {
    const TracedFunction &function = table.functions[frames.back().function];
    unsigned choice = random() % (unitsEach + 2);
    // Mostly, the next unit is chosen, so that consecutive events follow each
    // other.
    if (random() % 4 != 0)
      choice = frames.back().nextUnit;
    if (choice >= unitsEach && function.canReturn())
      return function.exit;
    return function.low + 0x20 + 0x10 * (choice % unitsEach);
  }

  static constexpr uint64_t returnAddress = 0x424242;
  const UnitTable &table;
  Listener &listener;
  std::minstd_rand random;
  unsigned surprise;
  bool mayBreakIn, callsBeforeUnits;
  std::vector<uint64_t> stack;
  std::vector<Frame> frames;
  unsigned inner = 0;
  bool hasStopped = false;
  /// The processor flags of the next arrival. Any sequence of numbers will do.
  uint64_t nextFlags = 0;
};

class RecordingListener : public Listener {
public:
  explicit RecordingListener(const UnitTable &table)
      : hooks(table), recorder(table, 0) {}
  Decision arrive(uint64_t address, const Arrival &arrival) override {
    return recorder.arrive(*hooks.find(address), arrival);
  }
  void exitFunction(uint64_t sp) override {
    recorder.arriveAtExitFunction(sp, /*thread=*/0);
  }
  Trace takeTrace() { return recorder.takeTrace(); }

private:
  HookMap hooks;
  Recorder recorder;
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_NATIVE_RANDOMPROGRAM_H
