// Compares what two runs of a program have shown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_OBSERVATION_H
#define PINSTRIPE_TEST_CONFORMANCE_OBSERVATION_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"

namespace pinstripe::conformance {

/// Describes the ending, events, output and observed files in one line.
std::string describe(const UnitTable &table, const RunResult &result);

/// Returns whether two runs have shown the same, except for times and
/// breakpoint hits. If both were stopped by the time limit, one may have come
/// further than the other. If memory and registers are not poisoned, little is
/// compared: a program may then print a pointer into its own code, the bytes of
/// a hook, or the number by which malloc recognises freed memory, which is
/// random in each process.
bool sameObservation(const RunResult &a, const RunResult &b,
                     Poison poison = Poison::Pattern);

/// Compares a run with a run without an engine. The latter has no events and
/// does not tell where the program crashed.
bool samePlainObservation(const RunResult &plain, const RunResult &recorded);

bool timedOut(const RunResult &result);

/// Returns where two traces differ; an empty text if they are equal.
std::string difference(const UnitTable &table, const Trace &expected,
                       const Trace &found);

/// Returns the name of an event, such as "12:9 'sum += i' in main".
std::string nameOf(const UnitTable &table, const Trace &trace,
                   EventIndex index);

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_OBSERVATION_H
