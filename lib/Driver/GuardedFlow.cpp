//===- GuardedFlow.cpp - What a reduction in guarded flow needs -----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedFlow.h"
#include "pinstripe/Driver/Environment.h"

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
