// The result of `pinstripe locate`: lines to read, best first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each executed line of the source comes with the evidence against it.

#ifndef PINSTRIPE_RESULT_LOCATESUMMARY_H
#define PINSTRIPE_RESULT_LOCATESUMMARY_H

#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/SourceLine.h"

namespace pinstripe {

/// The best effect of changes at a line.
struct ChangeEvidence {
  Effect effect = Effect::Same;
  uint32_t rank = 0;     ///< Among the changes of its kind, from 1.
  EventIndex event{};    ///< The instance that was changed, or the first.
  bool isSingle = false; ///< One instance was changed and not all.
  /// The operand that was switched; none if the whole condition was.
  std::optional<OperandId> operand = {};
  std::optional<ReplacedValue> replaced = {};
};

/// A line with all its evidence.
struct LineEvidence {
  SourceLine line;
  uint32_t endLine = 0; ///< The last line of the statement that begins there.
  UnitId unit{};        ///< The first unit of the line.
  FunctionId function{};
  uint64_t executed = 0; ///< Number of instances.
  uint64_t kept = 0;     ///< Instances in the critical slice in guarded flow.
  bool isGuard = false;  ///< It decides that others are executed.
  std::optional<ChangeEvidence> switched;
  std::optional<ChangeEvidence> omitted;
  std::optional<ChangeEvidence> replaced;
  /// The numbers of printed lines that depend on it: the wrong one by its full
  /// slice and by its data slice, and right ones by their data slices.
  uint64_t wrongOutputs = 0, wrongValues = 0, rightOutputs = 0;
  /// If the wrong line depends on it, the smallest number of dependences
  /// between them.
  uint32_t distance = 0;
  double score = 0;
};

/// The work of one step of the search for the defect.
struct SearchStep {
  uint64_t tests = 0;
  double seconds = 0;
  bool isComplete = false;
  /// Says why there is no result; empty if there is one.
  std::string omitted = {};
};

/// The result of `pinstripe locate`.
struct LocateSummary : RunHeader {
  std::vector<LineEvidence> lines = {}; ///< Best first.
  uint64_t executedLines = 0;
  /// The printed line that the critical slice explains; empty if there is none.
  std::string wrongLine = "";
  bool isUnexpectedLine = true; ///< False if lines before it are missing.
  uint64_t keptEvents = 0;      ///< In guarded flow.
  uint64_t outputs = 0;         ///< Number of right lines of the output.
  SearchStep switching = {}, omission = {}, replacement = {}, reduction = {},
             slicing = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_LOCATESUMMARY_H
