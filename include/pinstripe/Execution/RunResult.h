// The result of one run: how it ended and what it has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever a program does, crashes and hangs included, is described by a
// RunResult. An llvm::Error only says that Pinstripe itself could not go on.

#ifndef PINSTRIPE_EXECUTION_RUNRESULT_H
#define PINSTRIPE_EXECUTION_RUNRESULT_H

#include "pinstripe/Execution/Watch.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <variant>

namespace pinstripe {

/// The program ended by itself.
struct Exited {
  int status = 0;
};
/// A fatal signal ended the program: a crash, an abort, or a signal that it
/// sent to itself. SIGSTOP stands for all signals that stop it for good.
struct Crashed {
  int signal = 0;
  /// The program counter at that moment: a table address (LoadedModules.h) if
  /// it is in a traced module.
  uint64_t address = 0;
  /// The file name of the library that contains `address`. Empty if that is the
  /// program itself, or if the library is not known.
  std::string library = {};
};
/// The run did not end within its limit of wall, processor or idle time.
struct TimedOut {
  /// Whether the run would surely not end if it were repeated: it spent its
  /// processor time, or slept all the time.
  bool isCertain = false;
};
/// The run reached a limit other than one of time.
struct LimitReached {
  enum class Kind : uint8_t {
    Events,
    Output,
    TraceMemory, ///< Limit on memory: the trace of a recording does not fit.
    FileSize,    ///< Limit on the size of one file that is not the output.
    /// Limit on the number of files that one process has open.
    OpenFiles,
    /// The memory that all processes of the program use together.
    UsedMemory,
    WrittenBytes, ///< Limit on the size of all files that the run wrote.
    Processes,    ///< Limit on the number of processes and threads at a time.
  } kind = Kind::Events;
};
/// The run has come to a point for which the trace does not say what happens
/// next.
struct Diverged {
  std::optional<EventIndex> event; ///< The event during which the run diverged.
  /// The function that was being called or left when the run diverged.
  FunctionId function{};
  enum class Reason : uint8_t {
    /// A call that the recording does not have at that point.
    UnrecordedCall,
    NoWayOut,     ///< A function that has no exit was to be left.
    SecondThread, ///< A second thread has come to traced code.
    /// A function's code ran in a stack frame that belongs to no known call.
    FrameLost,
    /// Live flow: the run was not like the recorded one before its first
    /// change.
    NotAsRecorded,
  } reason = Reason::UnrecordedCall;
};

/// Guarded flow: a condition has decided otherwise than in the recording.
struct DecidedOtherwise {
  EventIndex event; ///< The event of the condition that decided otherwise.
  /// The entry at which control arrived after the condition; nullopt if it was
  /// the end of the function.
  std::optional<EntryId> arrived = {};
};

using Ending = std::variant<Exited, Crashed, TimedOut, LimitReached, Diverged,
                            DecidedOtherwise>;

/// Says why a partial execution gave no clear answer (outcome UNRESOLVED): how
/// its run ended, in a word. Reports count these causes, and the test database
/// stores them.
struct UnresolvedCause {
  enum class Kind : uint8_t {
    Crash,
    Hang,
    Divergence,
    Limit,
    /// Guarded flow: a condition has decided otherwise than in the recording.
    DecidedOtherwise,
    Undecided, ///< The run ended, but the predicate can't judge it.
  } kind = Kind::Undecided;
  /// Which limit was reached, if the kind is Limit.
  LimitReached::Kind limit = LimitReached::Kind::Events;
  bool operator==(const UnresolvedCause &) const = default;
};

/// Returns the cause of the outcome UNRESOLVED for a run with this ending.
UnresolvedCause causeOf(const Ending &ending);

/// Everything that was observed of one run.
struct RunResult {
  Ending ending;
  std::string standardOutput;
  std::string standardError;
  /// The content of each observed file after the run, by its path; nullopt if
  /// there is no such file.
  std::map<std::string, std::optional<std::string>> files;
  /// For partial executions: the values that LaunchSpec::watches asks for.
  std::vector<WatchedValue> values = {};
  /// Live flow: the value to which an operand was forced last; nullopt if none
  /// was forced.
  std::optional<bool> forcedValue = {};
  uint64_t eventsExecuted = 0;
  /// Number of stops at breakpoints; 0 if another engine than LLDB made the
  /// run.
  uint64_t breakpointHits = 0;
  /// The wall time from the launch to the end of the run.
  double seconds = 0;
  /// The processor time of the program; nullopt if the engine can't tell.
  std::optional<double> processorSeconds = {};

  bool exited() const { return std::holds_alternative<Exited>(ending); }
};

/// Returns the name of a limit: "limit of events", "limit of file size", ...
llvm::StringRef nameOf(LimitReached::Kind kind);

/// Describes an ending for users: "exit status 1", "signal 11 (SIGSEGV)", ...
std::string describeEnding(const Ending &ending);

/// Returns whether the endings are equal in kind and exit status or signal.
bool isSameEnding(const Ending &left, const Ending &right);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNRESULT_H
