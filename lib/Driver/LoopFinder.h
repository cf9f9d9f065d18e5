//===- LoopFinder.h - Iterations in a recorded run --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_LOOPFINDER_H
#define PINSTRIPE_LIB_DRIVER_LOOPFINDER_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// Events begin .. end-1 of the trace.
struct EventRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Finds loops by what the run did: a loop begins with the first unit of an
/// invocation that comes again, and iterates whenever it does. Loops inside it
/// lie within its iterations.
///
/// The body of an iteration is what lies between its first event, which is the
/// condition, and its last one, which goes on to the next element: these two
/// are needed for the sake of later iterations. What happened in calls that the
/// body made is part of it.
///
/// Takes 8 bytes a unit, and 4 an event of the invocation at hand.
class LoopFinder {
public:
  LoopFinder(const UnitTable &table, const Trace &trace);

  /// Calls `found` with the bodies of each loop of the invocation, those of
  /// inner loops first. Iterations, from their first event to that of the next
  /// one, are looked into only where `mayHoldLoops` says so.
  void run(InvocationId id,
           llvm::function_ref<bool(EventRange iteration)> mayHoldLoops,
           llvm::function_ref<void(llvm::ArrayRef<EventRange> bodies)> found);

private:
  struct Search {
    llvm::ArrayRef<EventIndex> events;
    llvm::function_ref<bool(EventRange)> mayHoldLoops;
    llvm::function_ref<void(llvm::ArrayRef<EventRange>)> found;
  };
  void findNextInstances(InvocationId id);
  void search(const Search &parts, size_t begin, size_t end) const;

  const UnitTable &table;
  const Trace &trace;
  /// Of each event of the invocation at hand the place of the next one of its
  /// unit, or how many events there are.
  std::vector<uint32_t> nextInstance;
  /// The next instance of each unit, while `findNextInstances` goes backwards,
  /// and in which invocation that is.
  std::vector<std::pair<uint32_t, uint32_t>> nextOfUnit;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOOPFINDER_H
