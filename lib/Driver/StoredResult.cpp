//===- StoredResult.cpp - The result in a case directory ------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/StoredResult.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"

using namespace pinstripe;

/// Where statements go as one: all their events, as far as they happen.
static EventSet eventsOfUnits(const EventSet &units, Flow flow,
                              const UnitTable &table, const Trace &trace) {
  EventSet events(trace.size());
  for (uint32_t i = 0; i != trace.size(); ++i) {
    EntryId entry = trace.event(EventIndex{i}).entry;
    auto unit = static_cast<unsigned>(table.entry(entry).unit);
    if (unit < units.size() && units.test(unit))
      events.set(i);
  }
  if (flow == Flow::Guarded)
    return ControlTree(UnitGraph(table, trace), trace).closed(events);
  return trace.feasible(events);
}

llvm::Expected<StoredResult>
pinstripe::readResult(const CaseDirectory &directory, const UnitTable &table,
                      const Trace &trace) {
  llvm::Expected<std::optional<BestResult>> best = directory.readBest();
  if (!best)
    return best.takeError();
  if (!*best)
    return llvm::make_error<UsageError>(
        directory.path() + ": no result yet; run `pinstripe reduce -o " +
        quoteForShell(llvm::StringRef(directory.path())) + "` first");
  if ((*best)->kept.size() != trace.size())
    return llvm::make_error<TraceFormatError>(
        directory.bestFile() + ": belongs to another trace; run `pinstripe "
                               "reduce` again");
  StoredResult result{std::move(**best), {}};
  result.events = result.best.keptUnits.empty()
                      ? result.best.kept
                      : eventsOfUnits(result.best.keptUnits, result.best.flow,
                                      table, trace);
  return result;
}
