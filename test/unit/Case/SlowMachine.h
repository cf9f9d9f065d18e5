// An engine whose runs take a chosen time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_CASE_SLOWMACHINE_H
#define PINSTRIPE_TEST_UNIT_CASE_SLOWMACHINE_H

#include "Case/PaperMachine.h"
#include "pinstripe/Case/LanePool.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

namespace pinstripe {

/// Data that all machines (engines) of a test share.
struct MachineRoom {
  std::mutex mutex;
  std::condition_variable changed;
  size_t executions = 0;
  std::map<Poison, size_t> poisons; ///< How many runs had each poison.
  size_t cancelled = 0;
  /// The number of runs that nobody cancelled within a minute. The test fails
  /// if there is one.
  size_t forgotten = 0;
  size_t underWay = 0; ///< The number of endless runs that are under way.
  size_t machines = 0; ///< The number of machines that were made so far.
  /// The number of calls that came from another thread than the machine's own.
  size_t strangers = 0;
  /// Sizes of event sets whose runs end only when they are cancelled.
  std::set<size_t> endless;
  /// Sizes of event sets whose next run ends its lane for good.
  std::set<size_t> losing;
  /// Maps the sizes of sets of events to the number of attempts that fail.
  std::map<size_t, unsigned> failures;

  size_t count() {
    std::lock_guard<std::mutex> lock(mutex);
    return executions;
  }
  size_t machineCount() {
    std::lock_guard<std::mutex> lock(mutex);
    return machines;
  }
  /// Waits until this many endless runs are under way.
  void awaitUnderWay(size_t count) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return underWay >= count; });
  }
};

/// A PaperMachine whose runs take up to a millisecond, depending on the events.
class SlowMachine : public ExecutionEngine {
public:
  explicit SlowMachine(MachineRoom &room)
      : room(room), owner(std::this_thread::get_id()) {
    std::lock_guard<std::mutex> lock(room.mutex);
    ++room.machines;
  }

  EngineTraits traits() const override { return {"slow"}; }
  llvm::Expected<Recording> record(const LaunchSpec &spec) override {
    return machine.record(spec);
  }

  llvm::Expected<RunResult> execute(const LaunchSpec &spec, const Trace &trace,
                                    const EventSet &included) override {
    size_t size = included.count();
    {
      std::unique_lock<std::mutex> lock(room.mutex);
      ++room.executions;
      ++room.poisons[spec.poison];
      room.strangers += std::this_thread::get_id() != owner;
      isCancelled = false;
      if (room.endless.contains(size)) {
        ++room.underWay;
        room.changed.notify_all();
        bool ended = room.changed.wait_for(lock, std::chrono::minutes(1),
                                           [&] { return isCancelled; });
        room.forgotten += !ended;
        --room.underWay;
      } else {
        auto first =
            included.any() ? static_cast<int64_t>(*included.begin()) : 0;
        std::chrono::microseconds time(first * 37 % 1000);
        room.changed.wait_for(lock, time, [&] { return isCancelled; });
      }
      if (isCancelled) {
        ++room.cancelled;
        RunResult result;
        result.ending = TimedOut{};
        return result;
      }
      if (room.losing.erase(size))
        return llvm::make_error<LaneLostError>("somebody pulled the plug");
      if (room.failures[size] > 0) {
        --room.failures[size];
        return llvm::make_error<EngineError>("out of breath");
      }
    }
    return machine.execute(spec, trace, included);
  }

  void cancel() override {
    std::lock_guard<std::mutex> lock(room.mutex);
    isCancelled = true;
    room.changed.notify_all();
  }

  static LaneFactory factory(MachineRoom &room) {
    return [&room](unsigned) -> llvm::Expected<Lane> {
      Lane lane;
      ChosenEngine engine;
      engine.engine = std::make_unique<SlowMachine>(room);
      lane.runner = std::make_unique<CaseRunner>(std::move(engine), RunPlace());
      return lane;
    };
  }

private:
  MachineRoom &room;
  PaperMachine machine;
  std::thread::id owner;
  bool isCancelled = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_CASE_SLOWMACHINE_H
