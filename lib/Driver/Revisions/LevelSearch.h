// Searches the changes between two states of a source, first in large parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_LEVELSEARCH_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_LEVELSEARCH_H

#include "SourceChanges.h"
#include "StateTests.h"

namespace pinstripe {

/// A level of the search, which tries changes in parts of one size.
struct SearchLevel {
  Grain grain = Grain::Lines; ///< The size of the parts that are left out.
  /// True if each part is left out together with the parts that use names which
  /// it declares.
  bool keepsNames = false;
};

/// Searches the changes between two states in parts of decreasing size: first
/// commits, then files, names, functions, hunks and lines. To minimise, it
/// leaves out parts as long as the state still FAILs (shows the failure). To
/// maximise, it adds parts as long as the state still PASSes (runs without the
/// failure). To isolate, it does both.
class LevelSearch {
public:
  /// `hasCommits` is true if the changes come from several commits. All
  /// references must outlive this object.
  LevelSearch(const RevisionRequest &request, const RevisionListener &listener,
              const SourceDifference &difference, bool hasCommits,
              StateTests &tests, const std::atomic<bool> &stop)
      : request(request), listener(listener), difference(difference),
        hasCommits(hasCommits), tests(tests), stop(stop),
        bounds{Configuration::empty(difference.changes.size()),
               Configuration::full(difference.changes.size())} {}

  /// Makes the search. Stores each level, and what is proved, in `summary`.
  llvm::Error run(RevisionSummary &summary);
  /// Returns the sets of changes that were found so far: one that passes, one
  /// that FAILs.
  const ChangeBounds &found() const { return bounds; }
  /// Returns the levels of the search, those with large parts first.
  std::vector<SearchLevel> levels() const;

private:
  llvm::Error search(const SearchLevel &level, RevisionSummary &summary);
  llvm::Error reduceBy(const SearchLevel &searched, const Algorithm &algorithm,
                       RevisionSummary &summary);
  void take(const SourceChanges &changes, const ReductionResult &result);
  OpenParts openParts(Grain grain) const;

  const RevisionRequest &request;
  const RevisionListener &listener;
  const SourceDifference &difference;
  bool hasCommits;
  StateTests &tests;
  const std::atomic<bool> &stop;
  ChangeBounds bounds;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_LEVELSEARCH_H
