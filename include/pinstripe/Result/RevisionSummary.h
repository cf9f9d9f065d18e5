// Holds the result of `changes`: which changes of the source make a run fail.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_REVISIONSUMMARY_H
#define PINSTRIPE_RESULT_REVISIONSUMMARY_H

#include "pinstripe/Reduction/Outcome.h"
#include "pinstripe/Reduction/Reducer.h"
#include "pinstripe/Result/SearchSummary.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A commit, or a state of the source that is not a commit, such as a folder.
struct RevisionName {
  /// The name of the state as the user has typed it, or the shortened id of a
  /// commit.
  std::string name;
  /// The 40 hexadecimal digits of the commit; empty if the state is not a
  /// commit.
  std::string id;
  /// The subject and author of the commit; empty if the state is not a commit.
  std::string subject, author;
};

/// The result of the search for the commit with which the failure begins.
struct CommitRange {
  /// How many commits come after the good one, up to and including the bad one.
  uint64_t commits = 0;
  uint64_t tests = 0;
  RevisionName lastPassing;
  /// The commits of which one made the program fail, oldest first. There are
  /// several only if some commits can't be tested.
  std::vector<RevisionName> suspects;
  /// False if the search was stopped before its end.
  bool isFinished = true;
};

/// One step of the search among the changes between two states of the source.
/// It tries to leave out parts of one kind, such as files.
struct RevisionLevel {
  std::string grain; ///< The kind of parts: "commits", "files", "hunks", ...
  /// The number of parts before and after the step.
  uint64_t before = 0, after = 0;
  uint64_t tests = 0;
  bool isFinished = true; ///< False if the step was stopped before its end.
};

/// The parts of the changes that were left when the search was stopped. Some of
/// them were not yet tried one by one.
struct OpenParts {
  std::string grain; ///< The kind of parts: "commits", "files", ...
  /// How many parts of the changes were left when the search was stopped: all
  /// parts that it had not removed, including those in `needed`.
  uint64_t parts = 0;
  /// How many of the parts that were left are known to be needed. If one such
  /// part is left out, the program does not fail any more, or can't be tested.
  uint64_t needed = 0;
};

/// Says why a hunk is in the result. The reason is the outcome of the test that
/// left out the hunk, or that left out a larger part which contains the hunk.
/// If the search maximises, it is the outcome of the test that added the hunk
/// or such a part.
struct HunkReason {
  /// The kind of parts to which the tried part belongs: "hunks", "files", ...
  std::string grain;
  /// The outcome of the test that tried the hunk; nullopt if there was no such
  /// test.
  std::optional<Outcome> outcome;
  /// The reason why the outcome is UNRESOLVED: "build", "crash", "hang" or
  /// "other output".
  std::string cause;
  /// A text for people about what happened in the test: how the run ended, such
  /// as "exit status 0", or the first error of a build. Empty if an earlier
  /// search made the test.
  std::string seen;
};

/// A hunk of the result. The result is the set of changes between a state that
/// passes and a state that fails. If the search minimises, these changes are
/// the failure-inducing change.
struct KeptHunk {
  std::string file;
  /// The old name of the file if it was renamed; otherwise empty.
  std::string formerFile;
  /// The name of the function in which the hunk is, or of another block that
  /// git names after `@@`; may be empty.
  std::string function;
  /// The number of the hunk's first line in the old and in the new state, from
  /// 1 on; 0 if the hunk does not change lines.
  uint64_t oldLine = 0, newLine = 0;
  /// The lines of the hunk without line ends, each after `-` or `+`. If the
  /// hunk does not change lines, one sentence that says what it changes.
  std::vector<std::string> lines;
  /// The commit with this change; empty if it is not known.
  RevisionName commit;
  HunkReason reason;
};

/// The result of `pinstripe changes`.
struct RevisionSummary {
  std::string version;
  /// The program that is tested, and its arguments.
  std::vector<std::string> command;
  std::string build; ///< The command that builds the program; may be empty.
  /// A text for people that says when a run counts as failing.
  std::string predicate;
  SearchForm form = SearchForm::Minimise;
  RevisionName good, bad;
  /// How the runs of the states `good` and `bad` ended, such as "exit status
  /// 1".
  std::string goodRun, badRun;
  /// The result of the search among commits; nullopt if there was no such
  /// search.
  std::optional<CommitRange> commits;
  /// The state of the source to which `patch` and `passingPatch` apply.
  RevisionName base;
  /// The size of the difference between `base` and the first state that fails:
  /// in files, hunks, and changes.
  uint64_t files = 0, hunks = 0, changes = 0;
  /// The number of changes between the two states that the search has found:
  /// one that passes and one that fails.
  uint64_t keptChanges = 0;
  std::vector<RevisionLevel> levels;
  Minimality minimality = Minimality::None;
  /// The kind of the parts that were left out one by one, such as "hunks".
  std::string grain;
  /// The parts that were left when the search was stopped; nullopt if the
  /// search is complete.
  std::optional<OpenParts> open;
  std::vector<KeptHunk> kept;
  /// A patch with the changes that make the program fail. nullopt if the search
  /// only looked for as many changes as possible with which the program passes.
  std::optional<std::string> patch;
  /// The changes with which the program passes; nullopt if the search
  /// minimises.
  std::optional<std::string> passingPatch;
  /// The paths of the files into which `patch` and `passingPatch` were written.
  std::string patchFile, passingFile;
  /// True if a build in an empty folder confirmed the result: what should fail
  /// fails, and what should pass passes. False if the build did not confirm it.
  /// Nullopt if no such build was tried.
  std::optional<bool> confirmed;
  uint64_t tests = 0, remembered = 0;
  uint64_t pass = 0, fail = 0, unresolved = 0;
  /// The number of UNRESOLVED tests, by cause.
  std::map<std::string, uint64_t> causes;
  double totalSeconds = 0;
  bool interrupted = false;
  /// True if the limit --max-time has ended the search.
  bool exhausted = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_REVISIONSUMMARY_H
