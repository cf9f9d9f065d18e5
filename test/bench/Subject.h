// Describes the programs that the benchmark runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_BENCH_SUBJECT_H
#define PINSTRIPE_BENCH_SUBJECT_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include <memory>

namespace pinstripe::bench {

/// A program with one loop. Its only argument is the number of iterations, so
/// it can make traces of any length.
struct Subject {
  std::string name; ///< for example "loop-clang"
  UnitTable table;
  std::string directory;
  double tableSeconds = 0; ///< seconds that it took to make `table`
  /// A run has fixedEvents + perIteration * iterations events, where the number
  /// of iterations is the program's argument.
  size_t fixedEvents = 0, perIteration = 1;

  /// Describes a run with about this many events.
  LaunchSpec launch(size_t events) const;
};

/// Reads the program. Afterwards countEvents makes two short runs to find out
/// how many events a run has.
llvm::Expected<std::unique_ptr<Subject>> readSubject(llvm::StringRef folder,
                                                     llvm::StringRef name,
                                                     llvm::StringRef scratch);
llvm::Error countEvents(Subject &subject, ExecutionEngine &engine);

/// The kinds of sets of events that are executed.
enum class PlanKind { Full, Empty, RandomHalf, FirstHalf };

/// Chooses the events to be executed. The halves leave out only events of the
/// loop, so the output does not depend on how an engine treats uninitialised
/// variables. FirstHalf leaves out the second half.
EventSet makePlan(const Trace &trace, PlanKind kind, unsigned seed);

} // namespace pinstripe::bench

#endif // PINSTRIPE_BENCH_SUBJECT_H
