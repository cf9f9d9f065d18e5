// What statements are good for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_OMISSIONSUMMARY_H
#define PINSTRIPE_RESULT_OMISSIONSUMMARY_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Result/RunHeader.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace pinstripe {

/// A statement was left out, and what came of it.
struct OmissionTrial {
  UnitId unit{};
  uint32_t instances = 0; ///< in the recorded run
  /// The one that was left out, from 1; none: all.
  std::optional<uint32_t> instance = {};
  /// Where control went instead.
  FlowTarget next = {};
  /// Over a few lines, from `recorded` to `without it`; empty: nothing differs.
  std::string difference = "";
  std::string ending = ""; ///< how the run ended
};

/// The result of `pinstripe omit --at`.
struct TrialSummary {
  std::string version;
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  std::vector<OmissionTrial> trials = {};
  std::string recordedEnding = "";
  bool interrupted = false;
};

/// A statement that was executed, and whether the output needs it.
struct StatementNeed {
  enum class Kind : uint8_t {
    Critical, ///< without it the output is not reproduced
    Needless, ///< without it the output comes out all the same
    Untested, ///< it is always executed, or has too many parts
  };
  UnitId unit{};
  uint32_t instances = 0;
  Kind kind = Kind::Untested;
  /// What was there instead of the output: "output", "crash", "hang",
  /// "divergence", "limit"; of an untested one why.
  std::string cause = "";
};

/// The result of `pinstripe omit --critical`: the critical slice of DeMillo,
/// Pan and Spafford (ISSTA 1996), over the statements of one run.
struct CriticalSummary {
  std::string version;
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  std::vector<StatementNeed> statements = {}; ///< by file and line
  uint64_t tests = 0;
  bool interrupted = false;
  double totalSeconds = 0;

  uint64_t count(StatementNeed::Kind kind) const {
    return llvm::count_if(statements, [kind](const StatementNeed &each) {
      return each.kind == kind;
    });
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_OMISSIONSUMMARY_H
