// Makes a dynamic slice for each of several lines of the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slice has the events on which the line depends. A statement is suspect if
// only wrong output depends on it.

#include "Slice/OutputSlices.h"
#include "pinstripe/Driver/Slice/UninitialisedUses.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace pinstripe;

/// The largest number of right lines whose slices are compared with the slice
/// of the wrong line, or of the crash. Slices of further lines would change the
/// result little.
static constexpr size_t maxRightLines = 100;

OutputRange pinstripe::rangeOfLine(llvm::StringRef text, size_t number) {
  size_t begin = 0;
  for (; number != 0; --number)
    begin = text.find('\n', begin) + 1;
  size_t end = std::min(text.find('\n', begin), text.size());
  return {begin, begin == end ? std::min(end + 1, text.size()) : end};
}

std::optional<SliceCriterion>
pinstripe::criterionOfWrongPart(const DependenceGraph &graph,
                                llvm::StringRef printed, const WrongLine &wrong,
                                const std::optional<std::string> &expected) {
  if (!wrong.isUnexpected)
    return std::nullopt;
  OutputRange part = wrongPart(wrong.text, expected);
  if (part.end - part.begin == wrong.text.size())
    return std::nullopt;
  OutputRange line = rangeOfLine(printed, wrong.number);
  SliceCriterion criterion =
      criterionOf(graph, {line.begin + part.begin, line.begin + part.end});
  if (criterion.nodes.empty() && criterion.used.empty())
    return std::nullopt;
  return criterion;
}

/// Returns the distance of each event in a slice: the smallest number of
/// dependences that lead from the event to the criterion, which is the set of
/// events from which the search for the slice started. The first reason of each
/// event is on a shortest way to the criterion, so the function follows only
/// first reasons.
static std::vector<uint32_t> distancesIn(const Slice &slice) {
  constexpr uint32_t unknown = ~uint32_t(0);
  std::vector<uint32_t> distances(slice.events.universe(), unknown);
  std::vector<uint32_t> chain;
  for (EventIndex event : slice.events) {
    auto next = static_cast<uint32_t>(event);
    while (distances[next] == unknown) {
      auto reasons = slice.reasons(EventIndex(next));
      if (slice.criterion.contains(EventIndex(next)) || reasons.empty()) {
        distances[next] = 0;
        break;
      }
      // A distance that is still being computed is stored as 0. So the loop,
      // which follows the dependences to the criterion, also ends if they form
      // a cycle.
      distances[next] = 0;
      chain.push_back(next);
      next = static_cast<uint32_t>(reasons.front().neededBy);
    }
    for (uint32_t distance = distances[next]; !chain.empty(); chain.pop_back())
      distances[chain.back()] = ++distance;
  }
  return distances;
}

/// Adds pairs of statements to `definitions`: the first statement of a pair
/// sets a value in the slice, and the second one uses this value.
static void addDefinitions(const Trace &trace, const Slice &slice,
                           std::set<std::pair<EntryId, EntryId>> &definitions) {
  for (EventIndex event : slice.events)
    for (const SliceReason &reason : slice.reasons(event)) {
      bool isValue = reason.kind == SliceReason::Kind::Data ||
                     reason.kind == SliceReason::Kind::Address;
      if (isValue)
        definitions.emplace(trace.entryOf(event),
                            trace.entryOf(reason.neededBy));
    }
}

/// Adds the relevant slice of the recorded run to `slices`, unless it takes too
/// long. This slice also has decisions that could have changed a used value
/// (see SliceKind::Relevant). `run` holds the dependences of the run.
static void addRelevant(const RecordedCase &recorded, const RunDependences &run,
                        const SliceCriterion &criterion, OutputSlices &slices) {
  std::optional<Slice> relevant = run.relevantSlice(recorded.table, criterion);
  slices.relevant = EventSet(recorded.trace.size());
  if (!relevant)
    return;
  std::vector<uint32_t> distances = distancesIn(*relevant);
  slices.relevant = relevant->events;
  slices.relevant -= slices.wrong;
  for (EventIndex event : slices.relevant)
    slices.distances[static_cast<size_t>(event)] =
        distances[static_cast<size_t>(event)];
}

static OutputSlices slicesOfWrong(const Trace &trace, Slice full, Slice data) {
  OutputSlices slices;
  addDefinitions(trace, full, slices.definitions);
  slices.distances = distancesIn(full);
  std::vector<uint32_t> byValues = distancesIn(data);
  for (EventIndex event : data.events)
    slices.distances[static_cast<size_t>(event)] =
        byValues[static_cast<size_t>(event)];
  slices.wrong = std::move(full.events);
  slices.wrongData = std::move(data.events);
  return slices;
}

llvm::Expected<OutputSlices>
pinstripe::sliceCrash(const RunnableCase &runnable,
                      const DependenceOptions &recording) {
  const RecordedCase &recorded = runnable.recorded;
  std::optional<EventIndex> crashed = crashEvent(recorded);
  if (!crashed)
    return llvm::make_error<TargetError>(
        "the run crashed outside of the statements that are traced");
  llvm::Expected<RunDependences> run = recordDependences(runnable, recording);
  if (!run)
    return run.takeError();
  auto sliceOf = [&](EventIndex event, SliceKind kind) {
    SliceCriterion criterion;
    criterion.events.push_back(event);
    return run->slice(criterion, kind);
  };
  OutputSlices slices =
      slicesOfWrong(recorded.trace, sliceOf(*crashed, SliceKind::Full),
                    sliceOf(*crashed, SliceKind::Data));
  slices.freedUses = findFreedUses(recorded, run->graph);
  SliceCriterion crash;
  crash.events.push_back(*crashed);
  addRelevant(recorded, *run, crash, slices);
  InstanceTable instances(recorded.table, recorded.trace);
  for (auto i = static_cast<uint32_t>(*crashed); i-- > 0;) {
    if (runnable.stop.load() || runnable.deadline.hasPassed() ||
        slices.right.size() == maxRightLines)
      break;
    if (instances.unitOf(EventIndex(i)) == instances.unitOf(*crashed))
      slices.right.push_back(sliceOf(EventIndex(i), SliceKind::Data).events);
  }
  return slices;
}

llvm::Expected<OutputSlices>
pinstripe::sliceOutputs(const RunnableCase &runnable, const WrongLine &wrong,
                        llvm::StringRef expected,
                        const DependenceOptions &recording) {
  llvm::Expected<RunDependences> run = recordDependences(runnable, recording);
  if (!run)
    return run.takeError();
  llvm::StringRef printed = runnable.recorded.observation.standardOutput;
  auto criterionOfLine = [&](size_t line) {
    return criterionOf(run->graph, rangeOfLine(printed, line));
  };
  std::optional<WrongOutput> described = describeWrong(printed, expected);
  SliceCriterion ofWrong =
      criterionOfWrongPart(run->graph, printed, wrong,
                           described ? described->expected : std::nullopt)
          .value_or(criterionOfLine(wrong.number));
  OutputSlices slices = slicesOfWrong(runnable.recorded.trace,
                                      run->slice(ofWrong, SliceKind::Full),
                                      run->slice(ofWrong, SliceKind::Data));
  slices.freedUses = findFreedUses(runnable.recorded, run->graph);
  if (slices.wrong.none())
    return llvm::make_error<TargetError>(
        "which call printed the line can't be told");
  addRelevant(runnable.recorded, *run, ofWrong, slices);
  std::vector<size_t> right = rightLines(printed, expected);
  auto nearness = [&](size_t line) {
    return std::pair(llvm::AbsoluteDifference(line, wrong.number), line);
  };
  llvm::sort(right,
             [&](size_t a, size_t b) { return nearness(a) < nearness(b); });
  for (size_t line : right) {
    if (runnable.stop.load() || runnable.deadline.hasPassed() ||
        slices.right.size() == maxRightLines)
      break;
    slices.right.push_back(
        run->slice(criterionOfLine(line), SliceKind::Data).events);
  }
  return slices;
}
