// Reads and writes the best result in a case directory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/StoredResult.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"

using namespace pinstripe;

/// Returns the events that a reduction by statement has kept: those events of
/// the kept statements that can happen if no other statements are executed.
static EventSet eventsOfUnits(const UnitSet &units, Flow flow,
                              const UnitTable &table, const Trace &trace) {
  EventSet events(trace.size());
  for (uint32_t i = 0; i != trace.size(); ++i) {
    EntryId entry = trace.event(EventIndex{i}).entry;
    UnitId unit = table.entry(entry).unit;
    if (static_cast<size_t>(unit) < units.universe() && units.contains(unit))
      events.insert(EventIndex{i});
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
  if ((*best)->kept.universe() != trace.size())
    return llvm::make_error<TraceFormatError>(
        directory.bestFile() + ": belongs to another trace; run `pinstripe "
                               "reduce` again");
  StoredResult result{std::move(**best), {}};
  result.events = result.best.keptUnits.isUnset()
                      ? result.best.kept
                      : eventsOfUnits(result.best.keptUnits, result.best.flow,
                                      table, trace);
  return result;
}

ResultWriter::ResultWriter(const CaseDirectory &directory)
    : directory(directory) {
  llvm::Expected<std::optional<BestResult>> stored = directory.readBest();
  if (stored)
    former = std::move(*stored);
  // If the stored result is damaged, it is ignored and will be overwritten.
  else
    llvm::consumeError(stored.takeError());
}

/// Returns true if two results can be compared, so that the smaller one can
/// replace the other: both are about the same output and were made in the same
/// way.
static bool isComparable(const BestResult &left, const BestResult &right) {
  return left.predicate == right.predicate &&
         left.unrecordedCalls == right.unrecordedCalls &&
         left.flow == right.flow &&
         left.certificate.granularity == right.certificate.granularity &&
         left.userPinned == right.userPinned &&
         left.kept.universe() == right.kept.universe() &&
         left.keptUnits.universe() == right.keptUnits.universe();
}

llvm::Error ResultWriter::improve(const BestResult &best) {
  if (!mayWrite(best))
    return llvm::Error::success();
  if (former && isComparable(*former, best) && former->size() <= best.size())
    return llvm::Error::success();
  return directory.writeBest(best);
}

llvm::Error ResultWriter::finish(const BestResult &best) {
  return mayWrite(best) ? directory.writeBest(best) : llvm::Error::success();
}
