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
  uint32_t rank = 0; ///< Rank among all changes of this kind, from 1.
  /// The changed instance; if all instances were changed, the first of them.
  EventIndex event{};
  bool isSingle = false; ///< True if only one instance was changed.
  /// True if a `break` was put after the statement.
  bool leavesSwitch = false;
  /// How many changes of this kind were tried at the statement, and how many of
  /// them had this effect. If only one of many had it, that may be a
  /// coincidence.
  uint32_t trials = 0, hits = 0;
  /// The operand that was switched; nullopt if the whole condition was
  /// switched.
  std::optional<OperandId> operand = {};
  std::optional<ReplacedValue> replaced = {};
};

/// A line of source with all evidence that it is wrong.
struct LineEvidence {
  SourceLine line;
  uint32_t endLine = 0; ///< The last line of the statement `unit`.
  /// The statement of the line that was executed first; nullopt if a function
  /// ended on this line, and no statement is on it.
  std::optional<UnitId> unit = {};
  FunctionId function{};
  /// How many instances of the line's statements were executed.
  uint64_t executed = 0;
  /// How many instances on the line are in the critical slice.
  uint64_t kept = 0;
  /// True if a kept instance is a guard: a condition on which other kept events
  /// depend.
  bool isGuard = false;
  std::optional<ChangeEvidence> switched;
  std::optional<ChangeEvidence> omitted;
  std::optional<ChangeEvidence> replaced;
  /// The uses of uninitialised memory on this line, as indices into
  /// UninitialisedMemory::uses.
  std::vector<uint32_t> uninitialised = {};
  /// How many lines of the output depend on this line of source: `wrongOutputs`
  /// counts the wrong line by its full slice, `wrongValues` counts it by its
  /// data slice, and `rightOutputs` counts right lines by their data slices.
  uint64_t wrongOutputs = 0, wrongValues = 0, rightOutputs = 0;
  /// If the wrong line of the output depends on this line of source: the number
  /// of dependences between them, on the shortest path.
  uint32_t distance = 0;
  double score = 0;
};

/// Where the output first differs from what was expected.
struct WrongOutput {
  uint64_t line = 0; ///< Number of the line in the output, from 1.
  /// The line that was printed; nullopt if the output ends before it.
  std::optional<std::string> printed = {};
  /// The line that was expected instead (or before the printed line, if
  /// `isMissing`); nullopt if no line was expected.
  std::optional<std::string> expected = {};
  /// True if `printed` is right, but lines before it are missing.
  bool isMissing = false;
};

/// The work of one step of the search for the defect.
struct SearchStep {
  uint64_t tests = 0;
  double seconds = 0;
  bool isComplete = false;
  /// Says why this step has no result; empty if it has one.
  std::string omitted = {};
};

/// The result of `pinstripe locate`.
struct LocateSummary : RunHeader {
  std::vector<LineEvidence> lines = {}; ///< Best first.
  uint64_t executedLines = 0;
  /// Where the output is first wrong; nullopt if that can't be told. The
  /// critical slice explains the line that was printed there.
  std::optional<WrongOutput> wrong = {};
  /// True if the question is why the run crashed, not what it printed. Then
  /// `wrongOutputs` and `rightOutputs` of lines are about executions of the
  /// statement that crashed.
  bool isAboutCrash = false;
  uint64_t keptEvents = 0; ///< Size of the critical slice.
  /// How many right lines of the output have been sliced.
  uint64_t outputs = 0;
  SearchStep switching = {}, omission = {}, replacement = {}, reduction = {},
             slicing = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_LOCATESUMMARY_H
