// The difference between two states of a source tree, as numbered changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REVISIONS_SOURCEDIFFERENCE_H
#define PINSTRIPE_REVISIONS_SOURCEDIFFERENCE_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Revisions/SourceStore.h"

namespace pinstripe {

/// A hunk: consecutive lines of a file, all of which differ between two states.
/// The replacement of the i-th old line by the i-th new line is one change. If
/// one state has more lines than the other, each further line is a change of
/// its own.
struct SourceHunk {
  /// The old lines that the hunk replaces, as numbers from 0 on. If there are
  /// none, new lines are inserted before the line `oldStart`.
  uint32_t oldStart = 0, oldCount = 0;
  uint32_t newStart = 0, newCount = 0;
  /// The number of the hunk's first change. The hunk's other changes have the
  /// numbers after it.
  uint32_t first = 0;
  uint32_t changes() const { return std::max(oldCount, newCount); }
};

/// A file that differs between two states.
struct FileDifference {
  /// The paths of the file in the old and in the new state. A path is empty if
  /// that state does not have the file. The paths differ if the file was
  /// renamed.
  std::string oldPath, newPath;
  FileMode oldMode = FileMode::Plain, newMode = FileMode::Plain;
  /// The text of the file in both states, as lines with their ends. Empty if
  /// the file can only be exchanged as a whole.
  std::vector<std::string> oldLines, newLines;
  std::vector<SourceHunk> hunks; ///< The hunks in the order of the file.
  /// The change of the file's path, and the change of its mode (whether it may
  /// be executed); nullopt if there is no such change.
  std::optional<Element> rename, mode;
  /// The change of a file that can only be exchanged as a whole, since it is
  /// binary, empty or a symbolic link; nullopt for other files. Several files
  /// share a change if they are in the way of each other, such as a file and a
  /// folder of the same name.
  std::optional<Element> whole;
  /// The contents of the file in both states if `whole` is set; otherwise
  /// empty.
  std::string oldContent, newContent;

  const std::string &path() const {
    return newPath.empty() ? oldPath : newPath;
  }
};

/// A change: the smallest part of a difference that can be applied or left out
/// by itself.
struct RevisionChange {
  /// The kind of a change.
  enum class Kind : uint8_t { Line, Rename, Mode, Whole };
  Kind kind = Kind::Line;
  /// The changed file: an index into SourceDifference::files.
  uint32_t file = 0;
  /// For Kind::Line, the hunk: an index into FileDifference::hunks.
  uint32_t hunk = 0;
  /// The function or other block that the changed line belongs to: an index
  /// into SourceDifference::functions. 0 if it belongs to none.
  uint32_t function = 0;
  /// True if the changed line is known to contain the name of the function
  /// `function`.
  bool namesFunction = false;
  /// The commit that made the change: an index into the states given to
  /// `labelCommits`; 0 if it is not known. All changes of a hunk have the same
  /// commit, the last one that changed a line of the hunk.
  uint32_t commit = 0;
};

/// A function, or another block of a source file for which git shows a name
/// after `@@` in a difference.
struct LineBlock {
  /// The name of the function if it is known, such as "shop::Cart::total".
  /// Otherwise the line with which the block begins, as git shows it after
  /// `@@`. This line begins with a letter, `_` or `$`.
  std::string name;
  bool isFunction = false; ///< True if `name` is the name of a function.
};

/// The difference between two states of a source tree. Any subset of its
/// changes can be applied to the old state.
struct SourceDifference {
  StateId from, to;
  std::vector<FileDifference> files; ///< Sorted by path.
  /// All changes. The index of a change is its Element.
  std::vector<RevisionChange> changes;
  /// The functions and other blocks to which changed lines belong. The first
  /// element has no name: it stands for lines that belong to no block.
  std::vector<LineBlock> functions;
  /// The paths of changed submodules, which `changes` leaves out.
  std::vector<std::string> submodules;

  size_t hunkCount() const;
};

/// The texts of a changed line before and after the change. `before` is null if
/// the change has added the line, `after` if it has removed the line.
struct ChangedLine {
  const std::string *before = nullptr, *after = nullptr;
};
/// Returns the texts of the line that `change` adds, removes or replaces. Both
/// are null if `change` concerns a whole file, its name or its mode.
ChangedLine lineOf(const SourceDifference &difference, Element change);

/// Compares two states of a source tree.
llvm::Expected<SourceDifference> differenceBetween(const SourceStore &store,
                                                   const StateId &from,
                                                   const StateId &to);

/// Returns the edits that apply the changes in `applied` to the old state. With
/// all changes, the result is exactly the new state. With none, it is the old
/// state.
std::vector<FileEdit> editsFor(const SourceDifference &difference,
                               const Configuration &applied);

/// The size of the parts into which the changes of a difference are divided.
enum class Grain : uint8_t { Commits, Files, Functions, Hunks, Lines };

/// Returns the word that users know for a size of parts, such as "hunks".
llvm::StringRef grainName(Grain grain);

/// Divides the changes of a configuration into parts of the given size. Each
/// change is in exactly one part. The parts are in the order of their first
/// changes.
std::vector<std::vector<Element>> partsOf(const SourceDifference &difference,
                                          const Configuration &changes,
                                          Grain grain);

/// Returns groups of hunks that have a name in common. The name is only in old
/// lines or only in new lines of the difference, so one of the hunks probably
/// introduces or removes what the others use. Each group has at least two
/// hunks. Its label is the name.
std::vector<ElementGroup> groupsByName(const SourceDifference &difference,
                                       const Configuration &changes);

/// Returns for each part the other parts that it needs, as indices. Parts need
/// each other by the names in their lines: a part that uses a new name needs
/// those that declare it, and a part that removes a declaration needs those
/// that remove the uses. Parts that change a declaration and parts that change
/// its uses need each other. In the same way, a part that names a new file
/// needs a part that adds the file, and a part that removes a file needs those
/// that no longer name it.
///
/// Which names a line declares is a guess. So if a selection of parts includes
/// all parts that they need, the program can mostly be built, but not always.
std::vector<std::vector<uint32_t>>
neededParts(const SourceDifference &difference,
            llvm::ArrayRef<std::vector<Element>> parts);

} // namespace pinstripe

#endif // PINSTRIPE_REVISIONS_SOURCEDIFFERENCE_H
