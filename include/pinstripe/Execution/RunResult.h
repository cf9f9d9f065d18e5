// Describes the result of one run: how the run ended and what it has written.
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

/// The program ended by itself, with an exit status.
struct Exited {
  int status = 0;
};
/// The kinds of faults by which an instruction causes a fatal signal.
enum class FaultKind : uint8_t {
  /// No fault: another process, or the program itself, sent the signal, as
  /// abort() does.
  None,
  NullPointer, ///< The instruction used memory near address 0.
  /// The instruction used memory that is not mapped, or that is protected
  /// against this kind of access. The memory is not near address 0.
  WildPointer,
  StackOverflow,
  /// The instruction requires an address that is a multiple of a number, such
  /// as 16, and has used another one.
  Misaligned,
  /// The instruction divided by zero, or the quotient is too large.
  Arithmetic,
  Instruction, ///< The instruction is not valid, or traps on purpose.
};

/// A fatal signal ended the program. For example, the program crashed, called
/// abort(), or sent the signal to itself. A program counts as ended, too, if a
/// signal has suspended it and nothing will continue it; then `signal` is
/// SIGSTOP, whichever signal it was. If the program ran without an engine, only
/// `signal` is set.
struct Crashed {
  int signal = 0;
  /// The program counter at the crash. In a traced module, it is a table
  /// address: the address in the module's file plus a constant for each module
  /// (see UnitTable).
  uint64_t address = 0;
  /// The file name of the library whose code crashed. Empty if the code is the
  /// program's own, or if the library is not known.
  std::string library = {};
  FaultKind fault = FaultKind::None;
  /// The address of the memory that the crashed instruction used; nullopt if
  /// the instruction used no memory, or if the address is not known.
  std::optional<uint64_t> usedAddress = {};
  /// True if the address of the used memory was computed from poison. Poison is
  /// the pattern that Pinstripe writes into unset memory.
  bool isOfPoison = false;
  /// The place in traced code where the program crashed. If other code crashed,
  /// this is the last byte of the innermost call instruction in traced code. 0
  /// if no traced function was active. Otherwise it is a table address: the
  /// address in the module's file plus a constant for each module (see
  /// UnitTable).
  uint64_t place = 0;
  /// The event that was being executed at `place`. Nullopt if `place` is
  /// outside of statements. Also nullopt in live flow, in which the program
  /// runs normally except for some changes.
  std::optional<EventIndex> event = {};
};
/// The run did not end within one of its time limits: on wall time, on
/// processor time, or on the time that it may sleep.
struct TimedOut {
  /// True if another attempt would surely time out, too, because the program
  /// spent much processor time, or all its threads wait for each other.
  bool isCertain = false;
};
/// The run reached a limit that is not a limit on time.
struct LimitReached {
  enum class Kind : uint8_t {
    Events,
    Output,
    /// The trace of a recording has reached the limit on its memory.
    TraceMemory,
    /// The limit on the size of one file other than standard output and error.
    FileSize,
    /// The limit on the number of files that one process has open.
    OpenFiles,
    /// The limit on the memory that all processes of the program use together.
    UsedMemory,
    /// The limit on the total size of all files that the run wrote.
    WrittenBytes,
    Processes, ///< The limit on how many processes and threads exist at a time.
  } kind = Kind::Events;
};
/// The run came to a point at which the recording does not say what happens
/// next, so the engine ended the run there.
struct Diverged {
  std::optional<EventIndex> event; ///< The event during which the run diverged.
  /// The function that was being called or left when the run diverged.
  FunctionId function{};
  enum class Reason : uint8_t {
    /// The run made a call that the recording does not have at that point.
    UnrecordedCall,
    /// Control had to leave a function that has no code for returning.
    NoWayOut,
    /// The program has several threads, but the engine can't let them take
    /// turns.
    SecondThread,
    /// A function's code ran in a stack frame that belongs to no known call.
    FrameLost,
    /// In live flow, the program itself decides where control goes, except for
    /// some changes. The run differed from the recorded run even before the
    /// first change was made.
    NotAsRecorded,
  } reason = Reason::UnrecordedCall;
};

/// In guarded flow, a run ends as soon as a condition decides otherwise than in
/// the recording. This ending says which condition did so.
struct DecidedOtherwise {
  /// The event that executed the condition (an event is one execution of a
  /// statement). Nullopt if each condition decided as in the recording, but
  /// only by accident: a statement compared poison, the pattern in unset
  /// memory. See RunResult::decisions.
  std::optional<EventIndex> event;
  /// The statement at which control arrived after the condition. The statement
  /// is given by its entry, which is the address at which control enters it.
  /// Nullopt if control arrived at the exit of the function.
  std::optional<EntryId> arrived = {};
};

using Ending = std::variant<Exited, Crashed, TimedOut, LimitReached, Diverged,
                            DecidedOtherwise>;

/// The reason why a test is UNRESOLVED: its partial execution gave no clear
/// answer. Reports count these reasons, and the test database stores them.
struct UnresolvedCause {
  enum class Kind : uint8_t {
    Crash,
    Hang,
    Divergence,
    Limit,
    /// In guarded flow, a condition decided otherwise than in the recording, or
    /// a statement compared poison, the pattern in unset memory.
    DecidedOtherwise,
    /// The run ended by itself, but the predicate, which judges the output,
    /// gave no answer.
    Undecided,
  } kind = Kind::Undecided;
  /// The limit that was reached, if `kind` is Limit.
  LimitReached::Kind limit = LimitReached::Kind::Events;
  bool operator==(const UnresolvedCause &) const = default;
};

/// Returns the cause of the outcome UNRESOLVED for a run that ended in the
/// given way.
UnresolvedCause causeOf(const Ending &ending);

/// Everything that was observed of one run.
struct RunResult {
  Ending ending;
  std::string standardOutput;
  std::string standardError;
  /// Text that the program had printed before it crashed, but that was still in
  /// a buffer and not written to standard output. Known for the recorded run
  /// only. Predicates do not look at it.
  std::string bufferedOutput = {};
  /// The content of each observed file after the run, by its path; nullopt if
  /// there is no such file.
  std::map<std::string, std::optional<std::string>> files;
  /// In partial executions: the values that LaunchSpec::watches asks for.
  std::vector<WatchedValue> values = {};
  /// The value that a run in live flow has last forced upon an operand of `&&`,
  /// `||` or `?`. Nullopt if the run forced none. In live flow the program runs
  /// normally, except for some changes.
  std::optional<bool> forcedValue = {};
  uint64_t eventsExecuted = 0;
  /// In guarded flow: a digest of the processor flags that executed comparisons
  /// have set, both those of conditions and those inside statements (see
  /// FlagReader). The flags tell more of the compared values than the decision
  /// does. So if two runs differ only in the poison (the pattern in memory that
  /// nothing has set), and their digests differ, a statement has compared
  /// poison. In other flows 0.
  uint64_t decisions = 0;
  /// Number of stops at breakpoints, in runs by the LLDB engine; otherwise 0.
  uint64_t breakpointHits = 0;
  /// The number of threads that the run has had, in runs by the LLDB engine;
  /// otherwise 0.
  uint64_t threads = 0;
  /// The wall time from the launch to the end of the run.
  double seconds = 0;
  /// The processor time that the program has spent; nullopt if it is not known.
  std::optional<double> processorSeconds = {};

  bool exited() const { return std::holds_alternative<Exited>(ending); }
  /// Returns true if the program is known to have used the processor for a part
  /// of the run, instead of waiting for something all the time. The part may be
  /// small, since other programs may have kept the processor busy, too.
  bool wasBusy() const {
    constexpr double leastPart = 0.03;
    return processorSeconds && *processorSeconds >= leastPart * seconds;
  }
};

/// Returns the name of a limit: "limit of events", "limit of file size", ...
llvm::StringRef nameOf(LimitReached::Kind kind);

/// Describes an ending for users: "exit status 1", "signal 11 (SIGSEGV)", ...
std::string describeEnding(const Ending &ending);

/// Describes an ending for users. For a crash, also describes the place in the
/// source: "SIGSEGV (null pointer, address 0x8) in step() at cr.c:20".
std::string describeEnding(const Ending &ending, const UnitTable &table);

/// Describes the fault of a crash: "null pointer, address 0x8"; empty for
/// FaultKind::None.
std::string describeFault(const Crashed &crashed);

/// Describes where a program crashed: "step() at cr.c:20", or "strlen
/// (libc.so.6), called by step() at cr.c:20". Empty if the place is not known.
std::string describePlace(const Crashed &crashed, const UnitTable &table);

/// Returns true if both runs ended in the same way: with the same exit status,
/// by the same signal, or otherwise by the same kind of ending.
bool isSameEnding(const Ending &left, const Ending &right);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNRESULT_H
