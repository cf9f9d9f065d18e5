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
  std::string name; ///< As the user has typed it, or a shortened id.
  std::string id;   ///< 40 hexadecimal digits; empty if it is not a commit.
  std::string subject, author; ///< Empty if it is not a commit.
};

/// The search for the commit with which the failure begins.
struct CommitRange {
  uint64_t commits = 0; ///< The number of commits after the good one.
  uint64_t tests = 0;
  RevisionName lastPassing;
  /// The commits with one of which the failure begins, oldest first: a single
  /// one, or several if those before the last one can't be tested.
  std::vector<RevisionName> suspects;
  /// False if the search was stopped before it was over.
  bool isFinished = true;
};

/// One step of the search in the difference, by parts of one size.
struct RevisionLevel {
  std::string grain; ///< What the parts are: "commits", "files", "hunks", ...
  uint64_t before = 0, after = 0; ///< The number of parts.
  uint64_t tests = 0;
  bool isFinished = true; ///< False if the search was stopped before its end.
};

/// The parts of the difference that a stopped search has not tried alone.
struct OpenParts {
  std::string grain;  ///< What the parts are: "commits", "files", ...
  uint64_t parts = 0; ///< How many of them are left.
  /// How many of these are known to be needed: the failure is gone, or the
  /// state can't be tested, if just the one part is left out.
  uint64_t needed = 0;
};

/// How a run ended without a hunk, or without a larger part that holds it. If
/// the search maximises, how a run ended with it.
struct HunkReason {
  /// The size of the part that was tried, such as "hunks" or "files".
  std::string grain;
  std::optional<Outcome> outcome; ///< nullopt if that was not tried.
  /// Why the outcome is UNRESOLVED: "build", "crash", "hang", "other output".
  std::string cause;
  /// What was seen, for people: "exit status 0", or the first error of a build.
  /// Empty if an earlier search has made the test.
  std::string seen;
};

/// A hunk of the changes between what passes and what fails. If the search
/// minimises, they are the failure-inducing change.
struct KeptHunk {
  std::string file;
  std::string formerFile; ///< Set if the file is renamed.
  std::string function;   ///< As git names it after `@@`; may be empty.
  /// The number of the first line of the hunk in the old and in the new state,
  /// from 1 on; 0 if the change is not one of lines.
  uint64_t oldLine = 0, newLine = 0;
  /// The lines of the hunk without line ends, each after `-` or `+`. Or one
  /// sentence about a change that is not one of lines.
  std::vector<std::string> lines;
  RevisionName commit; ///< Empty if the commit is not known.
  HunkReason reason;
};

/// The result of `changes`.
struct RevisionSummary {
  std::string version;
  std::vector<std::string> command; ///< The program and its arguments.
  std::string build;                ///< The build command; may be empty.
  std::string predicate;            ///< What makes a run fail, for people.
  SearchForm form = SearchForm::Minimise;
  RevisionName good, bad;
  std::string goodRun, badRun; ///< How they ended: "exit status 1".
  /// The search among commits; nullopt if there was none.
  std::optional<CommitRange> commits;
  /// The state to which the patches apply.
  RevisionName base;
  /// What differs between that state and the first one that fails.
  uint64_t files = 0, hunks = 0, changes = 0;
  /// How many changes lie between what passes and what fails.
  uint64_t keptChanges = 0;
  std::vector<RevisionLevel> levels;
  Minimality minimality = Minimality::None;
  std::string grain; ///< The size of the parts that can't be left out.
  /// The parts that are still to be tried; nullopt if the search is complete.
  std::optional<OpenParts> open;
  std::vector<KeptHunk> kept;
  /// The changes with which the program fails; nullopt if the search maximises.
  std::optional<std::string> patch;
  /// The changes with which it passes; nullopt if the search minimises.
  std::optional<std::string> passingPatch;
  std::string patchFile, passingFile; ///< Where the patches were written.
  /// Whether a build in an empty folder has confirmed the result: what should
  /// fail fails, and what should pass passes; nullopt if that was not tried.
  std::optional<bool> confirmed;
  uint64_t tests = 0, remembered = 0;
  uint64_t pass = 0, fail = 0, unresolved = 0;
  std::map<std::string, uint64_t> causes; ///< Unresolved tests, by cause.
  double totalSeconds = 0;
  bool interrupted = false;
  bool exhausted = false; ///< True if --max-time has ended the search.
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_REVISIONSUMMARY_H
