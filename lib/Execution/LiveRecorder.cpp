//===- LiveRecorder.cpp - Records a run in live flow ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveRecorder.h"

using namespace pinstripe;

Decision LiveRecorder::arrive(const HookPoint &hook, const Arrival &arrival) {
  uint64_t before = eventsExecuted();
  Decision decision = dispatcher.arrive(hook, arrival);
  if (decision.kind == Decision::Kind::Stop)
    return decision;
  HookPoint place = hook;
  if (decision.kind == Decision::Kind::Jump) {
    place = HookPoint();
    place.function = hook.function;
    place.isExit = decision.target == table.function(hook.function).exit;
    if (!place.isExit)
      place.entry = table.entryAt(decision.target);
  }
  // Omitted in favour of the end, where nothing else stands for it.
  if (place.isExit && eventsExecuted() != before) {
    HookPoint omitted;
    omitted.function = hook.function;
    omitted.entry = dispatcher.currentEntry();
    recorder.arrive(omitted, arrival);
  }
  Decision noted = recorder.arrive(place, arrival);
  return noted.kind == Decision::Kind::Stop ? noted : decision;
}
