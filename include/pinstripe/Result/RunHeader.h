// Says about which case a result is, and how the work on it ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_RUNHEADER_H
#define PINSTRIPE_RESULT_RUNHEADER_H

#include "pinstripe/Result/UninitialisedMemory.h"
#include "pinstripe/Trace/Trace.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Describes a case in the words of the user.
struct CaseDescription {
  std::string program; ///< The program, as the user has typed it.
  std::vector<std::string> arguments;
  std::string standardInput; ///< Path of the input file; empty for /dev/null.
  std::vector<std::string> modules = {}; ///< The libraries that are traced.
  /// Each predicate as typed: `--keep 'sum = .*'`.
  std::vector<std::string> predicates;
  std::string poison = "pattern";
  std::string flow = "trace";
  std::string caseDirectory;
  /// The files that the recorded run has written. Paths below the working
  /// directory are relative to it, all others are absolute.
  std::vector<std::string> writtenFiles = {};
};

/// Where and why the recorded run crashed.
struct CrashDescription {
  /// A description such as `SIGSEGV (null pointer, address 0x8) in step() at
  /// cr.c:20`.
  std::string text;
  std::string signal; ///< The name of the signal; empty for an exit status.
  std::string fault;  ///< What was wrong: "null pointer"; mostly empty else.
  /// The address whose use caused the crash.
  std::optional<uint64_t> usedAddress = {};
  /// The message of the program or of a library about the crash, such as the
  /// text of a failed assertion; empty if there is none.
  std::string message;
  std::optional<FunctionId> function = {};
  std::optional<UnitId> unit = {}; ///< The statement that crashed.
  /// Text that the program had printed, but that was still in its buffers when
  /// it crashed.
  std::string bufferedOutput;
};

struct EngineDescription {
  std::string name;
  /// Why the engine that is tried first could not be used; empty if it was
  /// used.
  std::string fallback;
};

/// A limit that the user has set for a search.
enum class BudgetLimit : uint8_t {
  Tests, ///< --max-tests
  Time,  ///< --max-time
  Size,  ///< --stop-at
};

/// The part that the results of all verbs have in common. `table` and `trace`
/// must outlive the result.
struct RunHeader {
  std::string version; ///< The version of Pinstripe that made the result.
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  /// How the recorded run crashed; nullopt if it did not.
  std::optional<CrashDescription> crash = {};
  /// Where the run used memory that nothing had set; nullopt if its output does
  /// not depend on such memory, or if the verb does not look for it.
  std::optional<UninitialisedMemory> uninitialised = {};
  double totalSeconds = 0; ///< How long the whole verb took.
  bool interrupted = false;
  /// The error that ended the work before it was done; empty if there was none.
  /// After an error, the result is what had been found before it.
  std::string failure = {};
  /// The limit that ended the search before it was done; nullopt if none did.
  std::optional<BudgetLimit> exhausted = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_RUNHEADER_H
