//===- RunResult.h - What came out of one run -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The observation of design section 1. A program may do anything; all of it
// ends up here, never in an Error.
//
//===----------------------------------------------------------------------===//

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
/// A fatal signal: a crash, an abort, or one that the program sent itself.
/// SIGSTOP stands for all those by which nothing of the run goes on.
struct Crashed {
  int signal = 0;
  /// Program counter: a table address if it is in a traced module.
  uint64_t address = 0;
  /// The file name of the library that has it; empty: it is in the program
  /// itself, in none, or not known.
  std::string library = {};
};
/// The wall time was up.
struct TimedOut {
  /// By what it did with its time: would be so again.
  bool isCertain = false;
};
/// A limit other than the wall time was reached.
struct LimitReached {
  enum class Kind : uint8_t {
    Events,
    Output,
    TraceMemory,  ///< of a recording: more events than the machine can hold
    FileSize,     ///< of a file that is none of the output
    OpenFiles,    ///< of one process
    UsedMemory,   ///< of all processes of the program together
    WrittenBytes, ///< of all files together
    Processes,    ///< at a time, with threads
  } kind = Kind::Events;
};
/// The run left what the trace can dictate.
struct Diverged {
  std::optional<EventIndex> event; ///< during which event
  FunctionId function{};           ///< the function that was called or left
  enum class Reason : uint8_t {
    UnrecordedCall, ///< the recording has no such call there
    NoWayOut,       ///< all events of a function without epilogue skipped
    SecondThread,   ///< a second thread reached traced code
    FrameLost,      ///< traced code ran in a frame that was never entered
    NotAsRecorded,  ///< live flow: it parted from the recording on its own
  } reason = Reason::UnrecordedCall;
};

/// Guarded flow: a condition led elsewhere than in the recording.
struct DecidedOtherwise {
  EventIndex event; ///< the condition
  /// Where control went; none: to the end of the function.
  std::optional<EntryId> arrived = {};
};

using Ending = std::variant<Exited, Crashed, TimedOut, LimitReached, Diverged,
                            DecidedOtherwise>;

struct RunResult {
  Ending ending;
  std::string standardOutput;
  std::string standardError;
  /// Content of the watched files after the run; none: no such file.
  std::map<std::string, std::optional<std::string>> files;
  /// Of partial executions: as LaunchSpec::watches.
  std::vector<WatchedValue> values = {};
  /// Of live flow: what an operand was forced to come to, the last time that
  /// one was; none: never.
  std::optional<bool> forcedValue = {};
  uint64_t eventsExecuted = 0;
  uint64_t breakpointHits = 0; ///< LLDB engine only
  double seconds = 0;          ///< wall time, launch to end
  /// Of the processor, spent by the program; none: the engine can't tell.
  std::optional<double> processorSeconds = {};

  bool exited() const { return std::holds_alternative<Exited>(ending); }
};

/// "limit of events", "limit of file size", ...
llvm::StringRef nameOf(LimitReached::Kind kind);

/// "exit status 1", "signal 11 (SIGSEGV)", "no end within 2.0 s", ...
std::string describeEnding(const Ending &ending);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_RUNRESULT_H
