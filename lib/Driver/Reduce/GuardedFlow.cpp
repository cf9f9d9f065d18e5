// Prepares reductions in guarded flow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/GuardedFlow.h"
#include "Slice/DetailedRun.h"
#include "pinstripe/Analysis/StoreRecorder.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

std::unique_ptr<ControlTree>
pinstripe::controlTreeOf(const RecordedCase &recorded, Flow flow) {
  if (flow == Flow::Trace)
    return nullptr;
  return std::make_unique<ControlTree>(
      UnitGraph(recorded.table, recorded.trace), recorded.trace);
}

EventSet pinstripe::withAncestors(EventSet events, const ControlTree *control) {
  if (!control)
    return events;
  const EventSet wanted = events;
  for (EventIndex event : wanted) {
    std::optional<EventIndex> parent = control->parent(event);
    while (parent && !events.contains(*parent)) {
      events.insert(*parent);
      parent = control->parent(*parent);
    }
  }
  return events;
}

EventSet pinstripe::guardsOf(const EventSet &kept, const ControlTree &control,
                             const Trace &trace) {
  EventSet guards(kept.universe());
  for (EventIndex event : kept) {
    std::optional<EventIndex> parent = control.parent(event);
    // Otherwise the parent made the call.
    bool isDecided = parent && trace.event(*parent).invocation ==
                                   trace.event(event).invocation;
    if (isDecided)
      guards.insert(*parent);
  }
  return guards;
}

/// The stores take a table of 40 MB, and at most as much again for long ranges,
/// each time an engine starts the program.
static constexpr size_t maxStores = size_t(1) << 21;

static llvm::Expected<std::shared_ptr<const ComputedStores>>
recordComputedStores(const RecordedCase &recorded, CaseRunner &runner,
                     const DependenceOptions &options) {
  llvm::Expected<DataCode> code = readDataCode(recorded.table);
  if (!code)
    return code.takeError();
  std::optional<StoreRecorder> recorder;
  auto newRecorder = [&]() -> ExecutionObserver & {
    return recorder.emplace(recorded.table, *code, recorded.trace, maxStores);
  };
  llvm::Expected<Recording> again =
      recordInDetail(recorded, runner, *code, newRecorder, options);
  if (!again)
    return again.takeError();
  if (llvm::Error error = checkSameRun(recorded, *again))
    return error;
  auto stores = recorder->take();
  if (!stores)
    return llvm::make_error<TargetError>("the run writes to too many places");
  return stores;
}

llvm::Expected<std::shared_ptr<const ComputedStores>>
pinstripe::findComputedStores(const RecordedCase &recorded, CaseRunner &runner,
                              const LaunchSpec &launch,
                              const std::atomic<bool> &stop,
                              const std::function<void(llvm::StringRef)> &say) {
  if (launch.flow != Flow::Guarded || launch.poison == Poison::Stale)
    return nullptr;
  DependenceOptions options;
  options.say = say;
  options.interrupted = &stop;
  auto stores = recordComputedStores(recorded, runner, options);
  if (stores || stores.errorIsA<InterruptedError>())
    return stores;
  std::string reason = llvm::toString(stores.takeError());
  if (say)
    say("note: what skipped statements would have written to the heap and to "
        "elements of arrays is left as it is: " +
        reason);
  return nullptr;
}

llvm::Expected<std::vector<LaunchSpec>>
pinstripe::findOtherPoisons(const RecordedCase &recorded,
                            const LaunchSpec &launch, PoisonCheck &check,
                            const std::function<void(llvm::StringRef)> &say) {
  std::vector<LaunchSpec> others;
  if (launch.poison == Poison::Stale)
    return others;
  EventSet all(recorded.trace.size(), true);
  for (Poison poison : {Poison::Pattern, Poison::Zero, Poison::Large}) {
    if (poison == launch.poison)
      continue;
    LaunchSpec other = withPoison(launch, poison);
    llvm::Expected<Outcome> outcome = check.run(other, all);
    if (!outcome)
      return outcome.takeError();
    if (*outcome == Outcome::Fail)
      others.push_back(std::move(other));
    else if (say)
      say("warning: " + launch.argument0 + ": with --poison " +
          poisonName(poison).str() +
          " the whole run makes another output, so something is read before "
          "it is written; going on without");
  }
  return others;
}
