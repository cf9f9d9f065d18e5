// Reads the variables of a program at moments of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/StateReader.h"
#include "pinstripe/Case/RunCanceller.h"

using namespace pinstripe;

/// The number of pages that are read in advance for several states together.
static constexpr size_t maxPrepared = 16384;

/// Runs the program once, and reads memory.
llvm::Expected<std::vector<KnownBytes>>
StateReader::ask(std::vector<MemoryQuestion> questions) {
  auto watches = std::make_shared<std::vector<Watch>>();
  for (MemoryQuestion &question : questions) {
    Watch watch;
    watch.places.push_back({question.entry, std::move(question.location)});
    watch.event = question.event;
    watches->push_back(std::move(watch));
  }
  LaunchSpec launch = this->launch;
  launch.flow = Flow::Trace;
  launch.watches = watches;
  RunCanceller canceller(runner.engine(), &stop);
  auto run = runner.execute(launch, trace, EventSet(trace.size(), true), &stop);
  if (!run)
    return run.takeError();
  if (stop.load())
    return llvm::make_error<InterruptedError>();
  std::vector<KnownBytes> all;
  for (WatchedValue &value : run->result.values)
    all.push_back(std::move(value.bytes));
  all.resize(watches->size());
  return all;
}

StateReader::StateReader(const RunnableCase &runnable, const Trace &trace,
                         LaunchSpec launch)
    : RunnableCase(runnable), trace(trace), launch(std::move(launch)),
      compiler(recorded.table) {}

llvm::Error StateReader::prepare(llvm::ArrayRef<EventIndex> events) {
  // The first state tells which memory the others will need.
  if (former.empty())
    return llvm::Error::success();
  size_t most = std::max<size_t>(1, maxPrepared / former.size());
  if (prepared.size() >= most)
    prepared.clear();
  std::vector<EventIndex> missing;
  for (EventIndex event : events)
    if (!prepared.contains(event) && missing.size() < most)
      missing.push_back(event);
  return missing.empty() ? llvm::Error::success() : begin(missing);
}

/// Makes the first run for the states at all of the events.
llvm::Error StateReader::begin(llvm::ArrayRef<EventIndex> events) {
  std::vector<MemoryQuestion> questions;
  std::vector<std::pair<StateReading *, size_t>> readings;
  for (EventIndex event : events) {
    auto reading =
        std::make_unique<StateReading>(recorded.table, trace, compiler, event);
    auto own = reading->plan(former);
    if (!own)
      return own.takeError();
    readings.push_back({reading.get(), own->size()});
    std::move(own->begin(), own->end(), std::back_inserter(questions));
    prepared[event] = std::move(reading);
  }
  auto all = ask(std::move(questions));
  if (!all)
    return all.takeError();
  llvm::ArrayRef<KnownBytes> left = *all;
  for (auto [reading, count] : readings) {
    reading->start(left.take_front(count));
    left = left.drop_front(count);
  }
  return llvm::Error::success();
}

llvm::Expected<ProgramState> StateReader::read(EventIndex event) {
  if (!prepared.contains(event))
    if (llvm::Error error = begin(event))
      return error;
  std::unique_ptr<StateReading> reading =
      std::move(prepared.extract(event).mapped());
  auto state = reading->read([&](std::vector<MemoryQuestion> questions) {
    return ask(std::move(questions));
  });
  former = reading->usedPages();
  return state;
}
