// Generates programs and traces of any size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runs look like those of real programs: loops call functions, which loop
// and call other functions. The runs are random, but drawn from a seed, so each
// failure can be repeated.

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_GENERATEDRUNS_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_GENERATEDRUNS_H

#include "pinstripe/Trace/Trace.h"
#include <random>

namespace pinstripe {

/// A program whose functions are all alike: a declaration, the head of a loop,
/// four statements in the loop, of which the second one calls a function, and a
/// return. Each unit has one entry, which has the same number as the unit.
struct GeneratedProgram {
  static constexpr uint32_t functions = 20;
  static constexpr uint32_t unitsEach = 7;

  static UnitTable table() {
    UnitTable table;
    table.modules = {{"/src/generated", "", 0}};
    table.files = {"/src/generated.c"};
    constexpr UnitKind kinds[unitsEach] = {
        UnitKind::Declaration, UnitKind::Condition,  UnitKind::Expression,
        UnitKind::Expression,  UnitKind::Expression, UnitKind::LoopIncrement,
        UnitKind::Return};
    for (uint32_t f = 0; f < functions; ++f) {
      TracedFunction function;
      function.name = "f" + std::to_string(f);
      function.low = 0x1000 * (f + 1);
      table.functions.push_back(function);
      for (uint32_t u = 0; u < unitsEach; ++u) {
        StatementUnit unit;
        unit.range = {FileId(0), 10 * f + u + 1, 1, 10 * f + u + 1, 9};
        unit.kind = kinds[u];
        unit.text = "statement";
        UnitEntry entry;
        entry.address = function.low + 16 * (u + 1);
        entry.unit = UnitId(table.units.size());
        entry.function = FunctionId(f);
        table.units.push_back(unit);
        table.entries.push_back(entry);
      }
    }
    return table;
  }
};

/// Generates a run of at least `size` events.
class RunGenerator {
public:
  RunGenerator(size_t size, uint32_t seed) : size(size), random(seed) {}

  Trace run() {
    while (events.size() < size)
      invoke(0, {}, {}, 0);
    return Trace(std::move(events), std::move(invocations));
  }

private:
  void invoke(uint32_t function, std::optional<InvocationId> caller,
              std::optional<EventIndex> parent, unsigned depth) {
    InvocationId id = InvocationId(invocations.size());
    invocations.push_back({FunctionId(function), caller, parent});
    step(function, 0, id);
    uint64_t rounds = depth == 0 ? size : random() % 4;
    for (; rounds > 0 && events.size() < size; --rounds) {
      step(function, 1, id);
      step(function, 2, id);
      EventIndex call = step(function, 3, id);
      unsigned calls = depth < 12 ? random() % 4 / 2 : 0;
      for (; calls > 0; --calls)
        invoke(1 + random() % (GeneratedProgram::functions - 1), id, call,
               depth + 1);
      if (random() % 2)
        step(function, 4, id);
      step(function, 5, id);
    }
    step(function, 6, id);
  }
  EventIndex step(uint32_t function, uint32_t unit, InvocationId id) {
    events.push_back(
        {EntryId(function * GeneratedProgram::unitsEach + unit), id});
    return EventIndex(events.size() - 1);
  }

  size_t size;
  std::minstd_rand random;
  EventList events;
  GrowingArray<Invocation> invocations;
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_GENERATEDRUNS_H
