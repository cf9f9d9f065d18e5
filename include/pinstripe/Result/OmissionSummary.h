// The results of `omit --at` and `omit --critical`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_OMISSIONSUMMARY_H
#define PINSTRIPE_RESULT_OMISSIONSUMMARY_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Result/RunHeader.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace pinstripe {

/// A run in which a statement was left out.
struct OmissionTrial {
  UnitId unit{};
  uint32_t instances = 0; ///< How many the recorded run has.
  /// The instance that was left out, from 1; none if all were.
  std::optional<uint32_t> instance = {};
  FlowTarget next = {}; ///< Where control was sent instead.
  /// How the output differs from the recorded one; empty if it does not.
  std::string difference = "";
  std::string ending = ""; ///< Describes how the run ended.
};

/// The result of `pinstripe omit --at`.
struct TrialSummary : RunHeader {
  std::vector<OmissionTrial> trials = {};
  std::string recordedEnding = "";
};

/// A statement that was executed, and whether the output needs it.
struct StatementNeed {
  enum class Kind : uint8_t {
    Critical, ///< Without the statement the output is not reproduced.
    Needless, ///< Without the statement the output is still reproduced.
    Untested, ///< No run was made without it; `whyUntested` says why.
  };
  UnitId unit{};
  uint32_t instances = 0;
  Kind kind = Kind::Untested;
  /// For a critical statement: why the run without it is UNRESOLVED; nullopt if
  /// that run just printed something else.
  std::optional<UnresolvedCause> cause = {};
  std::string whyUntested = "";
};

/// The result of `pinstripe omit --critical`: the critical slice of DeMillo,
/// Pan and Spafford (ISSTA 1996), over the statements of one run.
struct CriticalSummary : RunHeader {
  std::vector<StatementNeed> statements = {}; ///< By file and line.
  uint64_t tests = 0;

  uint64_t count(StatementNeed::Kind kind) const {
    return llvm::count_if(statements, [kind](const StatementNeed &each) {
      return each.kind == kind;
    });
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_OMISSIONSUMMARY_H
