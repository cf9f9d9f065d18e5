// Finds calls that ended without the `return` that their function needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/MissingReturns.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

MissingReturns::MissingReturns(const UnitTable &table, const Trace &trace)
    : table(table), trace(trace) {
  for (const TracedFunction &function : table.functions)
    needsReturn.push_back(function.returns == ReturnClass::Register &&
                          !function.isFallback() && !function.isCoroutine &&
                          function.linkageName != "main");
  std::set<std::pair<FunctionId, UnitId>> withEntry;
  for (const UnitEntry &entry : table.entries)
    withEntry.insert({entry.function, entry.unit});
  // If a `return` shares its code with another statement, the trace usually
  // does not tell whether the `return` was executed. So calls of its function
  // are not checked for a missing `return`. But if control can also enter the
  // `return` at an address of its own, the trace has its executions, and the
  // calls are checked.
  for (const ModelNote &note : table.notes) {
    if (note.kind == ModelNote::Kind::Moved)
      // The address at which control enters this `return` was moved to an
      // earlier instruction. The trace has the executions of the `return`
      // nevertheless, so calls of its function are checked for a missing
      // `return`.
      continue;
    bool hasEvents = note.kind == ModelNote::Kind::Glued &&
                     withEntry.count({note.function, note.unit});
    if (!hasEvents && static_cast<size_t>(note.unit) < table.units.size() &&
        static_cast<size_t>(note.function) < needsReturn.size() &&
        table.unit(note.unit).kind == UnitKind::Return)
      needsReturn[static_cast<size_t>(note.function)] = false;
  }
}

bool MissingReturns::isMissing(InvocationId invocation,
                               FunctionId function) const {
  if (trace.invocation(invocation).function != function ||
      !needsReturn[static_cast<size_t>(function)])
    return false;
  // Searches the events of the call from the last one backwards, since the last
  // event of most calls is the `return`.
  return llvm::none_of(
      llvm::reverse(trace.eventsOf(invocation)), [&](EventIndex event) {
        return table.unitOf(trace.entryOf(event)).kind == UnitKind::Return;
      });
}

std::set<FunctionId>
MissingReturns::functions(std::optional<InvocationId> crashed) const {
  std::set<InvocationId> open;
  for (; crashed; crashed = trace.invocation(*crashed).caller)
    open.insert(*crashed);
  std::set<FunctionId> found;
  for (uint32_t i = 0; i < trace.allInvocations().size(); ++i)
    if (!open.count(InvocationId(i)) && isMissing(InvocationId(i)))
      found.insert(trace.invocation(InvocationId(i)).function);
  return found;
}
