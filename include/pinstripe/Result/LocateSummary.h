// Defines the result of `pinstripe locate`: the source lines to read first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The result has, for each executed line, all evidence that the line is wrong.

#ifndef PINSTRIPE_RESULT_LOCATESUMMARY_H
#define PINSTRIPE_RESULT_LOCATESUMMARY_H

#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/MutationSummary.h"
#include "pinstripe/Result/SourceLine.h"

namespace pinstripe {

/// The change of a line of source that had the best effect on the output, among
/// changes of one kind. The kinds are switching a condition, leaving out a
/// statement, and replacing a value.
struct ChangeEvidence {
  Effect effect = Effect::Same;
  /// The change's rank among all changes of its kind; 1 is the best.
  uint32_t rank = 0;
  /// The changed instance; if all instances were changed, the first of them.
  EventIndex event{};
  bool isSingle = false; ///< True if only one instance was changed.
  /// True if the change executes the statement and then leaves the `switch`
  /// around it, as a `break` would.
  bool leavesSwitch = false;
  /// How often changes of this kind were tried at the statement (`trials`), and
  /// how often they had this effect (`hits`). A single hit in many trials can
  /// be a coincidence.
  uint32_t trials = 0, hits = 0;
  /// The operand whose value was forced; nullopt if the condition as a whole
  /// was switched.
  std::optional<OperandId> operand = {};
  std::optional<ReplacedValue> replaced = {};
};

/// The mutation (a small change of the source) of a line that had the best
/// effect on the output.
struct MutationEvidence {
  TriedMutation best;
  /// Rank of the mutated statement, as in the result of `mutate`.
  uint32_t rank = 0;
  /// How many mutants of the statement were run (`trials`), and how many of
  /// them had this effect (`hits`). A mutant is the program with one mutation.
  uint32_t trials = 0, hits = 0;
  /// The number of kinds of mutations that had this effect.
  uint32_t operators = 0;
};

/// A line of source with all evidence that it is wrong.
struct LineEvidence {
  SourceLine line;
  /// The line of source on which the line's statement ends.
  uint32_t endLine = 0;
  /// The statement on this line that was executed first; nullopt if the line
  /// has no statement. This is so if evidence points to the end of a function.
  std::optional<UnitId> unit = {};
  FunctionId function{};
  /// How many instances of the line's statements were executed.
  uint64_t executed = 0;
  /// How many instances of the line's statements are in the critical slice:
  /// those that a reduction had to keep.
  uint64_t kept = 0;
  /// True if an instance on the line is a guard: a condition in the critical
  /// slice on which other events of the slice depend.
  bool isGuard = false;
  std::optional<ChangeEvidence> switched;
  std::optional<ChangeEvidence> omitted;
  std::optional<ChangeEvidence> replaced;
  std::optional<MutationEvidence> mutated;
  /// The uses of uninitialised memory on this line, as indices into
  /// UninitialisedMemory::uses.
  std::vector<uint32_t> uninitialised = {};
  /// How many lines of the output depend on this source line. `wrongOutputs` is
  /// 1 if the wrong output line depends on it in any way (full slice), and
  /// `wrongValues` is 1 if it depends on it by data alone (data slice);
  /// otherwise they are 0. `rightOutputs` counts the right output lines that
  /// depend on this source line by data alone.
  uint64_t wrongOutputs = 0, wrongValues = 0, rightOutputs = 0;
  /// True if the wrong line of output depends on this source line only by a
  /// decision that could have changed a value if it had gone the other way (see
  /// SliceKind::Relevant).
  bool isRelevant = false;
  /// The source lines that have set a value which this line used, as far as the
  /// wrong line of output depends on it.
  std::vector<SourceLine> definers = {};
  /// The source lines with the conditions, in the same function, that directly
  /// decided whether a statement of this line was executed.
  std::vector<SourceLine> deciders = {};
  /// How many of the passing runs and of the other failing runs have executed
  /// this line (--passing, --failing).
  uint64_t passingRuns = 0, failingRuns = 0;
  /// The share of all failing runs, the recorded one included, that have
  /// executed this line.
  double failingShare = 1;
  /// The number of dependences on the shortest path from this line of source to
  /// the wrong line of the output. 0 if there is no such path.
  uint32_t distance = 0;
  double score = 0;
  /// The number of the entry to which the line belongs, from 1. An entry is a
  /// place to read: a line, or a few lines that say the same.
  uint32_t entry = 0;
};

/// Where the output first differs from what was expected.
struct WrongOutput {
  /// The number of the first wrong line in the output, from 1.
  uint64_t line = 0;
  /// The line that was printed where the output is first wrong; nullopt if the
  /// output ends before.
  std::optional<std::string> printed = {};
  /// The line that was expected where the output is first wrong; nullopt if the
  /// output should have ended before. If `isMissing` is true, this line should
  /// have come before `printed`.
  std::optional<std::string> expected = {};
  /// True if the output lacks lines that were expected before the printed line,
  /// and the printed line itself is right.
  bool isMissing = false;
};

/// Says how much work one step of `pinstripe locate` was (such as trying to
/// switch conditions), and whether the step has a result.
struct SearchStep {
  uint64_t tests = 0;
  double seconds = 0;
  bool isComplete = false;
  /// Says why this step has no result; empty if it has one.
  std::string omitted = {};
};

/// The result of `pinstripe locate`.
struct LocateSummary : RunHeader {
  /// Best first. Lines of one entry follow each other, the best of them first.
  std::vector<LineEvidence> lines = {};
  uint64_t executedLines = 0;
  /// Where the output is first wrong; nullopt if that is not known. The
  /// critical slice (the events that a reduction kept) is about the line of
  /// output that was printed there.
  std::optional<WrongOutput> wrong = {};
  /// True if the question is why the run crashed; false if it is why the run
  /// printed a wrong line. For a crash, "the wrong line" here and in
  /// LineEvidence means the execution of the statement that crashed. "The right
  /// lines" then means the earlier executions of this statement.
  bool isAboutCrash = false;
  /// How many events the critical slice has: those that a reduction had to
  /// keep.
  uint64_t keptEvents = 0;
  /// The number of right lines of the output for which a slice was computed.
  uint64_t outputs = 0;
  /// How many passing runs and other failing runs there are (--passing,
  /// --failing).
  uint64_t passingRuns = 0, failingRuns = 0;
  /// What was done with a reference (--reference); nullopt if there is none.
  std::optional<ReferenceSummary> reference = {};
  SearchStep switching = {}, omission = {}, replacement = {}, mutation = {},
             reduction = {}, slicing = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_LOCATESUMMARY_H
