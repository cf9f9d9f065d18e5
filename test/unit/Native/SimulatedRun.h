// Simulates a program that arrives at hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simulation has all that hooks can see: calls through code without hooks,
// recursion, frames that vanish without an exit hook, realigned frames, other
// stacks, and exit handlers. Each arrival goes to the Recorder of the reference
// engine, and becomes the record that the hook of the native engine would
// write.

#ifndef PINSTRIPE_TEST_UNIT_NATIVE_SIMULATEDRUN_H
#define PINSTRIPE_TEST_UNIT_NATIVE_SIMULATEDRUN_H

#include "Flow/Recorder.h"
#include "Runtime/Layout.h"
#include <random>

namespace pinstripe {

/// Each function has hooks at its entry, body start, four units, and exit.
struct SimulatedProgram {
  static constexpr uint32_t functions = 5;
  static constexpr uint32_t entries = 4; ///< Number for each function.
  static constexpr uint32_t hooksEach = entries + 3;

  SimulatedProgram() {
    table.functions.resize(functions);
    for (uint32_t f = 0; f < functions; ++f) {
      add(f, native::hookIsFunctionEntry);
      add(f, 0);
      for (uint32_t u = 0; u < entries; ++u)
        add(f, 0, f * entries + u);
      add(f, native::hookIsExit);
    }
  }
  static uint32_t entryHook(uint32_t f) { return f * hooksEach; }
  static uint32_t bodyHook(uint32_t f) { return entryHook(f) + 1; }
  static uint32_t unitHook(uint32_t f, uint32_t u) {
    return bodyHook(f) + 1 + u;
  }
  static uint32_t exitHook(uint32_t f) { return unitHook(f, entries); }

  UnitTable table;
  std::vector<HookPoint> points;
  std::vector<native::HookRecord> records;

private:
  void add(uint32_t function, uint32_t flags, uint32_t entry = native::none) {
    HookPoint point;
    point.function = FunctionId(function);
    point.isFunctionEntry = flags & native::hookIsFunctionEntry;
    point.isExit = flags & native::hookIsExit;
    if (entry != native::none)
      point.entry = EntryId(entry);
    points.push_back(point);
    native::HookRecord record = {};
    record.function = function;
    record.entry = entry;
    record.flags = flags;
    records.push_back(record);
  }
};

/// One run of the simulated program. In its records no chunk ends.
class SimulatedRun {
public:
  SimulatedRun(const SimulatedProgram &program, uint32_t seed,
               uint64_t eventLimit, bool isWild = false)
      : program(program), recorder(program.table, eventLimit), random(seed),
        isWild(isWild) {}

  /// Simulates this many arrivals, or fewer if the recorder wants to stop.
  void run(size_t arrivals) {
    for (size_t i = 0; i < arrivals && !ending; ++i)
      act();
  }

  std::vector<uint64_t> records;
  std::optional<Ending> ending;
  std::optional<EventIndex> currentEvent() { return recorder.currentEvent(); }
  Trace takeTrace() { return recorder.takeTrace(); }

private:
  struct Frame {
    uint32_t function;
    uint64_t entrySP;
    uint64_t rbp;
  };

  void act() {
    unsigned choice = random() % 1000;
    if (stack.empty() || choice < 150)
      return call();
    if (choice < 800)
      return arrive(SimulatedProgram::unitHook(stack.back().function,
                                               random() % program.entries),
                    native::RecordTag::Unit);
    if (choice < 850)
      return arrive(SimulatedProgram::bodyHook(stack.back().function),
                    native::RecordTag::Unit);
    if (choice < 960) {
      arrive(SimulatedProgram::exitHook(stack.back().function),
             native::RecordTag::Exit);
      return stack.pop_back();
    }
    if (choice < 995) // longjmp, an exception, or a return without a hook
      return stack.resize(stack.size() -
                          random() % std::min<size_t>(stack.size() + 1, 5));
    if (choice < 998)
      return callExitFunction();
    if (isWild) { // a frame that the program never entered
      Frame rogue = stack.back();
      rogue.rbp -= 8;
      stack.push_back(rogue);
    }
  }

  uint64_t lowestSP() {
    uint64_t sp = stack.empty() ? bottom : stack.back().rbp;
    return sp - 8 * (1 + random() % 32);
  }

  void call() {
    uint64_t sp = lowestSP();
    if (random() % 300 == 0)
      sp -= 0x91230000 * (uint64_t(1) + random() % 3); // another stack
    // Code without hooks may lie between the caller and the function, and may
    // change rbp.
    uint64_t callerFrame = stack.empty() ? 1 : stack.back().rbp;
    switch (random() % 8) {
    case 0:
      callerFrame = random();
      break;
    case 1:
      callerFrame = sp + 16;
      break;
    case 2:
      if (isWild && stack.size() > 1)
        callerFrame = stack[random() % stack.size()].rbp;
      break;
    }
    Frame frame{uint32_t(random() % program.functions), sp, sp - 8};
    if (frame.function == 3) // realigned
      frame.rbp = (sp & ~uint64_t(63)) - 16;
    stack.push_back(frame);
    uint32_t hook = SimulatedProgram::entryHook(frame.function);
    records.push_back(recordOf(native::RecordTag::Enter, hook, 0));
    records.push_back(sp);
    records.push_back(callerFrame);
    decide(recorder.arrive(program.points[hook], {0, sp, callerFrame, 0}));
    // A function that realigns its stack reports its frame only at its first
    // unit.
    if (frame.rbp != sp - 8 && !isWild)
      arrive(SimulatedProgram::bodyHook(frame.function),
             native::RecordTag::Unit);
  }

  void callExitFunction() {
    uint64_t sp = lowestSP();
    records.push_back(
        uint64_t(static_cast<uint32_t>(native::RecordTag::Other) |
                 static_cast<uint32_t>(native::RawMark::ExitFunction))
        << 32);
    records.push_back(sp);
    recorder.arriveAtExitFunction(sp, /*thread=*/0);
  }

  void arrive(uint32_t hook, native::RecordTag tag) {
    const Frame &frame = stack.back();
    records.push_back(recordOf(tag, hook, frame.rbp));
    decide(recorder.arrive(program.points[hook],
                           {0, frame.rbp - 64, frame.rbp, 0}));
  }

  static uint64_t recordOf(native::RecordTag tag, uint32_t hook,
                           uint64_t frame) {
    return uint64_t(static_cast<uint32_t>(tag) | (hook + 1)) << 32 |
           static_cast<uint32_t>(frame);
  }

  void decide(const Decision &decision) {
    if (decision.kind == Decision::Kind::Stop)
      ending = decision.ending;
  }

  static constexpr uint64_t bottom = 0x7ffffffde000;

  const SimulatedProgram &program;
  Recorder recorder;
  std::minstd_rand random;
  /// A wild program does things that no compiler generates; most such runs lose
  /// a frame.
  bool isWild;
  std::vector<Frame> stack;
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_NATIVE_SIMULATEDRUN_H
