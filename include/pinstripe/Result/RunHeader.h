// Says which case a result belongs to, and how the work on it ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_RUNHEADER_H
#define PINSTRIPE_RESULT_RUNHEADER_H

#include "pinstripe/Trace/Trace.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Describes a case to the user, in the words of the user.
struct CaseDescription {
  std::string program; ///< The program as typed.
  std::vector<std::string> arguments;
  std::string standardInput; ///< The input file; empty for /dev/null.
  std::vector<std::string> modules = {}; ///< The traced libraries.
  /// The text of each predicate, as typed: `--keep 'sum = .*'`.
  std::vector<std::string> predicates;
  std::string poison = "pattern";
  std::string flow = "trace";
  std::string caseDirectory;
  /// The files that the recorded run wrote. Paths below the working directory
  /// are relative to it, all others are absolute.
  std::vector<std::string> writtenFiles = {};
};

struct EngineDescription {
  std::string name;
  /// Why the preferred engine could not be used; empty if it was used.
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
  std::string version; ///< The version of Pinstripe.
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  double totalSeconds = 0; ///< How long the whole verb took.
  bool interrupted = false;
  /// The limit that ended the search before it was done; nullopt if none did.
  std::optional<BudgetLimit> exhausted = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_RUNHEADER_H
