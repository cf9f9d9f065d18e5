// Follows dependences from a suspect line to the wrong output or the crash.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/CauseChain.h"
#include "Slice/OutputSlices.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

std::vector<CauseLink> pinstripe::chainIn(const Slice &slice, EventIndex from) {
  std::vector<CauseLink> links;
  if (!slice.events.contains(from))
    return links;
  // The first reason of an event lies on a shortest way, so each event is met
  // once.
  for (EventIndex event = from;;) {
    llvm::ArrayRef<SliceReason> reasons = slice.reasons(event);
    if (slice.criterion.contains(event) || reasons.empty() ||
        links.size() == slice.events.count()) {
      links.push_back({event, std::nullopt});
      return links;
    }
    links.push_back({event, reasons.front().kind});
    event = reasons.front().neededBy;
  }
}

/// Finds out with which events the slices begin.
static llvm::Expected<SliceCriterion>
findCriterion(const RecordedCase &recorded, const RunDependences &run,
              const std::optional<WrongLine> &wrong) {
  SliceCriterion criterion;
  if (!wrong) {
    std::optional<EventIndex> crashed = crashEvent(recorded);
    if (!crashed)
      return llvm::make_error<TargetError>(
          "the run crashed outside of the statements that are traced");
    criterion.events.push_back(*crashed);
    return criterion;
  }
  criterion =
      criterionOf(run.graph, rangeOfLine(recorded.observation.standardOutput,
                                         wrong->number));
  if (criterion.nodes.empty() && criterion.events.empty() &&
      criterion.occurrences.empty())
    return llvm::make_error<TargetError>(
        "which call printed the line can't be told");
  return criterion;
}

namespace {

/// Looks for the event of a line with which the chain begins.
struct CauseSearch {
  const RecordedCase &recorded;
  const LineEvidence &suspect;
  std::optional<EventIndex> shown;

  /// Returns the event of the line in a slice: the shown one if the slice has
  /// it, otherwise the last one.
  std::optional<EventIndex> in(const Slice &slice) const {
    if (shown && slice.events.contains(*shown))
      return shown;
    std::optional<EventIndex> last;
    for (EventIndex event : slice.events)
      if (lineOf(recorded.table.unitOf(recorded.trace.entryOf(event))) ==
          suspect.line)
        last = event;
    return last;
  }
};

} // namespace

llvm::Expected<CauseChain> pinstripe::followDependences(
    const RunnableCase &runnable, const std::optional<WrongLine> &wrong,
    const LineEvidence *suspect, std::optional<EventIndex> shown,
    const DependenceOptions &recording) {
  const RecordedCase &recorded = runnable.recorded;
  llvm::Expected<RunDependences> run = recordDependences(runnable, recording);
  if (!run)
    return run.takeError();
  llvm::Expected<SliceCriterion> criterion =
      findCriterion(recorded, *run, wrong);
  if (!criterion)
    return criterion.takeError();
  CauseChain chain;
  Slice full = run->slice(*criterion, SliceKind::Full);
  chain.slicedEvents = full.events.count();
  if (!suspect)
    return chain;
  chain.cause = shown;
  CauseSearch search{recorded, *suspect, shown};
  auto follow = [&](const Slice &slice) {
    std::optional<EventIndex> event = search.in(slice);
    if (!event)
      return false;
    chain.cause = event;
    chain.links = chainIn(slice, *event);
    return true;
  };
  if (follow(run->slice(*criterion, SliceKind::Data)) || follow(full))
    return chain;
  if (std::optional<Slice> relevant =
          run->relevantSlice(recorded.table, *criterion))
    follow(*relevant);
  return chain;
}
