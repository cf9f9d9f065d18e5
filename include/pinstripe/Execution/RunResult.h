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
/// A fatal signal ended the program: a crash, an abort, or a signal that the
/// program sent to itself. SIGSTOP stands for all signals that stop the whole
/// program for good.
struct Crashed {
  int signal = 0;
  /// The program counter: a table address if it is in a traced module.
  uint64_t address = 0;
  /// The file name of the library that contains `address`. Empty if that is the
  /// program itself, or not known.
  std::string library = {};
};
/// The run did not end within its wall time, its processor time or its idle
/// time.
struct TimedOut {
  /// The run would surely not end if it were repeated: it spent its processor
  /// time, or slept all the time.
  bool isCertain = false;
};
/// A limit other than one of time was reached.
struct LimitReached {
  enum class Kind : uint8_t {
    Events,
    Output,
    TraceMemory,  ///< A recording had more events than memory can hold.
    FileSize,     ///< Size of one file other than the output.
    OpenFiles,    ///< Number of files that one process had open.
    UsedMemory,   ///< Memory of all processes of the program together.
    WrittenBytes, ///< Size of all written files together.
    Processes,    ///< Number of processes and threads at a time.
  } kind = Kind::Events;
};
/// The run did something that the trace has no answer to.
struct Diverged {
  std::optional<EventIndex> event; ///< The event during which the run diverged.
  FunctionId function{}; ///< The function that was called or left then.
  enum class Reason : uint8_t {
    UnrecordedCall, ///< The recording has no such call at that place.
    NoWayOut,       ///< A function without epilogue has nothing left to do.
    SecondThread,   ///< A second thread reached traced code.
    FrameLost,      ///< Traced code ran in a frame that was never entered.
    NotAsRecorded,  ///< Live flow: the run differed before the change.
  } reason = Reason::UnrecordedCall;
};

/// Guarded flow: a condition decided otherwise than in the recording.
struct DecidedOtherwise {
  EventIndex event; ///< The event of the condition.
  /// Where control went; none if it went to the end of the function.
  std::optional<EntryId> arrived = {};
};

using Ending = std::variant<Exited, Crashed, TimedOut, LimitReached, Diverged,
                            DecidedOtherwise>;

/// Why the outcome of a partial execution is UNRESOLVED: a word for what its
/// ending was, which reports count and the test database stores.
struct UnresolvedCause {
  enum class Kind : uint8_t {
    Crash,
    Hang,
    Divergence,
    Limit,
    DecidedOtherwise, ///< guarded flow; reports count these by themselves
    Undecided,        ///< the program exited, and the predicate can't tell
  } kind = Kind::Undecided;
  /// The limit that was reached; meaningful for Kind::Limit only.
  LimitReached::Kind limit = LimitReached::Kind::Events;
  bool operator==(const UnresolvedCause &) const = default;
};

/// The cause of a run that ended so and whose outcome is UNRESOLVED.
UnresolvedCause causeOf(const Ending &ending);

/// Everything that was observed of one run.
struct RunResult {
  Ending ending;
  std::string standardOutput;
  std::string standardError;
  /// Content of the observed files after the run; none if there is no such
  /// file.
  std::map<std::string, std::optional<std::string>> files;
  /// Values of LaunchSpec::watches, in that order; for partial executions.
  std::vector<WatchedValue> values = {};
  /// Live flow: the value that was last forced upon an operand; none if no
  /// operand was forced.
  std::optional<bool> forcedValue = {};
  uint64_t eventsExecuted = 0;
  uint64_t breakpointHits = 0; ///< Counted by the LLDB engine only.
  double seconds = 0;          ///< Wall time from launch to end.
  /// Processor time of the program; none if the engine can't tell.
  std::optional<double> processorSeconds = {};

  bool exited() const { return std::holds_alternative<Exited>(ending); }
};

/// The name of a limit: "limit of events", "limit of file size", ...
llvm::StringRef nameOf(LimitReached::Kind kind);

/// Describes an ending for users: "exit status 1", "signal 11 (SIGSEGV)", ...
std::string describeEnding(const Ending &ending);

/// Returns true if both are of the same kind, with the same exit status or
/// signal.
bool isSameEnding(const Ending &left, const Ending &right);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNRESULT_H
