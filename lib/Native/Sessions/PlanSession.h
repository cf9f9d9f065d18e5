// The server for the partial executions of one trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of the trace are written once. Runs differ by a set of bits in
// shared memory: one for each event, which tells whether the run executes it.

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_PLANSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_PLANSESSION_H

#include "Sessions/ExecutionSession.h"
#include "Sessions/PlanCheckpoints.h"
#include "Tables/TraceTables.h"
#include "Tables/WatchTables.h"

namespace pinstripe {

class PlanSession final : public ExecutionSession {
public:
  /// `trace` and the tables made from it must outlive the session.
  PlanSession(const SessionTools &tools, const LaunchSpec &spec,
              const Trace &trace, TraceTables &tables);

  /// Prepares the next run. Returns the number of the server from which to
  /// start it.
  llvm::Expected<uint32_t> prepare(const LaunchSpec &spec,
                                   const EventSet &included);
  /// Says what the next runs have in common, see ExecutionEngine::focus.
  void focus(const EventSet &configuration) {
    planCheckpoints.focus(configuration);
  }

  bool fits(const LaunchSpec &spec) const override;
  Progress progressOf(const ChildResult &child) const override;
  const PlanTables *plan() const override { return &tables; }
  std::vector<WatchedValue> watchedValues() const override {
    return watchTables.values(watchResults);
  }

  // The functions from here on are for checkpoints.

  /// Sets which events the next run executes.
  void include(const EventSet &events);
  /// The bits of the events before the next checkpoint, by position.
  llvm::MutableArrayRef<uint64_t> prefix() { return prefixWords; }

private:
  std::vector<uint64_t> hookAddresses() const override {
    return tools.hooks.forExecution(recordedFunctions(tools.table, trace),
                                    spec.unrecordedCalls);
  }
  void dropCheckpoints() override { planCheckpoints.dropFrom(0); }
  uint64_t minLearntEvents() const override {
    return planCheckpoints.minLearntEvents();
  }
  void makeTables() override;
  void addRegions(TargetMemory &memory) const override;
  void addSkippedRegions(TargetMemory &memory) const;
  void addComputedRegions(TargetMemory &memory) const;
  void addWatchRegions(TargetMemory &memory) const;
  void describe(native::Setup &setup) const override;
  llvm::Error openViews(TargetMemory &memory) override;
  llvm::Error openWatchViews(TargetMemory &memory,
                             llvm::ArrayRef<uint32_t> entries);
  llvm::Error fillComputed(TargetMemory &memory) const;

  const Trace &trace;
  const PlanTables &tables;
  /// The tables for guarded flow; null in other flows.
  const TraceTables::Guard *guard = nullptr;
  /// The stores whose addresses only the recorded run knew, if they are to be
  /// poisoned when their events are skipped; otherwise null.
  const ComputedStores *computed = nullptr;
  WatchTables watchTables;
  llvm::MutableArrayRef<uint64_t> includedWords;
  llvm::MutableArrayRef<uint64_t> prefixWords;
  /// The word of shared memory after `includedWords`.
  uint64_t *heapLimit = nullptr;
  llvm::MutableArrayRef<uint8_t> watchResults;
  PlanCheckpoints planCheckpoints;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_PLANSESSION_H
