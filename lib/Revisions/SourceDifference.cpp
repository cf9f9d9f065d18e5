// Compares two states of a source tree, and numbers the changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Revisions/SourceDifference.h"
#include "LineText.h"
#include "StoreObjects.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace pinstripe;

namespace {

/// Makes a SourceDifference of what libgit2 finds.
class DifferenceReader {
public:
  DifferenceReader(const SourceStore &store, SourceDifference &result)
      : store(store), result(result) {
    result.functions.emplace_back();
  }
  llvm::Error read();

private:
  llvm::Error readFile(git_diff *diff, size_t index);
  llvm::Error readContents(const git_diff_delta &delta, FileDifference &file);
  llvm::Error readHunks(git_diff *diff, size_t index, FileDifference &file);
  void joinConflicts();
  void numberChanges();
  void numberLines(uint32_t index, FileDifference &file);
  uint32_t functionNumber(uint32_t file, llvm::StringRef beginning);

  const SourceStore &store;
  SourceDifference &result;
  /// Some files share one change. For each file, this is the index of the first
  /// file that has the same change; its own index if it shares none.
  std::vector<uint32_t> leaders;
  llvm::StringMap<uint32_t> functions;
};

} // namespace

static bool isText(FileMode mode) {
  return mode == FileMode::Plain || mode == FileMode::Executable;
}

ChangedLine pinstripe::lineOf(const SourceDifference &difference,
                              Element element) {
  auto number = static_cast<uint32_t>(element);
  const RevisionChange &change = difference.changes[number];
  if (change.kind != RevisionChange::Kind::Line)
    return {};
  const FileDifference &file = difference.files[change.file];
  const SourceHunk &hunk = file.hunks[change.hunk];
  uint32_t i = number - hunk.first;
  ChangedLine line;
  if (i < hunk.oldCount)
    line.before = &file.oldLines[hunk.oldStart + i];
  if (i < hunk.newCount)
    line.after = &file.newLines[hunk.newStart + i];
  return line;
}

size_t SourceDifference::hunkCount() const {
  size_t count = 0;
  for (const FileDifference &file : files)
    count += file.hunks.size() + file.rename.has_value() +
             file.mode.has_value() + file.whole.has_value();
  return count;
}

llvm::Error DifferenceReader::readContents(const git_diff_delta &delta,
                                           FileDifference &file) {
  if (!file.oldPath.empty()) {
    llvm::Expected<std::string> content =
        store.contentOf(git::hexOf(delta.old_file.id));
    if (!content)
      return content.takeError();
    file.oldContent = std::move(*content);
  }
  if (!file.newPath.empty()) {
    if (llvm::Error error = store.contentOf(git::hexOf(delta.new_file.id))
                                .moveInto(file.newContent))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error DifferenceReader::readHunks(git_diff *diff, size_t index,
                                        FileDifference &file) {
  auto patch = git::make<git::Patch>(git_patch_from_diff, diff, index);
  if (!patch)
    return git::failure("comparing " + file.path());
  for (size_t i = 0; i < git_patch_num_hunks(patch.get()); ++i) {
    const git_diff_hunk *hunk = nullptr;
    size_t lines = 0;
    if (git_patch_get_hunk(&hunk, &lines, patch.get(), i) != 0)
      return git::failure("comparing " + file.path());
    SourceHunk read;
    read.oldCount = static_cast<uint32_t>(hunk->old_lines);
    read.newCount = static_cast<uint32_t>(hunk->new_lines);
    // libgit2 counts lines from 1. If a hunk has no lines in a state, libgit2
    // gives the number of the line before the hunk.
    read.oldStart =
        static_cast<uint32_t>(hunk->old_start - (hunk->old_lines ? 1 : 0));
    read.newStart =
        static_cast<uint32_t>(hunk->new_start - (hunk->new_lines ? 1 : 0));
    file.hunks.push_back(read);
  }
  return llvm::Error::success();
}

llvm::Error DifferenceReader::readFile(git_diff *diff, size_t index) {
  const git_diff_delta &delta = *git_diff_get_delta(diff, index);
  FileDifference file;
  if (delta.status != GIT_DELTA_ADDED) {
    file.oldPath = delta.old_file.path;
    file.oldMode = FileMode(delta.old_file.mode);
  }
  if (delta.status != GIT_DELTA_DELETED) {
    file.newPath = delta.new_file.path;
    file.newMode = FileMode(delta.new_file.mode);
  }
  if (file.oldMode == FileMode::Submodule ||
      file.newMode == FileMode::Submodule) {
    result.submodules.push_back(file.path());
    // If the path has a submodule in one state and a file in the other, this
    // file counts as removed or added.
    if (file.oldMode == FileMode::Submodule)
      file.oldPath.clear();
    if (file.newMode == FileMode::Submodule)
      file.newPath.clear();
    if (file.path().empty())
      return llvm::Error::success();
  }
  if (llvm::Error error = readContents(delta, file))
    return error;
  bool isWhole = !isText(file.oldMode) || !isText(file.newMode) ||
                 isBinary(file.oldContent) || isBinary(file.newContent);
  if (!isWhole) {
    if (file.oldContent != file.newContent)
      if (llvm::Error error = readHunks(diff, index, file))
        return error;
    file.oldLines = linesWithEnds(file.oldContent);
    file.newLines = linesWithEnds(file.newContent);
  }
  bool isEmpty =
      (file.oldPath.empty() || file.newPath.empty()) && file.hunks.empty();
  if (isWhole || isEmpty)
    file.whole = Element(0);
  result.files.push_back(std::move(file));
  return llvm::Error::success();
}

/// Returns true if `path` lies in the folder `folder`.
static bool liesBelow(llvm::StringRef path, llvm::StringRef folder) {
  return path.consume_front(folder) && path.starts_with("/");
}

/// Lets files that are in the way of each other share one change. A removed
/// file and an added file are in the way of each other if they have the same
/// path, or if one lies in a folder that has the path of the other.
void DifferenceReader::joinConflicts() {
  leaders.resize(result.files.size());
  for (uint32_t i = 0; i < leaders.size(); ++i)
    leaders[i] = i;
  std::map<llvm::StringRef, uint32_t> removed, added;
  for (uint32_t i = 0; i < result.files.size(); ++i) {
    const FileDifference &file = result.files[i];
    if (file.oldPath == file.newPath)
      continue;
    if (!file.oldPath.empty())
      removed.emplace(file.oldPath, i);
    if (!file.newPath.empty())
      added.emplace(file.newPath, i);
  }
  auto join = [&](uint32_t first, uint32_t second) {
    uint32_t leader = std::min(leaders[first], leaders[second]);
    uint32_t other = std::max(leaders[first], leaders[second]);
    for (uint32_t &each : leaders)
      if (each == other)
        each = leader;
    result.files[first].whole = result.files[second].whole = Element(0);
  };
  auto joinBelow = [&](const std::map<llvm::StringRef, uint32_t> &paths,
                       const std::map<llvm::StringRef, uint32_t> &folders) {
    for (const auto &[folder, index] : folders)
      for (auto each = paths.lower_bound(folder);
           each != paths.end() && each->first.starts_with(folder); ++each) {
        bool isInTheWay =
            each->first == folder || liesBelow(each->first, folder);
        if (isInTheWay && each->second != index)
          join(each->second, index);
      }
  };
  joinBelow(added, removed);
  joinBelow(removed, added);
}

uint32_t DifferenceReader::functionNumber(uint32_t file,
                                          llvm::StringRef beginning) {
  if (beginning.empty())
    return 0;
  // The key of a function has the number of its file, since functions with the
  // same name in two files are two functions.
  std::string key = std::to_string(file) + " " + beginning.str();
  auto [place, isNew] = functions.try_emplace(
      key, static_cast<uint32_t>(result.functions.size()));
  if (isNew)
    result.functions.push_back({beginning.str()});
  return place->second;
}

void DifferenceReader::numberLines(uint32_t index, FileDifference &file) {
  std::vector<uint32_t> oldBlocks = blocksOf(file.oldLines);
  std::vector<uint32_t> newBlocks = blocksOf(file.newLines);
  for (uint32_t h = 0; h < file.hunks.size(); ++h) {
    SourceHunk &hunk = file.hunks[h];
    hunk.first = static_cast<uint32_t>(result.changes.size());
    for (uint32_t i = 0; i < hunk.changes(); ++i) {
      RevisionChange change;
      change.file = index;
      change.hunk = h;
      // An added or replaced line belongs to a block of the new text. A line
      // that is only deleted belongs to a block of the old text.
      llvm::StringRef beginning =
          i < hunk.newCount
              ? blockBeginning(file.newLines, newBlocks[hunk.newStart + i])
              : blockBeginning(file.oldLines, oldBlocks[hunk.oldStart + i]);
      change.function = functionNumber(index, beginning);
      result.changes.push_back(change);
    }
  }
}

void DifferenceReader::numberChanges() {
  auto add = [&](uint32_t file, RevisionChange::Kind kind) {
    RevisionChange change;
    change.file = file;
    change.kind = kind;
    result.changes.push_back(change);
    return Element(result.changes.size() - 1);
  };
  for (uint32_t i = 0; i < result.files.size(); ++i) {
    FileDifference &file = result.files[i];
    if (file.whole) {
      file.oldLines.clear();
      file.newLines.clear();
      file.hunks.clear();
      file.whole = leaders[i] == i ? add(i, RevisionChange::Kind::Whole)
                                   : result.files[leaders[i]].whole;
      continue;
    }
    file.oldContent.clear();
    file.newContent.clear();
    bool isInBoth = !file.oldPath.empty() && !file.newPath.empty();
    if (isInBoth && file.oldPath != file.newPath)
      file.rename = add(i, RevisionChange::Kind::Rename);
    if (isInBoth && file.oldMode != file.newMode)
      file.mode = add(i, RevisionChange::Kind::Mode);
    numberLines(i, file);
  }
}

llvm::Error DifferenceReader::read() {
  llvm::Expected<git::Diff> diff =
      store.objects().diff(result.from, result.to, 0, true);
  if (!diff)
    return diff.takeError();
  for (size_t i = 0; i < git_diff_num_deltas(diff->get()); ++i)
    if (llvm::Error error = readFile(diff->get(), i))
      return error;
  llvm::sort(result.files,
             [](const FileDifference &a, const FileDifference &b) {
               return std::pair(a.path(), !a.newPath.empty()) <
                      std::pair(b.path(), !b.newPath.empty());
             });
  joinConflicts();
  numberChanges();
  return llvm::Error::success();
}

llvm::Expected<SourceDifference>
pinstripe::differenceBetween(const SourceStore &store, const StateId &from,
                             const StateId &to) {
  SourceDifference result;
  result.from = from;
  result.to = to;
  if (llvm::Error error = DifferenceReader(store, result).read())
    return error;
  return result;
}
