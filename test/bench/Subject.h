//===- Subject.h - The programs that the benchmark runs -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_BENCH_SUBJECT_H
#define PINSTRIPE_BENCH_SUBJECT_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include <memory>

namespace pinstripe::bench {

/// A program with one loop whose only argument is the number of iterations,
/// so that traces of any length can be had from it.
struct Subject {
  std::string name; ///< "loop-clang"
  UnitTable table;
  std::string directory;
  double tableSeconds = 0; ///< that it took to make `table`
  /// Events of a run: fixed + perIteration * iterations.
  size_t fixedEvents = 0, perIteration = 1;

  /// The run that has about so many events.
  LaunchSpec launch(size_t events) const;
};

/// Reads the program and counts, with `engine`, the events of two short runs.
llvm::Expected<std::unique_ptr<Subject>> readSubject(llvm::StringRef folder,
                                                     llvm::StringRef name,
                                                     llvm::StringRef scratch);
llvm::Error countEvents(Subject &subject, ExecutionEngine &engine);

/// Which events of a trace are executed.
enum class PlanKind { Full, Empty, RandomHalf, FirstHalf };

/// A plan for `trace`. The halves concern the loop only, so that every way of
/// executing them prints the same, whatever it does about uninitialised
/// variables; FirstHalf omits the second half.
EventSet makePlan(const Trace &trace, PlanKind kind, unsigned seed);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_SUBJECT_H
