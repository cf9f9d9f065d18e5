// Describes completely how to start the program and which limits its run has,
// so that all runs start alike.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_EXECUTION_LAUNCHSPEC_H
#define PINSTRIPE_EXECUTION_LAUNCHSPEC_H

#include "pinstripe/Execution/Watch.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pinstripe {

class ComputedStores;
struct RecompiledCode;
class Sandbox;

/// The pattern that fills the stack frames of new calls and malloc'ed memory,
/// and that replaces the value of a skipped `return`, so that reads of unset
/// memory become visible. Each pattern must be conspicuous as an integer, as a
/// double and as a pointer.
enum class Poison : uint8_t {
  /// A pattern without a zero byte: a program that exits with it as its status
  /// does not seem to succeed. Eight bytes of the pattern are not a valid
  /// pointer.
  Pattern,
  Zero,
  /// A pattern that is a large number. The upper and the lower half of an
  /// eight-byte word have opposite signs. So two four-byte variables that hold
  /// the pattern can be unequal.
  Large,
  Stale, ///< No poison: memory keeps whatever happens to be in it.
};

/// Returns the eight bytes that a kind of poison repeats. Returns 0 for Stale,
/// which has no pattern.
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

/// Says what decides where control goes in a partial execution.
enum class Flow : uint8_t {
  /// The recording decides. The values of the program's conditions have no
  /// influence.
  Trace,
  /// The program's conditions decide. If one of them decides otherwise than in
  /// the recording, the run ends. If an event is skipped, the memory that it
  /// would have written is filled with a pattern, the poison.
  Guarded,
};

/// Says how a run continues if the program makes a call that the recording does
/// not have at that moment. Diverge: the run ends, since it no longer follows
/// the recording. Skip: the call is skipped. Run: the program itself decides
/// what it executes in the call.
enum class UnrecordedCalls : uint8_t { Diverge, Skip, Run };

/// Everything that determines a run. Each run starts the program from a
/// LaunchSpec and from nothing else, whether the run is made with an engine or
/// without one.
struct LaunchSpec {
  std::string program; ///< Absolute path of the program.
  /// The program's arguments, without argv[0].
  std::vector<std::string> arguments;
  /// The program's argv[0]: its name as the user typed it.
  std::string argument0;
  /// All environment variables, as NAME=VALUE.
  std::vector<std::string> environment;
  std::string standardInput; ///< Absolute path of the input file.
  /// Absolute path of the folder in which the program runs.
  std::string workingDirectory;
  /// A folder that the program sees in place of `workingDirectory`, by a
  /// private mount. So several runs at once can all see the same path. Empty if
  /// there is no such folder. Only engines with
  /// EngineTraits::honoursPrivateView support this.
  std::string privateView;
  /// The sandbox that limits what the program can see and change. The working
  /// directory has the same path inside and outside of the sandbox. If null,
  /// the program can do whatever the user can.
  std::shared_ptr<Sandbox> sandbox = nullptr;
  /// Files whose content after the run is part of the result, like the output.
  /// The paths are relative to the working directory.
  std::vector<std::string> observedFiles;
  /// Variables whose values count as a part of the run's result, like the
  /// output. Partial executions read these values. May be null.
  WatchList watches = nullptr;
  Flow flow = Flow::Trace;
  /// The stores of the recorded run to addresses that only the recording tells,
  /// such as those of array elements. If guarded flow skips such a store, it
  /// fills the memory with a pattern, the poison. If this is null, guarded flow
  /// does so only for stores whose places are fixed in the machine code.
  std::shared_ptr<const ComputedStores> computedStores = nullptr;
  /// Recompiled functions, which runs in live flow (runs with changes) can use
  /// in place of functions of the program. See LiveChange::Kind::Mutate. May be
  /// null.
  std::shared_ptr<const RecompiledCode> recompiled = nullptr;
  Poison poison = Poison::Pattern;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  /// The number of the order in which the threads of the program get their
  /// turns. 0 is the usual order; each other number gives another order. If
  /// nullopt, the user has not chosen an order. The threads then get the usual
  /// order, and the recorded run must have the same output as runs without an
  /// engine.
  std::optional<uint64_t> schedule = std::nullopt;
  double wallLimitSeconds = 10;
  /// The number of seconds of processor time that the program itself may use; 0
  /// means no limit. On a busy machine, this limit finds endless loops more
  /// reliably than a limit on wall time.
  double processorLimitSeconds = 0;
  /// The number of seconds that the program may sleep while it has no child
  /// process to wait for; 0 means no limit.
  double idleLimitSeconds = 0;
  /// Maximum number of events of the run; 0 means no limit.
  uint64_t eventLimit = 0;
  uint64_t outputLimitBytes = 64u << 20;
  /// Maximum size in bytes of any single file that the program writes.
  uint64_t fileLimitBytes = 64u << 20;
  /// Maximum number of bytes of memory that the program and its descendants may
  /// use together, if the run is in a sandbox; 0 means no limit.
  uint64_t memoryLimitBytes = uint64_t(2) << 30;
  /// Maximum number of processes and threads of a run; 0 means no limit.
  unsigned processLimit = 64;

  /// Returns the path by which the tool itself finds the program's working
  /// directory.
  const std::string &visitedDirectory() const {
    return privateView.empty() ? workingDirectory : privateView;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LAUNCHSPEC_H
