// Measures parts of a reduction: removals, int3 patches, and work that is done
// once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Measurements.h"

using namespace pinstripe;
using namespace pinstripe::bench;

/// Measures tests that each leave out a single event, as at the end of a
/// reduction. There an engine can profit from checkpoints.
llvm::Error Measurements::measureRemovals() {
  Size size = options.removals;
  LaunchSpec launch = subject->launch(size.events);
  auto recording = engine->record(launch);
  if (!recording)
    return recording.takeError();
  size_t events = recording->trace.size();
  auto run = [&](Samples &samples, const EventSet &plan) -> llvm::Error {
    double seconds = 0;
    auto result = timed(seconds, [&] {
      return engine->execute(launch, recording->trace, plan);
    });
    if (!result)
      return result.takeError();
    samples.add(seconds);
    return llvm::Error::success();
  };
  EventSet plan(events, true);
  Samples all;
  for (unsigned round = 0; round < size.rounds; ++round)
    if (llvm::Error error = run(all, plan))
      return error;
  std::vector<std::string> cells = {subject->name, powerOfTen(size.events),
                                    milliseconds(all)};
  // From here on, the engine may make checkpoints. All earlier runs started at
  // the beginning of the program.
  engine->focus(plan);
  for (double place : {0.95, 0.5, 0.05}) {
    Samples samples;
    size_t first = place * events;
    for (unsigned round = 0; round < size.rounds; ++round) {
      size_t left = first - round * events / (40 * size.rounds);
      plan.erase(EventIndex(left));
      if (llvm::Error error = run(samples, recording->trace.feasible(plan)))
        return error;
      plan.insert(EventIndex(left));
    }
    cells.push_back(milliseconds(samples));
  }
  removalTable.add(std::move(cells));
  return llvm::Error::success();
}

llvm::Error Measurements::measureTraps() {
  auto traps = createEngine("traps");
  if (!traps)
    return traps.takeError();
  Size size = options.traps;
  LaunchSpec launch = subject->launch(size.events);
  auto recording = (*traps)->record(launch);
  if (!recording)
    return recording.takeError();
  auto record = [&]() -> llvm::Expected<double> {
    double seconds = 0;
    auto again = timed(seconds, [&] { return (*traps)->record(launch); });
    if (!again)
      return again.takeError();
    return seconds;
  };
  Contender contenders[] = {plainRun(launch, size.rounds),
                            {record, size.rounds, {}},
                            partialExecution(**traps, launch, *recording,
                                             PlanKind::Full, size.rounds)};
  if (llvm::Error error = measureInTurns(contenders))
    return error;
  std::vector<std::string> cells = {subject->name, powerOfTen(size.events)};
  for (const Contender &each : contenders)
    cells.push_back(milliseconds(each.samples));
  double plain = contenders[0].samples.median();
  for (size_t i : {1, 2})
    cells.push_back(rounded(1e9 * (contenders[i].samples.median() - plain) /
                            recording->trace.size()));
  trapTable.add(std::move(cells));
  return llvm::Error::success();
}

llvm::Error Measurements::measurePieces() {
  Samples created, first, second;
  LaunchSpec launch = subject->launch(1000);
  for (unsigned round = 0; round < options.pieceRounds; ++round) {
    double seconds = 0;
    auto fresh = timed(seconds, [&] { return createEngine(options.engine); });
    if (!fresh)
      return fresh.takeError();
    created.add(seconds);
    for (Samples *samples : {&first, &second}) {
      auto recording = timed(seconds, [&] { return (*fresh)->record(launch); });
      if (!recording)
        return recording.takeError();
      samples->add(seconds);
    }
  }
  pieceTable.add({subject->name, rounded(1000 * subject->tableSeconds),
                  milliseconds(created), milliseconds(first),
                  milliseconds(second)});
  return llvm::Error::success();
}
