// Describes completely how to start the program and what it may use up.
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
class Sandbox;

/// The pattern that fills fresh frames, skipped return values and malloc'ed
/// memory. Each pattern must be conspicuous as an integer, as a double and as a
/// pointer.
enum class Poison : uint8_t {
  /// Bytes that are odd and even in turn. A word of them is not a valid
  /// pointer, and a byte is not the exit status 0.
  Pattern,
  Zero,
  /// Large numbers, of opposite signs in the two halves of a word, so that not
  /// all poisoned variables compare equal.
  Large,
  Stale, ///< No poison: memory keeps what happens to be there.
};

/// Returns the eight bytes that a poison repeats. For Stale, which has no
/// pattern, returns 0.
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
  Trace, ///< The recording decides, whatever conditions say.
  /// The executed conditions decide, each of which must decide as in the
  /// recording. A skipped event poisons what it would have written.
  Guarded,
};

/// Says what happens if the program makes a call that the recording does not
/// have at that moment: the run ends as a divergence, the call is skipped, or
/// the call runs without control.
enum class UnrecordedCalls : uint8_t { Diverge, Skip, Run };

/// Everything that determines a run. All engines and the plain runs start the
/// program from this structure and from nothing else, so that the program sees
/// the same in all runs.
struct LaunchSpec {
  std::string program; ///< Absolute path of the program.
  /// The program's arguments, without argv[0].
  std::vector<std::string> arguments;
  std::string argument0; ///< The program's argv[0], as the user typed it.
  /// All environment variables, as NAME=VALUE.
  std::vector<std::string> environment;
  std::string standardInput; ///< Absolute path of the input file.
  /// Absolute path of the folder in which the program runs.
  std::string workingDirectory;
  /// A folder that the program sees, by a private mount, in place of
  /// `workingDirectory`, so that several runs at once all see the same path.
  /// Empty if there is none. See EngineTraits::honoursPrivateView.
  std::string privateView;
  /// Limits what the program can see and change. The working directory has the
  /// same path inside. If null, the program can do whatever the user can.
  std::shared_ptr<Sandbox> sandbox = nullptr;
  /// Files whose content after the run is part of the observation. Their paths
  /// are relative to the working directory.
  std::vector<std::string> observedFiles;
  /// Variables whose values are to be read during a partial execution. The
  /// values are part of the observation. May be null.
  WatchList watches = nullptr;
  Flow flow = Flow::Trace;
  /// For guarded flow: the stores of the recorded run whose addresses only the
  /// run knew, such as stores to elements of arrays. Where skipped events would
  /// have stored something, memory is poisoned. If null, only stores with known
  /// addresses are poisoned.
  std::shared_ptr<const ComputedStores> computedStores = nullptr;
  Poison poison = Poison::Pattern;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  double wallLimitSeconds = 10;
  /// How much processor time the program itself may spend; 0: no limit. On a
  /// busy machine this finds endless loops more reliably than wall time.
  double processorLimitSeconds = 0;
  /// How long the program may sleep with no child to wait for; 0: no limit.
  double idleLimitSeconds = 0;
  /// Maximum number of events of the run; 0 means no limit.
  uint64_t eventLimit = 0;
  uint64_t outputLimitBytes = 64u << 20;
  /// How large any single file that the program writes may become.
  uint64_t fileLimitBytes = 64u << 20;
  /// How much memory the program and its descendants may use together. Only
  /// for runs in a sandbox; 0: no limit.
  uint64_t memoryLimitBytes = uint64_t(2) << 30;
  /// The most processes and threads that a run may have; 0: no limit.
  unsigned processLimit = 64;

  /// The path under which the tool finds the program's working directory.
  const std::string &visitedDirectory() const {
    return privateView.empty() ? workingDirectory : privateView;
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LAUNCHSPEC_H
