// Builds traces for tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_TRACE_TESTTRACES_H
#define PINSTRIPE_TEST_UNIT_TRACE_TESTTRACES_H

#include "pinstripe/Trace/Trace.h"
#include <string>
#include <utility>

namespace pinstripe {

/// Builds a trace in the order of execution: `call` begins an invocation during
/// the last event, `step` adds an event to the innermost invocation, and
/// `leave` ends this invocation.
class TraceBuilder {
public:
  TraceBuilder &call(uint32_t function) {
    Invocation invocation;
    invocation.function = static_cast<FunctionId>(function);
    if (!stack.empty()) {
      invocation.caller = stack.back().first;
      invocation.parent = stack.back().second;
    }
    stack.push_back({static_cast<InvocationId>(invocations.size()), {}});
    invocations.push_back(invocation);
    return *this;
  }
  TraceBuilder &step(uint32_t entry) {
    stack.back().second = static_cast<EventIndex>(events.size());
    events.push_back({static_cast<EntryId>(entry), stack.back().first});
    return *this;
  }
  TraceBuilder &leave() {
    stack.pop_back();
    return *this;
  }
  Trace build() const { return Trace(events, invocations); }

private:
  std::vector<Event> events;
  std::vector<Invocation> invocations;
  std::vector<std::pair<InvocationId, std::optional<EventIndex>>> stack;
};

/// Makes a table with a value in every field, and one entry for each unit.
inline UnitTable tableOf(uint32_t functions, uint32_t units) {
  UnitTable table;
  table.modules = {{"/src/project/sample", "0123456789abcdef", 0},
                   {"/src/project/libsample.so", "fedcba", moduleSpacing}};
  table.sourceRoot = "/src/project";
  table.userFolder = "/src/project";
  table.files = {"/src/project/sample.c", "/usr/include/other.h"};
  for (uint32_t i = 0; i < functions; ++i) {
    TracedFunction function;
    function.name = "Shape::area" + std::to_string(i);
    function.linkageName = "_ZN5Shape4areaEv" + std::to_string(i);
    function.range = {FileId(1), 3 + i, 1, 4 + i, 2};
    function.low = 0x1000 + 0x100 * i;
    function.high = function.low + 0xff;
    function.bodyStart = function.low + 12;
    function.exit = function.low + 0xf0;
    function.tearDown = function.low + 0xf4;
    function.resultReload = function.low + 0xe0;
    function.ret = function.low + 0xfe;
    function.frameSize = 64 + i;
    function.returns = ReturnClass::Memory;
    function.isImplicit = i % 2;
    function.fallbackReason = i % 2 ? "macros" : "";
    table.functions.push_back(function);
  }
  for (uint32_t i = 0; i < units; ++i) {
    StatementUnit unit;
    unit.range = {FileId(0), 10 + i, 3, 10 + i, 9};
    unit.kind = static_cast<UnitKind>(i % 9);
    unit.text = "x = " + std::to_string(i);
    unit.pinReason = i % 3 ? "" : "alloca";
    table.units.push_back(unit);
    UnitEntry entry;
    entry.address = 0x1010 + 8 * i;
    entry.unit = static_cast<UnitId>(i);
    entry.function = static_cast<FunctionId>(i % functions);
    entry.reloads = {{5, -24}, {3, 1 << 20}};
    entry.flow.successors = {0x1010, 0x7fffffffffff};
    entry.flow.mayLeave = true;
    entry.flow.stores = {{true, -24, 8}, {false, 0x4010, 2}};
    table.entries.push_back(entry);
  }
  ConditionOperand operand;
  operand.text = "a";
  operand.unit = UnitId(units - 1);
  operand.function = FunctionId(functions - 1);
  operand.address = 0x1014;
  operand.comparison = 0x1012;
  operand.condition = 5;
  operand.holdsWhenTrue = true;
  table.operands = {operand};
  table.flagReaders = {{FunctionId(functions - 1), 0x1018, 0x1016}};
  table.cleanupLinks = {{UnitId(0), UnitId(units - 1)}};
  table.refused = {{"spin", "/src/project/spin.c", 7, "inline assembly"}};
  table.notes = {{ModelNote::Kind::Moved, FunctionId(functions - 1),
                  UnitId(units - 1), 0xffffffffffffffff, "late prologue"}};
  return table;
}

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_TRACE_TESTTRACES_H
