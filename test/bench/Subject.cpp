// Describes the programs that the benchmark runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Subject.h"
#include "Rounds.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <random>

using namespace pinstripe;
using namespace pinstripe::bench;

/// The number of events before the loop, and also after it.
constexpr size_t edge = 8;

LaunchSpec Subject::launch(size_t events) const {
  LaunchSpec launch;
  launch.program = table.programPath();
  launch.argument0 = name;
  launch.arguments = {
      std::to_string((events - std::min(events, fixedEvents)) / perIteration)};
  launch.environment = runEnvironment({}, Poison::Pattern);
  launch.standardInput = "/dev/null";
  launch.workingDirectory = directory;
  launch.wallLimitSeconds = 600;
  return launch;
}

llvm::Expected<std::unique_ptr<Subject>>
pinstripe::bench::readSubject(llvm::StringRef folder, llvm::StringRef name,
                              llvm::StringRef scratch) {
  auto subject = std::make_unique<Subject>();
  subject->name = name.str();
  // The subject gets a folder of its own, since engines make checkpoints only
  // while nothing changes in the folder.
  subject->directory = (scratch + "/work").str();
  if (std::error_code code =
          llvm::sys::fs::create_directories(subject->directory))
    return llvm::errorCodeToError(code);
  auto table = timed(subject->tableSeconds, [&] {
    return buildUnitTable((folder + "/" + name).str(), {});
  });
  if (!table)
    return table.takeError();
  subject->table = std::move(*table);
  return subject;
}

llvm::Error pinstripe::bench::countEvents(Subject &subject,
                                          ExecutionEngine &engine) {
  size_t events[2];
  for (size_t i : {0, 1}) {
    subject.fixedEvents = 0;
    subject.perIteration = 1;
    auto recording = engine.record(subject.launch(10 + 10 * i));
    if (!recording)
      return recording.takeError();
    events[i] = recording->trace.size();
  }
  subject.perIteration = (events[1] - events[0]) / 10;
  if (subject.perIteration == 0)
    return llvm::make_error<EngineError>(
        subject.name + ": the trace does not grow with the iterations");
  subject.fixedEvents = events[0] - 10 * subject.perIteration;
  return llvm::Error::success();
}

EventSet pinstripe::bench::makePlan(const Trace &trace, PlanKind kind,
                                    unsigned seed) {
  size_t size = trace.size();
  if (kind == PlanKind::Full)
    return EventSet(size, true);
  EventSet plan(size);
  if (kind == PlanKind::RandomHalf) {
    std::mt19937_64 random(seed);
    for (size_t i = 0; i < size; i += 64)
      for (uint64_t bits = random(), j = i; j < std::min(i + 64, size);
           ++j, bits >>= 1)
        if (bits & 1)
          plan.insert(EventIndex(j));
  }
  if (kind == PlanKind::FirstHalf)
    plan.insertRange(EventIndex(0), EventIndex(size / 2));
  if (kind != PlanKind::Empty && size > 2 * edge) {
    plan.insertRange(EventIndex(0), EventIndex(edge));
    plan.insertRange(EventIndex(size - edge), EventIndex(size));
  }
  return trace.feasible(plan);
}
