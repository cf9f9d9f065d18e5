// Defines the result of `pinstripe locate`, which finds the source lines to
// read first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each executed line, the result has all evidence that the line is wrong.

#ifndef PINSTRIPE_RESULT_LOCATESUMMARY_H
#define PINSTRIPE_RESULT_LOCATESUMMARY_H

#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/MutationSummary.h"
#include "pinstripe/Result/SourceLine.h"

namespace pinstripe {

/// The change with the best effect on the output, among all changes of one kind
/// that were tried at a source line. There are three kinds: sending control the
/// other way at a condition, leaving out a statement, and replacing a value.
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
  /// `trials` is how many changes of this kind were tried at the statement.
  /// `hits` is how many of them had the effect `effect`. A single hit in many
  /// trials can be a coincidence.
  uint32_t trials = 0, hits = 0;
  /// The operand whose value was forced; nullopt if the condition as a whole
  /// was switched.
  std::optional<OperandId> operand = {};
  std::optional<ReplacedValue> replaced = {};
};

/// The mutation with the best effect on the output, among the mutations of a
/// source line. A mutation is a small change of the source.
struct MutationEvidence {
  TriedMutation best;
  /// Rank of the mutated statement, as in the result of `mutate`.
  uint32_t rank = 0;
  /// `trials` is how many mutants of the statement were run. `hits` is how many
  /// of them had the same effect as `best`. A mutant is the program with one
  /// mutation.
  uint32_t trials = 0, hits = 0;
  /// The number of kinds of mutations that had the same effect as `best`.
  uint32_t operators = 0;
};

/// Says that a statement on a line was being executed when the run crashed.
struct CrashEvidence {
  /// The event on the line that had begun, but not ended, when the run crashed.
  EventIndex event{};
  /// The number of calls between the statement and the crash: 0 if the
  /// statement itself crashed, 1 if a function that it called crashed, and so
  /// on.
  uint32_t depth = 0;
};

/// A line of source with all evidence that it is wrong.
struct LineEvidence {
  SourceLine line;
  /// The line of source on which the line's statement ends.
  uint32_t endLine = 0;
  /// The statement on this line that was executed first; nullopt if no
  /// statement begins on the line, for example at the end of a function.
  std::optional<UnitId> unit = {};
  FunctionId function{};
  /// How many instances of the line's statements were executed.
  uint64_t executed = 0;
  /// How many instances of the line's statements are in the critical slice.
  /// These instances are the ones that a reduction had to keep.
  uint64_t kept = 0;
  /// True if an instance on the line is a guard. A guard is a condition in the
  /// critical slice on which other events of the slice depend.
  bool isGuard = false;
  std::optional<ChangeEvidence> switched;
  std::optional<ChangeEvidence> omitted;
  std::optional<ChangeEvidence> replaced;
  std::optional<MutationEvidence> mutated;
  /// The uses of uninitialised memory on this line, as indices into
  /// UninitialisedMemory::uses.
  std::vector<uint32_t> uninitialised = {};
  /// Set if the search is about a crash, and a statement on this line was being
  /// executed when the run crashed. If there were several such statements, this
  /// is the one nearest to the crash.
  std::optional<CrashEvidence> crashed = {};
  /// `wrongOutputs` is 1 if the wrong line of output depends on this source
  /// line in any way (full slice). `wrongValues` is 1 if the wrong line depends
  /// on this source line by data alone (data slice). `rightOutputs` is the
  /// number of right lines of output that depend on this source line by data
  /// alone.
  uint64_t wrongOutputs = 0, wrongValues = 0, rightOutputs = 0;
  /// True if this source line matters for the wrong line of output only by a
  /// decision. If the decision had gone the other way, a value in the output
  /// could have been another one (see SliceKind::Relevant).
  bool isRelevant = false;
  /// The source lines that set the values which this line used. Values that do
  /// not matter for the wrong line of output are not considered.
  std::vector<SourceLine> definers = {};
  /// The source lines whose conditions directly decided whether a statement of
  /// this line was executed. They are in the function of this line.
  std::vector<SourceLine> deciders = {};
  /// `passingRuns` is how many of the passing runs have executed this line.
  /// `failingRuns` is how many of the failing runs have executed it; the
  /// recorded run is not counted. See LocateSummary::passingRuns.
  uint64_t passingRuns = 0, failingRuns = 0;
  /// The share of the failing runs that have executed this line. The recorded
  /// run counts as a failing run.
  double failingShare = 1;
  /// The number of dependences on the shortest path from this line of source to
  /// the wrong line of the output. 0 if there is no such path.
  uint32_t distance = 0;
  double score = 0;
  /// The number of the entry to which the line belongs, from 1. An entry is a
  /// place to read. It consists of one line, or of a few lines that point to
  /// the same defect.
  uint32_t entry = 0;
};

/// The place at which the output first differs from what was expected.
struct WrongOutput {
  /// The number of the first wrong line in the output, from 1.
  uint64_t line = 0;
  /// The line that was printed where the output is first wrong. nullopt if the
  /// output ends before this place.
  std::optional<std::string> printed = {};
  /// The line that was expected where the output is first wrong. nullopt if the
  /// output should have ended before this place. If `isMissing` is true, this
  /// line should have come before `printed`.
  std::optional<std::string> expected = {};
  /// True if the line that was printed is right, but lines that were expected
  /// before it are missing.
  bool isMissing = false;
};

/// Says how much work one step of `pinstripe locate` was, and whether the step
/// has a result. For example, one step tries to switch conditions.
struct SearchStep {
  uint64_t tests = 0;
  double seconds = 0;
  bool isComplete = false;
  /// Says why this step has no result; empty if it has one.
  std::string omitted = {};
};

/// The result of `pinstripe locate`.
struct LocateSummary : RunHeader {
  /// The lines, the best first. The lines of an entry (lines that point to the
  /// same defect) follow each other.
  std::vector<LineEvidence> lines = {};
  uint64_t executedLines = 0;
  /// The place in the output that is wrong first; nullopt if it is not known.
  /// If it is known, the critical slice (the events that a reduction had to
  /// keep) explains the line that was printed at this place.
  std::optional<WrongOutput> wrong = {};
  /// True if the search explains why the run crashed; false if it explains why
  /// the run printed a wrong line. For a crash, "the wrong line" here and in
  /// LineEvidence means the execution of the statement that crashed. "The right
  /// lines" then means the earlier executions of this statement.
  bool isAboutCrash = false;
  /// The number of events in the critical slice: the events that a reduction
  /// had to keep.
  uint64_t keptEvents = 0;
  /// How many of `keptEvents` are clean-ups (calls of destructors) that were
  /// kept only because the constructions of their objects were.
  uint64_t keptCleanups = 0;
  /// The number of right lines of the output whose slices were computed.
  uint64_t outputs = 0;
  /// How many passing runs, and how many failing runs besides the recorded run,
  /// were traced. The options --passing, --failing and --reference provide
  /// these runs.
  uint64_t passingRuns = 0, failingRuns = 0;
  /// The runs made with a reference program (--reference); nullopt if there was
  /// no such program.
  std::optional<ReferenceSummary> reference = {};
  SearchStep switching = {}, omission = {}, replacement = {}, mutation = {},
             reduction = {}, slicing = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_LOCATESUMMARY_H
