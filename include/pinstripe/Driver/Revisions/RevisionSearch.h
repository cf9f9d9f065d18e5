// Finds the changes between two revisions that make a program fail.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REVISIONS_REVISIONSEARCH_H
#define PINSTRIPE_DRIVER_REVISIONS_REVISIONSEARCH_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/RevisionSummary.h"
#include "pinstripe/Revisions/SourceDifference.h"
#include "pinstripe/Revisions/UserRepository.h"
#include "pinstripe/Support/Deadline.h"
#include <atomic>
#include <functional>

namespace pinstripe {

/// How a state of the source is built and run.
struct BuildPlan {
  /// The build command, for /bin/sh; empty if nothing need be built.
  std::string command;
  double buildLimitSeconds = 3600;
  /// True if each build begins in an empty folder.
  bool cleanBuilds = false;
  /// How the program is started. Its path, if it is relative, is below the
  /// folder of the source, which is its working directory.
  LaunchSpec launch;
  std::string input; ///< The standard input of the program.
  PredicateSpec predicate;
  bool isConfined = true; ///< True if runs (not builds) are in a sandbox.
  std::vector<std::string> writablePaths;
  /// The time that runs in a sandbox begin at, in seconds since 1970. It is
  /// later than all files, since `make` takes files of the future amiss.
  uint64_t clockStart = 0;
};

/// A search for failure-inducing changes, or for those that do no harm.
struct RevisionRequest {
  SourceStore &store;
  /// The folders with objects of git that the store also reads.
  std::vector<std::string> objectFolders = {};
  /// The folder of our own with all states, builds and stored tests.
  std::string folder = {};
  BuildPlan plan = {};
  RevisionName good = {}, bad = {};
  /// The states after each commit from the good to the bad one, both included;
  /// just the good and the bad state if the commits between are not known.
  std::vector<Commit> commits = {};
  /// True if all changes are searched at once, without looking for the commit
  /// with which the failure begins.
  bool isWhole = false;
  bool isFresh = false; ///< True if tests of earlier searches are forgotten.
  SearchForm form = SearchForm::Minimise;
  Grain finest = Grain::Lines;
  Algorithm algorithm = {};
  unsigned lanes = 1;
  Deadline deadline = {};
};

/// Who is told about a search while it goes on.
struct RevisionListener {
  ReductionObserver &observer;
  std::function<void(llvm::StringRef step)> show;
  std::function<void(llvm::StringRef note)> say;
};

/// Makes the search. `stop` ends it early, with what was found so far.
///
/// Returns a TargetError if the good or the bad state can't be built or its
/// program not started, and a ReproductionError if the bad one does not fail,
/// if the good one does, or if runs differ without a change.
llvm::Expected<RevisionSummary> searchRevisions(RevisionRequest &request,
                                                RevisionListener &listener,
                                                const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REVISIONS_REVISIONSEARCH_H
