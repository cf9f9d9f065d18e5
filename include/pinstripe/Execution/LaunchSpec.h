//===- LaunchSpec.h - How to start the program -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_LAUNCHSPEC_H
#define PINSTRIPE_EXECUTION_LAUNCHSPEC_H

#include "pinstripe/Execution/Watch.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pinstripe {

class ComputedStores;
class Sandbox;

/// What fills fresh frames, skipped return values and malloc'ed memory. A
/// pattern is to be seen as an integer, as a double and as a pointer.
enum class Poison : uint8_t {
  Pattern, ///< odd and even bytes, no valid pointer, no exit status 0
  Zero,
  /// Large numbers, of opposite signs in the two halves of a word: so that not
  /// all that is poisoned compares equal.
  Large,
  Stale, ///< nothing does
};

constexpr uint64_t poisonWord(Poison poison) {
  switch (poison) {
  case Poison::Pattern:
    return 0x5AA55AA55AA55AA5;
  case Poison::Large:
    return 0x7F7F7F7F81818181;
  case Poison::Zero:
  case Poison::Stale:
    break;
  }
  return 0;
}

/// Who decides where control goes in a partial execution.
enum class Flow : uint8_t {
  Trace, ///< the recording, whatever conditions say
  /// The conditions that are executed, and each must decide as it did in the
  /// recording. What is skipped poisons what it would have written.
  Guarded,
};

/// What to do with a call that the recording does not have at that place.
enum class UnrecordedCalls : uint8_t { Diverge, Skip, Run };

/// Everything that determines a run (design section 3, "Determinism"). All
/// engines and the plain runs start the program from this and nothing else.
struct LaunchSpec {
  std::string program;                  ///< absolute path
  std::vector<std::string> arguments;   ///< without argv[0]
  std::string argument0;                ///< as the user wrote the program
  std::vector<std::string> environment; ///< NAME=VALUE, complete
  std::string standardInput;            ///< absolute path of a file
  std::string workingDirectory;         ///< absolute
  /// A folder that the program sees in the place of `workingDirectory`, by a
  /// mount of its own, so that several runs at once all see the same path.
  /// Empty: none. Only for engines that can do it.
  std::string privateView;
  /// What the program can see and change; null: whatever the user can. Its
  /// working directory is there under the same path.
  std::shared_ptr<Sandbox> sandbox = nullptr;
  /// Files whose content is part of the observation, relative to the
  /// working directory.
  std::vector<std::string> watchedFiles;
  /// Values of partial executions that are part of the observation; may be
  /// null.
  WatchList watches = nullptr;
  Flow flow = Flow::Trace;
  /// Guarded flow: what skipped events would have written where only the
  /// recording can tell; of the trace that is executed. Null: that is left as
  /// it is.
  std::shared_ptr<const ComputedStores> computedStores = nullptr;
  Poison poison = Poison::Pattern;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  double wallLimitSeconds = 10;
  /// Of the processor, spent by the program itself; 0: none. It finds endless
  /// loops sooner, however busy the machine.
  double processorLimitSeconds = 0;
  /// Asleep all the time, with no child to wait for; 0: none.
  double idleLimitSeconds = 0;
  uint64_t eventLimit = 0; ///< 0: none
  uint64_t outputLimitBytes = 64u << 20;
  /// Of the largest file that it writes.
  uint64_t fileLimitBytes = 64u << 20;
  /// Of the program with its descendants, in a sandbox; 0: none.
  uint64_t memoryLimitBytes = uint64_t(2) << 30;
  unsigned processLimit = 64; ///< threads are counted, too

  /// Where we find what the program calls its working directory.
  const std::string &visitedDirectory() const {
    return privateView.empty() ? workingDirectory : privateView;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LAUNCHSPEC_H
