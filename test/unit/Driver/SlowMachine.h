//===- SlowMachine.h - An engine that takes its time ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_UNIT_DRIVER_SLOWMACHINE_H
#define PINSTRIPE_TEST_UNIT_DRIVER_SLOWMACHINE_H

#include "PaperMachine.h"
#include "pinstripe/Driver/LanePool.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

namespace pinstripe {

/// What the machines of a test share.
struct MachineRoom {
  std::mutex mutex;
  std::condition_variable changed;
  size_t executions = 0;
  size_t cancelled = 0;
  /// Runs that nobody cancelled within a minute: the test is about to fail.
  size_t forgotten = 0;
  size_t underWay = 0;  ///< of the endless ones
  size_t machines = 0;  ///< made so far
  size_t strangers = 0; ///< calls by another thread than the machine's
  /// Sizes of event sets whose runs end only when they are cancelled.
  std::set<size_t> endless;
  /// Sizes of event sets for which the first attempts fail, and how many.
  std::map<size_t, unsigned> failures;

  size_t count() {
    std::lock_guard<std::mutex> lock(mutex);
    return executions;
  }
  size_t machineCount() {
    std::lock_guard<std::mutex> lock(mutex);
    return machines;
  }
  /// Waits until that many endless runs are under way.
  void awaitUnderWay(size_t count) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return underWay >= count; });
  }
};

/// A PaperMachine whose runs take up to a millisecond, by their events.
class SlowMachine : public ExecutionEngine {
public:
  explicit SlowMachine(MachineRoom &room)
      : room(room), owner(std::this_thread::get_id()) {
    std::lock_guard<std::mutex> lock(room.mutex);
    ++room.machines;
  }

  llvm::StringRef name() const override { return "slow"; }
  llvm::Expected<Recording> record(const LaunchSpec &spec) override {
    return machine.record(spec);
  }

  llvm::Expected<RunResult> execute(const LaunchSpec &spec, const Trace &trace,
                                    const EventSet &included) override {
    size_t size = included.count();
    {
      std::unique_lock<std::mutex> lock(room.mutex);
      ++room.executions;
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
        std::chrono::microseconds time(included.find_first() * 37 % 1000);
        room.changed.wait_for(lock, time, [&] { return isCancelled; });
      }
      if (isCancelled) {
        ++room.cancelled;
        return RunResult{TimedOut{}, {}, {}, {}, {}, 0, 0, 0};
      }
      if (room.failures[size] > 0) {
        --room.failures[size];
        return llvm::make_error<EngineError>("out of breath");
      }
    }
    return machine.execute(spec, trace, included);
  }

  llvm::Expected<Recording>
  recordLive(const LaunchSpec &spec,
             llvm::ArrayRef<LiveChange> changes) override {
    return llvm::make_error<EngineError>("paper has no live flow");
  }

  llvm::Expected<RunResult>
  executeLive(const LaunchSpec &spec,
              llvm::ArrayRef<LiveChange> changes) override {
    return machine.executeLive(spec, changes);
  }

  void cancel() override {
    std::lock_guard<std::mutex> lock(room.mutex);
    isCancelled = true;
    room.changed.notify_all();
  }

  static LaneFactory factory(MachineRoom &room) {
    return [&room](unsigned) -> llvm::Expected<Lane> {
      Lane lane;
      lane.engine = std::make_unique<SlowMachine>(room);
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

#endif // PINSTRIPE_TEST_UNIT_DRIVER_SLOWMACHINE_H
