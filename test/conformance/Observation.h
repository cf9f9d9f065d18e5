//===- Observation.h - When two runs are the same ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_CONFORMANCE_OBSERVATION_H
#define PINSTRIPE_TEST_CONFORMANCE_OBSERVATION_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/RunResult.h"

namespace pinstripe::conformance {

/// Ending, events, output and watched files, in one line.
std::string describe(const UnitTable &table, const RunResult &result);

/// Everything but times and breakpoint hits. Of runs that had to be stopped
/// by the clock one may have come further than the other. Where memory and
/// registers are left stale, little is the same: a program may show a pointer
/// into its own code, the bytes of a hook, or the number, random in each
/// process, by which malloc knows freed memory.
bool sameObservation(const RunResult &a, const RunResult &b,
                     Poison poison = Poison::Pattern);

/// The same for a run without engine, which knows of no events and not where
/// the program crashed.
bool samePlainObservation(const RunResult &plain, const RunResult &recorded);

bool timedOut(const RunResult &result);

/// Where two traces part, or an empty text.
std::string difference(const UnitTable &table, const Trace &expected,
                       const Trace &found);

/// "12:9 'sum += i' in main" of an event.
std::string nameOf(const UnitTable &table, const Trace &trace,
                   EventIndex index);

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_OBSERVATION_H
