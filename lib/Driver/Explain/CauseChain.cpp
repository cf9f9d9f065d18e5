// Follows dependences from a suspect line to the wrong output or the crash.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/CauseChain.h"
#include "Slice/OutputSlices.h"
#include "pinstripe/Program/GluedUnits.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// The largest number of origins that an explanation shows. An origin is an
/// earlier event whose values were used.
static constexpr size_t maxOrigins = 4;

std::vector<CauseLink> pinstripe::chainIn(const Slice &slice, EventIndex from) {
  std::vector<CauseLink> links;
  if (!slice.events.contains(from))
    return links;
  // A slice stores for each event why it is in the slice. The first of these
  // reasons leads to the next event on a shortest way to the criterion, which
  // is the set of events from which the slice was made. So a chain of first
  // reasons visits no event twice. If a value went straight into the criterion,
  // this is the best reason, even if it is not the first one.
  auto isLast = [&](const SliceReason &reason) {
    return reason.kind == SliceReason::Kind::Data &&
           slice.criterion.contains(reason.neededBy);
  };
  for (EventIndex event = from;;) {
    llvm::ArrayRef<SliceReason> reasons = slice.reasons(event);
    if (slice.criterion.contains(event) || reasons.empty() ||
        links.size() == slice.events.count()) {
      links.push_back({event, std::nullopt});
      return links;
    }
    const SliceReason *last = llvm::find_if(reasons, isLast);
    const SliceReason &next = last == reasons.end() ? reasons.front() : *last;
    links.push_back({event, next.kind});
    event = next.neededBy;
  }
}

/// Returns the events (executions of statements) in `slice` that have computed
/// a value or an address which `event` has used.
static std::vector<CauseOrigin> usedBy(EventIndex event, const Slice &slice) {
  std::vector<CauseOrigin> used;
  for (EventIndex earlier : slice.events)
    for (const SliceReason &reason : slice.reasons(earlier))
      if (reason.neededBy == event && reason.kind <= SliceReason::Kind::Address)
        used.push_back({earlier, reason.kind, event});
  return used;
}

std::vector<CauseOrigin> pinstripe::originsIn(const Slice &slice,
                                              EventIndex cause) {
  std::vector<CauseOrigin> origins = usedBy(cause, slice);
  if (origins.size() > maxOrigins)
    origins.erase(origins.begin(), origins.end() - maxOrigins);
  if (origins.size() != 1)
    return origins;
  while (origins.size() != maxOrigins) {
    std::vector<CauseOrigin> used = usedBy(origins.back().event, slice);
    // A call and the statements inside it use values of each other, so the
    // search could come back to an event that is in `origins` already.
    bool goesOn = used.size() == 1 && used.front().event != cause &&
                  llvm::none_of(origins, [&](const CauseOrigin &each) {
                    return each.event == used.front().event;
                  });
    if (!goesOn)
      break;
    origins.push_back(used.front());
  }
  std::reverse(origins.begin(), origins.end());
  return origins;
}

/// Returns the criterion of the slices: the events and instructions that
/// printed the wrong line, or the event that crashed.
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
  if (criterion.isEmpty())
    return llvm::make_error<TargetError>(
        "which call printed the line can't be told");
  return criterion;
}

namespace {

/// Looks for the event (execution) of the suspect line at which the chain of
/// dependences to the failure begins.
struct CauseSearch {
  const RecordedCase &recorded;
  SourceLine suspect;
  std::optional<EventIndex> shown;

  /// Returns the event (execution of a statement) of the suspect line with
  /// which the chain begins: the event `shown` if it is in `slice`, otherwise
  /// the last event of the line in `slice`. Returns nullopt if the slice has no
  /// event of the line.
  std::optional<EventIndex> in(const Slice &slice) const {
    if (shown && slice.events.contains(*shown))
      return shown;
    std::optional<EventIndex> last;
    for (EventIndex event : slice.events)
      if (lineOf(recorded.table.unitOf(recorded.trace.entryOf(event))) ==
          suspect)
        last = event;
    return last;
  }
};

} // namespace

/// Returns the line with the events (executions) of a suspect line. A glued
/// statement has no events of its own. It is executed together with another
/// statement, whose line is returned.
static SourceLine lineWithEvents(const UnitTable &table,
                                 const LineEvidence &suspect) {
  std::map<UnitId, UnitId> hosts = gluedUnits(table);
  auto host = suspect.unit ? hosts.find(*suspect.unit) : hosts.end();
  return host == hosts.end() ? suspect.line : lineOf(table.unit(host->second));
}

llvm::Expected<CauseChain>
pinstripe::followDependences(const RunnableCase &runnable, const ChainEnd &end,
                             const LineEvidence *suspect,
                             std::optional<EventIndex> shown,
                             const DependenceOptions &recording) {
  const RecordedCase &recorded = runnable.recorded;
  llvm::Expected<RunDependences> run = recordDependences(runnable, recording);
  if (!run)
    return run.takeError();
  llvm::Expected<SliceCriterion> criterion =
      findCriterion(recorded, *run, end.wrong);
  if (!criterion)
    return criterion.takeError();
  CauseChain chain;
  Slice full = run->slice(*criterion, SliceKind::Full);
  chain.slicedEvents = full.events.count();
  if (!suspect)
    return chain;
  chain.cause = shown;
  CauseSearch search{recorded, lineWithEvents(recorded.table, *suspect), shown};
  auto follow = [&](const Slice &slice) {
    std::optional<EventIndex> event = search.in(slice);
    if (!event)
      return false;
    chain.cause = event;
    chain.links = chainIn(slice, *event);
    if (chain.links.size() == 1)
      chain.origins = originsIn(slice, *event);
    return true;
  };
  std::optional<Slice> ofPart;
  if (end.wrong)
    if (auto part = criterionOfWrongPart(run->graph,
                                         recorded.observation.standardOutput,
                                         *end.wrong, end.expected))
      ofPart = run->slice(*part, SliceKind::Data);
  // If an experiment has shown that one instance of the suspect line matters,
  // the slice of the wrong bytes is used only if it contains this instance.
  // Otherwise the chain would begin at another instance of the line.
  if (ofPart && (!shown || ofPart->events.contains(*shown)) && follow(*ofPart))
    return chain;
  if (follow(run->slice(*criterion, SliceKind::Data)) || follow(full))
    return chain;
  if (std::optional<Slice> relevant =
          run->relevantSlice(recorded.table, *criterion))
    follow(*relevant);
  return chain;
}
