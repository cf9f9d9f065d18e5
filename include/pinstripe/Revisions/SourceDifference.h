// The difference between two states of a source tree, as numbered changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REVISIONS_SOURCEDIFFERENCE_H
#define PINSTRIPE_REVISIONS_SOURCEDIFFERENCE_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Revisions/SourceStore.h"

namespace pinstripe {

/// Lines of a file that differ between two states, without unchanged lines. The
/// i-th old line and the i-th new line are one change: a replaced line. The
/// lines that one side has more are changes of their own.
struct SourceHunk {
  /// The old lines that the hunk replaces, as numbers from 0 on. If there are
  /// none, new lines are inserted before the line `oldStart`.
  uint32_t oldStart = 0, oldCount = 0;
  uint32_t newStart = 0, newCount = 0;
  /// The number of the hunk's first change. The others follow it.
  uint32_t first = 0;
  uint32_t changes() const { return std::max(oldCount, newCount); }
};

/// A file that differs between two states.
struct FileDifference {
  /// The paths of the file; empty in a state that does not have it. The paths
  /// differ if the file is renamed.
  std::string oldPath, newPath;
  FileMode oldMode = FileMode::Plain, newMode = FileMode::Plain;
  /// The text of the file in both states, as lines with their ends. Empty if
  /// the file can only be exchanged as a whole.
  std::vector<std::string> oldLines, newLines;
  std::vector<SourceHunk> hunks; ///< In ascending order.
  /// The change of the path, and of the right to execute the file.
  std::optional<Element> rename, mode;
  /// The change of a file that can only be exchanged as a whole: a binary file,
  /// a symbolic link, an empty file. Several such files can share a change, if
  /// one of them is in the way of another.
  std::optional<Element> whole;
  std::string oldContent, newContent; ///< Set if `whole` is.

  const std::string &path() const {
    return newPath.empty() ? oldPath : newPath;
  }
};

/// One change: the smallest part of a difference that is applied or left out.
struct RevisionChange {
  /// The kind of a change.
  enum class Kind : uint8_t { Line, Rename, Mode, Whole };
  Kind kind = Kind::Line;
  uint32_t file = 0; ///< Its file: an index into SourceDifference::files.
  uint32_t hunk = 0; ///< For Kind::Line, an index into FileDifference::hunks.
  /// Its function: an index into SourceDifference::functions.
  uint32_t function = 0;
  /// True if it is known that the name of its function stands in the line.
  bool namesFunction = false;
  /// The commit that made it: an index into the commits given to
  /// `labelCommits`; 0 if they are not known. Changes of one hunk have the same
  /// commit, the last one that changed one of its lines.
  uint32_t commit = 0;
};

/// A function or other block that lines belong to.
struct LineBlock {
  /// The name of the function if it is known, such as "shop::Cart::total".
  /// Otherwise the beginning of the block as git shows it after `@@`: the last
  /// line before that does not begin with white space.
  std::string name;
  bool isFunction = false; ///< True if the name is that of a function.
};

/// The difference between two states of a source tree. Each subset of its
/// changes can be applied to the old state.
struct SourceDifference {
  StateId from, to;
  std::vector<FileDifference> files; ///< Sorted by path.
  /// All changes. The number of a change is its Element.
  std::vector<RevisionChange> changes;
  /// The functions and other blocks that lines belong to. The first one stands
  /// for none, and has no name.
  std::vector<LineBlock> functions;
  /// Paths of changed submodules. They are not among the changes.
  std::vector<std::string> submodules;

  size_t hunkCount() const;
};

/// The texts of a changed line before and after the change. `before` is null if
/// the change has added the line, `after` if it has removed the line.
struct ChangedLine {
  const std::string *before = nullptr, *after = nullptr;
};
/// Returns the texts of the line that a change is about. Both are null if the
/// change is not about a line, but about the whole file, its name or its mode.
ChangedLine lineOf(const SourceDifference &difference, Element change);

/// Compares two states of a source tree.
llvm::Expected<SourceDifference> differenceBetween(const SourceStore &store,
                                                   const StateId &from,
                                                   const StateId &to);

/// Returns the edits that apply the changes of a configuration to the old
/// state. All changes together make exactly the new state, and none leaves the
/// old one as it is.
std::vector<FileEdit> editsFor(const SourceDifference &difference,
                               const Configuration &applied);

/// How large the parts are of which a difference is made.
enum class Grain : uint8_t { Commits, Files, Functions, Hunks, Lines };

/// Returns the word for a grain that users know, such as "hunks".
llvm::StringRef grainName(Grain grain);

/// Divides the changes of a configuration into parts of a size. Each change is
/// in exactly one part. The parts are in the order of their first changes.
std::vector<std::vector<Element>> partsOf(const SourceDifference &difference,
                                          const Configuration &changes,
                                          Grain grain);

/// Returns groups of hunks that belong together by a name: the name is in
/// changed lines of each hunk, and only on one side of the difference, so that
/// one hunk is likely to introduce what another one uses. Each group has at
/// least two hunks. The label of a group is the name.
std::vector<ElementGroup> groupsByName(const SourceDifference &difference,
                                       const Configuration &changes);

/// Returns for each part the other parts that it needs, as indices, by common
/// names. A part that uses a new name needs those that declare it, a part that
/// removes a declaration needs those that remove the uses, and parts that
/// change with a changed declaration need each other. The same is true of new
/// and removed files and the parts that name them.
///
/// What is declared is guessed line by line, so a mixture of parts that has all
/// that each of them needs can mostly be built, but not always.
std::vector<std::vector<uint32_t>>
neededParts(const SourceDifference &difference,
            llvm::ArrayRef<std::vector<Element>> parts);

} // namespace pinstripe

#endif // PINSTRIPE_REVISIONS_SOURCEDIFFERENCE_H
