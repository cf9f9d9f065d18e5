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

/// Says how a state (one version of the source) is built and run.
struct BuildPlan {
  /// The build command, for /bin/sh; empty if no build is needed.
  std::string command;
  double buildLimitSeconds = 3600;
  /// True if each build begins in an empty folder.
  bool cleanBuilds = false;
  /// Says how the program is started. A relative path starts at the folder of
  /// the source, which is also the working directory.
  LaunchSpec launch;
  std::string input; ///< The standard input of the program.
  PredicateSpec predicate;
  bool isConfined = true; ///< True if runs (not builds) are in a sandbox.
  std::vector<std::string> writablePaths;
  /// The time that clocks show when a run in a sandbox begins, in seconds since
  /// 1970. It is later than the times of all files, since `make` misbehaves if
  /// files are from the future.
  uint64_t clockStart = 0;
};

/// A request to search for the changes of the source that make a program fail,
/// or for those that do no harm.
struct RevisionRequest {
  SourceStore &store;
  /// Folders with git objects from which `store` also reads.
  std::vector<std::string> objectFolders = {};
  /// The folder in which Pinstripe keeps states, builds and stored tests of
  /// searches.
  std::string folder = {};
  BuildPlan plan = {};
  RevisionName good = {}, bad = {};
  /// The states after each commit, from the good one to the bad one. If the
  /// commits between the good and the bad state are not known, the list has
  /// only these two states.
  std::vector<Commit> commits = {};
  /// True if all changes are searched at once, without first looking for the
  /// commit with which the failure begins.
  bool isWhole = false;
  /// True if the tests of earlier searches are forgotten.
  bool isFresh = false;
  SearchForm form = SearchForm::Minimise;
  Grain finest = Grain::Lines;
  Algorithm algorithm = {};
  unsigned lanes = 1;
  Deadline deadline = {};
};

/// The functions and the observer that are told about the progress of a search.
struct RevisionListener {
  ReductionObserver &observer;
  std::function<void(llvm::StringRef step)> show;
  std::function<void(llvm::StringRef note)> say;
};

/// Searches for the changes that make the program fail. If `stop` ends the
/// search early, the result has what was found so far.
///
/// Returns a TargetError if the good or the bad state can't be built, or if its
/// program can't be started. Returns a ReproductionError if the bad state does
/// not fail, if the good state fails, or if two runs of the same state differ.
llvm::Expected<RevisionSummary> searchRevisions(RevisionRequest &request,
                                                RevisionListener &listener,
                                                const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REVISIONS_REVISIONSEARCH_H
