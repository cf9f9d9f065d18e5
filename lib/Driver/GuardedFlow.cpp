//===- GuardedFlow.cpp - What a reduction in guarded flow needs -----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedFlow.h"
#include "DetailedRun.h"
#include "Disturbances.h"
#include "pinstripe/Analysis/StoreRecorder.h"
#include "pinstripe/Driver/Environment.h"
#include "pinstripe/Driver/InterruptedError.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

std::unique_ptr<ControlTree>
pinstripe::controlTreeOf(const RecordedCase &recorded) {
  if (recorded.launch.flow == Flow::Trace)
    return nullptr;
  return std::make_unique<ControlTree>(
      UnitGraph(recorded.table, recorded.trace), recorded.trace);
}

EventSet pinstripe::withAncestors(EventSet events, const ControlTree *control) {
  if (!control)
    return events;
  const EventSet wanted = events;
  for (unsigned event : wanted.set_bits()) {
    std::optional<EventIndex> parent = control->parent(EventIndex(event));
    while (parent && !events.test(static_cast<unsigned>(*parent))) {
      events.set(static_cast<unsigned>(*parent));
      parent = control->parent(*parent);
    }
  }
  return events;
}

EventSet pinstripe::guardsOf(const EventSet &kept, const ControlTree &control,
                             const Trace &trace) {
  EventSet guards(kept.size());
  for (unsigned event : kept.set_bits()) {
    std::optional<EventIndex> parent = control.parent(EventIndex(event));
    // Else the parent made the call.
    bool isDecided = parent && trace.event(*parent).invocation ==
                                   trace.event(EventIndex(event)).invocation;
    if (isDecided)
      guards.set(static_cast<unsigned>(*parent));
  }
  return guards;
}

/// A table of 40 MB, and at most as much again for long ranges, each time that
/// an engine starts the program.
static constexpr size_t mostStores = size_t(1) << 21;

static llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStoresOnce(RecordedCase &recorded,
                       const DependenceOptions &options) {
  llvm::Expected<DataCode> code = readDataCode(recorded.table);
  if (!code)
    return code.takeError();
  StoreRecorder recorder(recorded.table, *code, recorded.trace, mostStores);
  llvm::Expected<Recording> again = recordInDetail(
      recorded, *recorded.engine.engine, *code, recorder, options);
  if (!again)
    return again.takeError();
  if (llvm::Error error = checkSameRun(recorded, *again))
    return error;
  auto stores = recorder.take();
  if (!stores)
    return llvm::make_error<TargetError>("the run writes to too many places");
  return stores;
}

static llvm::Expected<std::shared_ptr<const ComputedStores>>
findComputedStores(RecordedCase &recorded, const DependenceOptions &options) {
  if (llvm::StringRef reason = reasonForSteps(recorded); !reason.empty())
    if (llvm::Error error = announceSteps(recorded, reason, options))
      return error;
  return repeatFailures(
      [&] { return findComputedStoresOnce(recorded, options); });
}

llvm::Error pinstripe::recordComputedStores(
    RecordedCase &recorded, const std::atomic<bool> &stop,
    const std::function<void(llvm::StringRef)> &say) {
  LaunchSpec &launch = recorded.launch;
  if (launch.flow != Flow::Guarded || launch.poison == Poison::Stale ||
      launch.computedStores)
    return llvm::Error::success();
  DependenceOptions options;
  options.say = say;
  options.interrupted = &stop;
  auto stores = findComputedStores(recorded, options);
  if (stores) {
    launch.computedStores = std::move(*stores);
    return llvm::Error::success();
  }
  llvm::Error error = stores.takeError();
  if (error.isA<InterruptedError>())
    return error;
  std::string reason = llvm::toString(std::move(error));
  if (say)
    say("note: what skipped statements would have written to the heap and to "
        "elements of arrays is left as it is: " +
        reason);
  return llvm::Error::success();
}

llvm::Expected<std::vector<LaunchSpec>>
pinstripe::findOtherGarbage(const RecordedCase &recorded,
                            const LaunchSpec &launch, ResultCheck &check,
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
