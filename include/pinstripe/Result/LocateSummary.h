// The result of `pinstripe locate`: the lines of source to read first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each executed line it has all evidence that the line is wrong.

#ifndef PINSTRIPE_RESULT_LOCATESUMMARY_H
#define PINSTRIPE_RESULT_LOCATESUMMARY_H

#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/SourceLine.h"

namespace pinstripe {

/// The best change of one kind (switch, omission or replacement) on a line of
/// source.
struct ChangeEvidence {
  Effect effect = Effect::Same;
  uint32_t rank = 0;  ///< The rank of the change among all of its kind.
  EventIndex event{}; ///< The changed instance; if all are changed, the first.
  /// False if all instances of the statement are changed.
  bool isSingle = false;
  /// The operand that was switched; nullopt if it was the whole condition.
  std::optional<OperandId> operand = {};
  std::optional<ReplacedValue> replaced = {};
};

/// A line of source with all evidence that it is wrong.
struct LineEvidence {
  SourceLine line;
  uint32_t endLine = 0; ///< The last line of the statement `unit`.
  UnitId unit{};        ///< The statement of the line that was executed first.
  FunctionId function{};
  /// How many instances of the line's statements were executed.
  uint64_t executed = 0;
  /// How many instances on the line are in the critical slice.
  uint64_t kept = 0;
  bool isGuard = false; ///< Whether one of the kept instances is a guard.
  std::optional<ChangeEvidence> switched;
  std::optional<ChangeEvidence> omitted;
  std::optional<ChangeEvidence> replaced;
  /// How many lines of the output depend on this line of source: the wrong one
  /// (by its full slice, and by its data slice), and right ones (by data
  /// slices).
  uint64_t wrongOutputs = 0, wrongValues = 0, rightOutputs = 0;
  /// If the wrong line of the output depends on this line of source: the number
  /// of dependences between them, on a shortest way.
  uint32_t distance = 0;
  double score = 0;
};

/// The effort of one step of the search for the defect.
struct SearchStep {
  uint64_t tests = 0;
  double seconds = 0;
  bool isComplete = false;
  /// Why there is no result of this step; empty if there is one.
  std::string omitted = {};
};

/// The result of `pinstripe locate`.
struct LocateSummary : RunHeader {
  std::vector<LineEvidence> lines = {}; ///< Best first.
  uint64_t executedLines = 0;
  /// The line of output that the critical slice explains; empty if there is
  /// none.
  std::string wrongLine = "";
  bool isUnexpectedLine = true; ///< False if lines before it are missing.
  /// True if the question is why the run crashed, not what it printed. Then
  /// `wrongOutputs` and `rightOutputs` of lines are about executions of the
  /// statement that crashed.
  bool isAboutCrash = false;
  uint64_t keptEvents = 0; ///< Size of the critical slice.
  uint64_t outputs = 0;    ///< How many right lines have been sliced.
  SearchStep switching = {}, omission = {}, replacement = {}, reduction = {},
             slicing = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_LOCATESUMMARY_H
