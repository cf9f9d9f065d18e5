// Defines the results of `omit --at` and `omit --critical`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_OMISSIONSUMMARY_H
#define PINSTRIPE_RESULT_OMISSIONSUMMARY_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Result/RunHeader.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace pinstripe {

/// A run that leaves out one instance of a statement, or all its instances.
struct OmissionTrial {
  UnitId unit{};
  /// How many instances of the statement the recorded run has.
  uint32_t instances = 0;
  /// The number of the instance that was left out; nullopt if all instances
  /// were left out.
  std::optional<uint32_t> instance = {};
  /// The place to which control went instead of executing the statement.
  FlowTarget next = {};
  /// How the output of this run differs from the output of the recorded run;
  /// empty if the outputs are equal.
  std::string difference = "";
  std::string ending = ""; ///< How the run ended.
};

/// The result of `pinstripe omit --at`, which leaves out the statements that
/// the user names and shows how the output changes.
struct TrialSummary : RunHeader {
  std::vector<OmissionTrial> trials = {};
  std::string recordedEnding = "";
};

/// A statement that the run executed, and whether the output needs it.
struct StatementNeed {
  enum class Kind : uint8_t {
    /// The statement is critical: without it the output is not reproduced.
    Critical,
    /// The statement is not critical: without it the output is still
    /// reproduced.
    Needless,
    Untested, ///< The statement was not tested; `whyUntested` says why.
  };
  UnitId unit{};
  uint32_t instances = 0;
  Kind kind = Kind::Untested;
  /// The reason why the test that left out the statement was UNRESOLVED.
  /// Nullopt if its run printed different output, or if the statement is not
  /// critical.
  std::optional<UnresolvedCause> cause = {};
  std::string whyUntested = "";
};

/// The result of `pinstripe omit --critical`, which finds the critical
/// statements of DeMillo, Pan and Spafford (ISSTA 1996). A statement is
/// critical if the output is not reproduced when all executions of the
/// statement are left out.
struct CriticalSummary : RunHeader {
  /// The executed statements, sorted by file and line.
  std::vector<StatementNeed> statements = {};
  uint64_t tests = 0;

  uint64_t count(StatementNeed::Kind kind) const {
    return llvm::count_if(statements, [kind](const StatementNeed &each) {
      return each.kind == kind;
    });
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_OMISSIONSUMMARY_H
