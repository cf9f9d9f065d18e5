// The result of `pinstripe locate`: lines to read, best first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each executed line of the source comes with the evidence that it is wrong.

#ifndef PINSTRIPE_RESULT_LOCATESUMMARY_H
#define PINSTRIPE_RESULT_LOCATESUMMARY_H

#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/SourceLine.h"

namespace pinstripe {

/// The best change of one kind (switch, omission or replacement) at a line.
struct ChangeEvidence {
  Effect effect = Effect::Same;
  uint32_t rank = 0;     ///< Rank among all changes of this kind, from 1.
  EventIndex event{};    ///< The changed instance; the first one if all were.
  bool isSingle = false; ///< True if one instance was changed, not all.
  /// The operand that was switched; none if the whole condition was.
  std::optional<OperandId> operand = {};
  std::optional<ReplacedValue> replaced = {};
};

/// A source line with all evidence that it is wrong.
struct LineEvidence {
  SourceLine line;
  uint32_t endLine = 0; ///< The last line of `unit`.
  UnitId unit{};        ///< The unit of the line that was executed first.
  FunctionId function{};
  uint64_t executed = 0; ///< How many instances were executed.
  uint64_t kept = 0;     ///< How many of these the critical slice has.
  bool isGuard = false;  ///< True if one of these is a guard.
  std::optional<ChangeEvidence> switched;
  std::optional<ChangeEvidence> omitted;
  std::optional<ChangeEvidence> replaced;
  /// How many printed lines depend on this source line: the wrong one by its
  /// full slice, the wrong one by its data slice, right ones by data slices.
  uint64_t wrongOutputs = 0, wrongValues = 0, rightOutputs = 0;
  /// If the wrong line depends on this source line: how many dependences the
  /// shortest chain between them has.
  uint32_t distance = 0;
  double score = 0;
};

/// The work of one step of the search for the defect.
struct SearchStep {
  uint64_t tests = 0;
  double seconds = 0;
  bool isComplete = false;
  /// Says why the step has no result; empty if it has one.
  std::string omitted = {};
};

/// The result of `pinstripe locate`.
struct LocateSummary : RunHeader {
  std::vector<LineEvidence> lines = {}; ///< Best first.
  uint64_t executedLines = 0;
  /// The printed line that the critical slice explains; empty if there is none.
  std::string wrongLine = "";
  bool isUnexpectedLine = true; ///< False if lines before it are missing.
  uint64_t keptEvents = 0;      ///< Size of the critical slice.
  uint64_t outputs = 0;         ///< How many right lines have been sliced.
  SearchStep switching = {}, omission = {}, replacement = {}, reduction = {},
             slicing = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_LOCATESUMMARY_H
