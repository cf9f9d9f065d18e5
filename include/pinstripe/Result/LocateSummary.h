// Lines to read, best first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `pinstripe locate` found out: each executed line of the source with the
// evidence against it.

#ifndef PINSTRIPE_RESULT_LOCATESUMMARY_H
#define PINSTRIPE_RESULT_LOCATESUMMARY_H

#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/RunHeader.h"
#include "pinstripe/Result/SourceLine.h"

namespace pinstripe {

/// The best that came of changing the run at a line.
struct ChangeEvidence {
  Effect effect = Effect::Same;
  uint32_t rank = 0;     ///< among the changes of its kind, from 1
  EventIndex event{};    ///< the instance that was changed, or the first
  bool isSingle = false; ///< one instance, as opposed to all
  std::optional<OperandId> operand = {}; ///< of a switch; none: the whole
  std::optional<ReplacedValue> replaced = {};
};

/// All that was seen of a line.
struct LineEvidence {
  SourceLine line;
  uint32_t endLine = 0; ///< of the statement that begins there
  UnitId unit{};        ///< the first of the line
  FunctionId function{};
  uint64_t executed = 0; ///< instances
  uint64_t kept = 0;     ///< of them, in the critical slice in guarded flow
  bool isGuard = false;  ///< it decides that others are executed
  std::optional<ChangeEvidence> switched;
  std::optional<ChangeEvidence> omitted;
  std::optional<ChangeEvidence> replaced;
  /// Printed lines that depend on it: the wrong one, by its full slice and by
  /// its data slice, and right ones, by their data slices.
  uint64_t wrongOutputs = 0, wrongValues = 0, rightOutputs = 0;
  /// If the wrong line depends on it, over how many dependences, at least.
  uint32_t distance = 0;
  double score = 0;
};

/// How far a step of the search went.
struct SearchStep {
  uint64_t tests = 0;
  double seconds = 0;
  bool isComplete = false;
  /// Why there is nothing of it; empty: it was made.
  std::string omitted = {};
};

/// The result of `pinstripe locate`. Table and trace must outlive it.
struct LocateSummary {
  std::string version;
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  std::vector<LineEvidence> lines = {}; ///< best first
  uint64_t executedLines = 0;
  /// The printed line that the critical slice explains; empty: there is none.
  std::string wrongLine = "";
  bool isUnexpectedLine = true; ///< else lines before it are missing
  uint64_t keptEvents = 0;      ///< in guarded flow
  uint64_t outputs = 0;         ///< lines of the output that are right
  SearchStep switching = {}, omission = {}, replacement = {}, reduction = {},
             slicing = {};
  bool interrupted = false;
  double totalSeconds = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_LOCATESUMMARY_H
