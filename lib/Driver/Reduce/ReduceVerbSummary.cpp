// Sums up a reduction for its report: what is proved about the result, why
// events were kept, and how many tests and how much time the reduction took.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/RunStructure.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Driver/Reduce/ReduceVerb.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>

using namespace pinstripe;

/// Returns true if the proof of an earlier stage of the reduction is still
/// valid. It is valid if no event was removed after this stage.
bool ReduceVerb::holdsProof() const {
  return result->minimality == Minimality::None && proof &&
         proof->kept == kept.count();
}

/// Returns the certificate of minimality. If repeated runs of the result have
/// different outcomes, the certificate says that nothing is proved.
Certificate ReduceVerb::certificate() const {
  Certificate certificate{result->minimality, granularity()};
  if (holdsProof())
    certificate = proof->certificate;
  if (repeated && repeated->differ())
    certificate.minimality = Minimality::None;
  return certificate;
}

/// Returns the reason why each event was kept: the outcome of the test in which
/// only this event was left out. Returns no reasons for a large result: it
/// would take long to find them, and such a long list would not be read.
KeptReasons ReduceVerb::reasonsToKeep() const {
  constexpr uint64_t maxWork = 200'000'000;
  // A reason takes 80 bytes, and a statement may have been executed 10^9 times.
  // So the number of reasons has a limit.
  constexpr size_t maxReasons = 100'000;
  KeptReasons reasons;
  uint64_t left = result->best.count();
  if (left > maxEventsWithReasons || kept.count() > maxReasons ||
      left * recorded.trace.size() > maxWork)
    return reasons;
  std::map<Element, std::optional<KeptReason>> ofElements;
  GrowingArray<uint32_t> elements = elementMap.elementsByEvent();
  for (EventIndex event : kept) {
    Element element{elements[static_cast<size_t>(event)]};
    if (static_cast<uint32_t>(element) == ElementMap::noElement)
      continue;
    auto [place, isNew] = ofElements.try_emplace(element);
    if (isNew)
      place->second = oracle->whyNot(result->best.without(element));
    if (place->second)
      reasons.emplace(static_cast<uint32_t>(event), *place->second);
  }
  return reasons;
}

static double quantileMilliseconds(std::vector<double> seconds, double part) {
  if (seconds.empty())
    return 0;
  llvm::sort(seconds);
  auto index = static_cast<size_t>(part * (seconds.size() - 1) + 0.5);
  return 1000 * seconds[index];
}

/// Returns the destructor calls that the result keeps, each with the event that
/// constructed the object. The two are kept or removed together. Leaves out
/// destructor calls that are always executed.
std::vector<GluedCleanup> ReduceVerb::freeCleanups() const {
  EventSet free = kept;
  free -= elementMap.pinnedEvents();
  return gluedCleanups(recorded.table, recorded.trace, free);
}

ReductionSummary ReduceVerb::summary() const {
  ReductionSummary summary{
      headerOf(recorded, runner, request.predicate, request.flow), kept};
  summary.certificate = certificate();
  summary.provenNeeded = result->provenNeeded;
  summary.elements = result->best.count();
  if (result->minimality == Minimality::None && proof && !holdsProof())
    summary.provenBefore = proof;
  summary.userPinned = elementMap.userPinnedEvents();
  summary.cleanups = freeCleanups();
  if (control)
    summary.guards = guardsOf(kept, *control, recorded.trace);
  summary.reasons = reasonsToKeep();
  summary.repeated = repeated;
  summary.poisonFinding = poisonFinding;
  if (result->largestPassing)
    summary.largestPassing = elementMap.executedEvents(*result->largestPassing);
  summary.interrupted = result->interrupted();
  summary.failure = failure;
  summary.exhausted = exhausted;
  summary.isFixpoint = result->isFixpoint;
  summary.rounds = result->rounds;
  summary.tests = oracle->tally();
  summary.tests.cached += cached;
  std::vector<double> seconds = oracle->runSeconds().vec();
  summary.time.recordSeconds = recorded.recordSeconds;
  summary.time.testsSeconds =
      std::accumulate(seconds.begin(), seconds.end(), 0.0);
  summary.time.lanes = oracle->lanes();
  summary.time.unusedRuns = oracle->unusedRuns();
  summary.time.medianTestMilliseconds = quantileMilliseconds(seconds, 0.5);
  summary.time.p95TestMilliseconds = quantileMilliseconds(seconds, 0.95);
  return summary;
}
