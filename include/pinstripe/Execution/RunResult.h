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
/// What was wrong with the instruction that raised a fatal signal.
enum class FaultKind : uint8_t {
  None,        ///< Nothing: the signal was sent, as by abort().
  NullPointer, ///< It used memory near address 0.
  /// It used other memory that is not there, or not for this use.
  WildPointer,
  StackOverflow,
  Misaligned,  ///< It needs memory at a multiple of 16 bytes or more.
  Arithmetic,  ///< It divided by zero, or the quotient is too large.
  Instruction, ///< It is not valid, or traps on purpose.
};

/// A fatal signal ended the program: a crash, an abort, or a signal that it
/// sent to itself. SIGSTOP stands for all signals that stop it for good.
/// Everything but the signal is known only if an engine made the run.
struct Crashed {
  int signal = 0;
  /// The program counter at that moment: a table address (LoadedModules.h) if
  /// it is in a traced module.
  uint64_t address = 0;
  /// The file name of the library that contains `address`. Empty if that is the
  /// program itself, or if the library is not known.
  std::string library = {};
  FaultKind fault = FaultKind::None;
  /// The address of the memory that the instruction used; nullopt if it used
  /// none, or if the address is not known.
  std::optional<uint64_t> usedAddress = {};
  /// True if this address was made of poison.
  bool isOfPoison = false;
  /// The place in traced code, as a table address: `address` itself, or, if
  /// that is elsewhere, the last byte of the innermost call that has not
  /// returned. 0 if no traced function was active.
  uint64_t place = 0;
  /// The event of the trace that was being executed at `place`. Nullopt in live
  /// flow, and if `place` is outside of statements.
  std::optional<EventIndex> event = {};
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
  /// What the program had printed when it crashed and had not yet written to
  /// standard output, since it was still in a buffer. Known of the recorded run
  /// only; no predicate looks at it.
  std::string bufferedOutput = {};
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

/// Describes an ending with its place in the source: "SIGSEGV (null pointer,
/// address 0x8) in step() at cr.c:20". Endings other than crashes are described
/// as above.
std::string describeEnding(const Ending &ending, const UnitTable &table);

/// Describes what went wrong: "null pointer, address 0x8"; empty for
/// FaultKind::None.
std::string describeFault(const Crashed &crashed);

/// Describes where a program crashed: "step() at cr.c:20", "strlen (libc.so.6),
/// called by step() at cr.c:20". Empty if that is not known.
std::string describePlace(const Crashed &crashed, const UnitTable &table);

/// Returns whether the endings are equal in kind and exit status or signal.
bool isSameEnding(const Ending &left, const Ending &right);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNRESULT_H
