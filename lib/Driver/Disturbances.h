//===- Disturbances.h - What others do to runs ------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A debugger that fails, a server that somebody ends, a system without memory
// that ends the program: none of it says anything about the run, which is made
// again. What happens again and again is what the run does.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_DISTURBANCES_H
#define PINSTRIPE_LIB_DRIVER_DISTURBANCES_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include <optional>
#include <string>
#include <utility>

namespace pinstripe {

/// Whether the run ended by a signal that others send to end or stop a program;
/// a program may send it to itself, too.
bool mayBeFromOutside(const Ending &ending);

/// Of all runs of a kind, where that is a surprise, with what to do about it.
std::string describeOutsideEnding(const Ending &ending);

/// Whether the endings are of one kind, and by the same signal.
bool endAlike(const Ending &left, const Ending &right);

/// The engine's failures in a row.
class FailureCount {
public:
  /// Of one more: whether another attempt may do better.
  bool mayRepeat();

private:
  unsigned count = 0;
  Stopwatch since;
};

/// The result of `attempt`, an Expected, which is made again where it is an
/// EngineError.
template <typename Attempt> auto repeatFailures(Attempt attempt) {
  FailureCount failures;
  for (;;) {
    auto result = attempt();
    if (!result.template errorIsA<EngineError>() || !failures.mayRepeat())
      return result;
    llvm::consumeError(result.takeError()); // the last one counts
  }
}

/// The results of the same run, made again and again.
class RepeatedRun {
public:
  /// Whether the latest one is what the run does.
  bool isConvincing(const RunResult &latest);

private:
  unsigned runs = 0, alike = 0;
  std::optional<std::pair<Ending, uint64_t>> former; ///< with its events
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_DISTURBANCES_H
