// Makes partial executions of one trace: runs that skip some of its events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All runs are forked from one process, the server. The tables of the trace are
// written once. Only a set of bits in shared memory changes from run to run:
// one bit for each event, which tells whether the run executes the event.

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_PLANSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_PLANSESSION_H

#include "Sessions/ExecutionSession.h"
#include "Sessions/PlanCheckpoints.h"
#include "Tables/TraceTables.h"
#include "Tables/WatchTables.h"

namespace pinstripe {

class PlanSession final : public ExecutionSession {
public:
  /// `trace` is the recorded trace, and `tables` were made from it. Both must
  /// outlive the session.
  PlanSession(const SessionTools &tools, const LaunchSpec &spec,
              const Trace &trace, TraceTables &tables);

  /// Prepares the next run, which executes the events in `included`. Returns
  /// the number of the checkpoint from which the run has to start; 0 means the
  /// beginning of the program. A checkpoint is a process stopped in the middle
  /// of an earlier run.
  llvm::Expected<uint32_t> prepare(const LaunchSpec &spec,
                                   const EventSet &included);
  /// If threads take turns: prepares the next run, which executes the events in
  /// `included`, in the memory that it shares with the tool.
  llvm::Error prepareRun(const LaunchSpec &spec, const EventSet &included);
  /// Returns the bits that tell which events the run executes: one for each
  /// event, in the order of positions.
  llvm::ArrayRef<uint64_t> includedBits() const { return includedWords; }
  /// Tells the session that most of the next runs will execute a subset of the
  /// events in `configuration`. The session then makes checkpoints for these
  /// runs. A run can start at a checkpoint if it executes all events of
  /// `configuration` that come before the checkpoint.
  void focus(const EventSet &configuration) {
    planCheckpoints.focus(configuration);
  }

  bool fits(const LaunchSpec &spec) const override;
  SessionProgress progressOf(const ChildResult &child) const override;
  const PlanTables *plan() const override { return &tables; }
  std::vector<WatchedValue> watchedValues() const override {
    return watchTables.values(watchResults);
  }

  // The following functions are public only because PlanCheckpoints calls them.

  /// Sets which events the next run executes.
  void include(const EventSet &events);
  /// Returns the bits, one for each event, that determine where a checkpoint is
  /// made. They are in shared memory. The caller sets the bits of all events
  /// before the checkpoint and clears the others. The run stops and becomes the
  /// checkpoint at the first event whose bit is 0.
  llvm::MutableArrayRef<uint64_t> prefix() { return prefixWords; }

private:
  std::vector<uint64_t> hookAddresses() const override {
    return tools.hooks.forExecution(recorded, spec.unrecordedCalls);
  }
  const FunctionSet *guardedFunctions() const override {
    return guard ? &recorded : nullptr;
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
  llvm::Error openWatchViews(TargetMemory &memory);
  llvm::Error fillComputed(TargetMemory &memory) const;

  const Trace &trace;
  /// The functions that occur in the trace.
  FunctionSet recorded;
  const PlanTables &tables;
  /// The tables that only guarded flow needs; null in other flows. In guarded
  /// flow, the executed conditions must decide as in the recorded run.
  const TraceTables::Guard *guard = nullptr;
  /// The stores whose addresses only the recorded run could show. When the
  /// event of such a store is skipped, the memory of the store is filled with a
  /// pattern (poisoned). Null if the memory of such stores is not to be
  /// poisoned.
  const ComputedStores *computed = nullptr;
  WatchTables watchTables;
  /// The number of each event in order of time; empty unless threads take
  /// turns.
  std::vector<uint32_t> eventNumbers;
  llvm::MutableArrayRef<uint64_t> includedWords;
  llvm::MutableArrayRef<uint64_t> prefixWords;
  /// A word of shared memory, just after `includedWords`. Only heap blocks with
  /// a ComputedStore::number up to the value of this word are poisoned (filled
  /// with a pattern), since only these blocks have the same addresses as in the
  /// recorded run. See ComputedStores::heapLimit.
  uint64_t *heapLimit = nullptr;
  llvm::MutableArrayRef<uint8_t> watchResults;
  PlanCheckpoints planCheckpoints;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_PLANSESSION_H
