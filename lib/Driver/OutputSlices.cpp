//===- OutputSlices.cpp - What each line of an output is made of ----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputSlices.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// More of them say nothing new.
static constexpr size_t mostRightLines = 100;

/// Where line `number` of the text is.
static OutputRange rangeOf(llvm::StringRef text, size_t number) {
  size_t begin = 0;
  for (; number != 0; --number)
    begin = text.find('\n', begin) + 1;
  return {begin, std::min(text.find('\n', begin), text.size())};
}

/// Along the first reasons, which are the shortest way.
static std::vector<uint32_t> distancesIn(const Slice &slice) {
  constexpr uint32_t unknown = ~uint32_t(0);
  std::vector<uint32_t> distances(slice.events.size(), unknown);
  std::vector<uint32_t> chain;
  for (unsigned event : slice.events.set_bits()) {
    uint32_t next = event;
    while (distances[next] == unknown) {
      auto reasons = slice.reasons(EventIndex(next));
      if (slice.criterion.test(next) || reasons.empty()) {
        distances[next] = 0;
        break;
      }
      distances[next] = 0; // so that no ring goes on for ever
      chain.push_back(next);
      next = static_cast<uint32_t>(reasons.front().neededBy);
    }
    for (uint32_t distance = distances[next]; !chain.empty(); chain.pop_back())
      distances[chain.back()] = ++distance;
  }
  return distances;
}

llvm::Expected<OutputSlices>
pinstripe::sliceOutputs(RecordedCase &recorded, const WrongLine &wrong,
                        llvm::StringRef expected, double seconds,
                        const DependenceOptions &recording) {
  Stopwatch stopwatch;
  llvm::Expected<RunDependences> run = recordDependences(recorded, recording);
  if (!run)
    return run.takeError();
  Slicer slicer(recorded.trace, run->graph, run->tree,
                /*followStale=*/recorded.launch.poison == Poison::Stale);
  llvm::StringRef printed = recorded.observation.standardOutput;
  auto sliceOf = [&](size_t line, SliceKind kind) {
    return slicer.slice(criterionOf(run->graph, rangeOf(printed, line)), kind);
  };
  OutputSlices slices;
  Slice full = sliceOf(wrong.number, SliceKind::Full);
  Slice data = sliceOf(wrong.number, SliceKind::Data);
  slices.distances = distancesIn(full);
  std::vector<uint32_t> byValues = distancesIn(data);
  for (unsigned event : data.events.set_bits())
    slices.distances[event] = byValues[event];
  slices.wrong = std::move(full.events);
  slices.wrongData = std::move(data.events);
  if (slices.wrong.none())
    return llvm::make_error<TargetError>(
        "which call printed the line can't be told");
  std::vector<size_t> right = rightLines(printed, expected);
  auto nearness = [&](size_t line) {
    size_t distance =
        std::max(line, wrong.number) - std::min(line, wrong.number);
    return std::pair(distance, line);
  };
  llvm::sort(right,
             [&](size_t a, size_t b) { return nearness(a) < nearness(b); });
  for (size_t line : right) {
    bool isStopped = recording.interrupted && recording.interrupted->load();
    if (isStopped || stopwatch.seconds() > seconds ||
        slices.right.size() == mostRightLines)
      break;
    slices.right.push_back(sliceOf(line, SliceKind::Data).events);
  }
  return slices;
}
