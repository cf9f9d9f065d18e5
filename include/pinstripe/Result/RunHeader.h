// Defines what all results have in common, for example what was run and how the
// work ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_RUNHEADER_H
#define PINSTRIPE_RESULT_RUNHEADER_H

#include "pinstripe/Result/UninitialisedMemory.h"
#include "pinstripe/Trace/Trace.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Describes what was run: the program, its input, and the output that is to be
/// preserved. The texts are those of the user's command line.
struct CaseDescription {
  std::string program; ///< The program's name, as the user has typed it.
  std::vector<std::string> arguments;
  std::string standardInput; ///< Path of the input file; empty for /dev/null.
  /// The libraries whose statements are recorded along with those of the
  /// program.
  std::vector<std::string> modules = {};
  /// The predicates as command-line options, for example `--keep 'sum = .*'`. A
  /// predicate says what output is to be preserved.
  std::vector<std::string> predicates;
  std::string poison = "pattern";
  std::string flow = "trace";
  /// For a program with several threads: how many there are, and which order
  /// they get their turns in. Orders are numbered; 0 is the usual one (see
  /// LaunchSpec::schedule).
  uint64_t threads = 0;
  uint64_t schedule = 0;
  std::string caseDirectory;
  /// The files that the recorded run has written. Files below the working
  /// directory have paths relative to it, other files absolute paths.
  std::vector<std::string> writtenFiles = {};
};

/// Describes where and why the recorded run crashed.
struct CrashDescription {
  /// A description of the crash, such as `SIGSEGV (null pointer, address 0x8)
  /// in step() at cr.c:20`.
  std::string text;
  /// The name of the signal that ended the run; empty if the run ended with an
  /// exit status.
  std::string signal;
  /// The kind of the fault, such as "null pointer"; empty if it is not known.
  std::string fault;
  /// The address whose use caused the crash, such as 0x8 if a member of a null
  /// pointer was read.
  std::optional<uint64_t> usedAddress = {};
  /// The message of the program or of a library about the crash, such as the
  /// text of a failed assertion; empty if there is none.
  std::string message;
  std::optional<FunctionId> function = {};
  /// The statement during which the program crashed.
  std::optional<UnitId> unit = {};
  /// The text that the program had printed, but that was still in the program's
  /// buffers at the crash.
  std::string bufferedOutput;
};

struct EngineDescription {
  std::string name;
  /// The reason why the LLDB engine is used: the native engine can't run this
  /// program. Empty if the native engine is able to run it.
  std::string fallback;
};

/// A limit that the user has set for the search, such as --max-time.
enum class BudgetLimit : uint8_t {
  Tests, ///< --max-tests
  Time,  ///< --max-time
  Size,  ///< --stop-at
};

/// The fields that the results of all verbs have in common. A verb is a command
/// such as `reduce` or `slice`. `table` and `trace` must outlive the result.
struct RunHeader {
  std::string version; ///< The version of Pinstripe that made the result.
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  /// How the recorded run crashed; nullopt if it did not.
  std::optional<CrashDescription> crash = {};
  /// The places where the recorded run used memory that nothing had set, or
  /// that was freed. nullopt if the output does not depend on memory that
  /// nothing had set and no use of freed memory was found, or if this command
  /// does not look for such uses.
  std::optional<UninitialisedMemory> uninitialised = {};
  double totalSeconds = 0; ///< The time that the command took, in seconds.
  bool interrupted = false;
  /// The error that ended the work early; empty if there was no error. After an
  /// error, the result has what was found before the error.
  std::string failure = {};
  /// The limit that ended the search early; nullopt if the search did not end
  /// because of a limit.
  std::optional<BudgetLimit> exhausted = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_RUNHEADER_H
