// Applies some of the changes between two states of a source tree to the old
// state.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Revisions/SourceDifference.h"

using namespace pinstripe;

/// Returns the text of a file in which only the changes in `applied` are made.
/// Each new line takes the place of the old line that it replaces.
static std::string mixedText(const FileDifference &file,
                             const Configuration &applied) {
  std::vector<const std::string *> lines;
  // the first old line that was neither copied nor replaced yet
  uint32_t next = 0;
  for (const SourceHunk &hunk : file.hunks) {
    while (next < hunk.oldStart)
      lines.push_back(&file.oldLines[next++]);
    for (uint32_t i = 0; i < hunk.changes(); ++i) {
      if (!applied.contains(Element(hunk.first + i))) {
        if (i < hunk.oldCount)
          lines.push_back(&file.oldLines[hunk.oldStart + i]);
      } else if (i < hunk.newCount) {
        lines.push_back(&file.newLines[hunk.newStart + i]);
      }
    }
    next = hunk.oldStart + hunk.oldCount;
  }
  while (next < file.oldLines.size())
    lines.push_back(&file.oldLines[next++]);
  std::string text;
  for (size_t i = 0; i < lines.size(); ++i) {
    text += *lines[i];
    // The last line of a file can lack its line end. If other lines follow it
    // now, it needs one.
    if (i + 1 < lines.size() && lines[i]->back() != '\n')
      text += '\n';
  }
  return text;
}

/// Returns how many of the file's changed lines are in `applied`.
static size_t appliedLines(const FileDifference &file,
                           const Configuration &applied) {
  size_t count = 0;
  for (const SourceHunk &hunk : file.hunks)
    for (uint32_t i = 0; i < hunk.changes(); ++i)
      count += applied.contains(Element(hunk.first + i));
  return count;
}

static size_t allLines(const FileDifference &file) {
  size_t count = 0;
  for (const SourceHunk &hunk : file.hunks)
    count += hunk.changes();
  return count;
}

static FileEdit removalOf(const std::string &path) {
  return {path, FileMode::Plain, "", true};
}

static void editWhole(const FileDifference &file,
                      std::vector<FileEdit> &edits) {
  if (!file.oldPath.empty() && file.oldPath != file.newPath)
    edits.push_back(removalOf(file.oldPath));
  if (!file.newPath.empty())
    edits.push_back({file.newPath, file.newMode, file.newContent, false});
}

static bool isApplied(const std::optional<Element> &change,
                      const Configuration &applied) {
  return change && applied.contains(*change);
}

/// Adds the edits of a file to `edits`. The file must be one that can be
/// changed line by line.
static void editByLines(const FileDifference &file,
                        const Configuration &applied, size_t lines,
                        std::vector<FileEdit> &edits) {
  if (file.newPath.empty() && lines == allLines(file)) {
    edits.push_back(removalOf(file.oldPath));
    return;
  }
  bool isRenamed = isApplied(file.rename, applied);
  FileMode mode = file.oldPath.empty() || isApplied(file.mode, applied)
                      ? file.newMode
                      : file.oldMode;
  bool keepsOldPath = !isRenamed && !file.oldPath.empty();
  if (isRenamed)
    edits.push_back(removalOf(file.oldPath));
  edits.push_back({keepsOldPath ? file.oldPath : file.newPath, mode,
                   mixedText(file, applied), false});
}

std::vector<FileEdit> pinstripe::editsFor(const SourceDifference &difference,
                                          const Configuration &applied) {
  std::vector<FileEdit> edits;
  for (const FileDifference &file : difference.files) {
    if (file.whole) {
      if (applied.contains(*file.whole))
        editWhole(file, edits);
      continue;
    }
    size_t lines = appliedLines(file, applied);
    if (lines > 0 || isApplied(file.rename, applied) ||
        isApplied(file.mode, applied))
      editByLines(file, applied, lines, edits);
  }
  return edits;
}
