// Finds out which commit made each change between two states of a source tree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Revisions/CommitLabels.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>
#include <map>
#include <numeric>

using namespace pinstripe;

namespace {

/// Says where a line of a file comes from: from the old state or from a commit.
struct LineOrigin {
  /// The index of the commit that added the line; 0 if the line is from the old
  /// state.
  uint32_t commit = 0;
  /// If `commit` is 0, the number of the line in the old state, from 0 on.
  uint32_t oldLine = 0;
};

/// A file whose lines are followed from commit to commit.
struct FollowedFile {
  /// The path of the file in the old state; empty if a commit added the file.
  std::string oldPath;
  std::vector<LineOrigin> lines;
};

/// Follows the lines of all files from commit to commit, from the old state to
/// the new state.
class LineHistory {
public:
  llvm::Error follow(const SourceStore &store, llvm::ArrayRef<StateId> states);
  /// Returns the commit that removed a line of the old state; 0 if it is not
  /// known.
  uint32_t removerOf(const std::string &oldPath, uint32_t line) const;
  /// Returns the commit that added a line of the new state; 0 if it is not
  /// known.
  uint32_t adderOf(const std::string &newPath, uint32_t line) const;
  /// Returns the last commit that changed the file; 0 if it is not known.
  uint32_t lastCommitOf(const FileDifference &file) const;

private:
  void apply(const SourceDifference &step, uint32_t commit);
  FollowedFile &fileAt(const std::string &path, size_t lines);
  void replaceLines(FollowedFile &file, const FileDifference &step,
                    uint32_t commit);
  void remove(const FollowedFile &file, llvm::ArrayRef<LineOrigin> lines,
              uint32_t commit);

  /// The files by their paths in the state after the commit that was followed
  /// last.
  std::map<std::string, FollowedFile> files;
  std::map<std::pair<std::string, uint32_t>, uint32_t> removers;
  /// Maps each path to the last commit that changed a file there.
  std::map<std::string, uint32_t> touched;
};

} // namespace

/// Returns the file that is at a path after the last commit that was followed.
/// If no commit has changed the file so far, it is as in the old state, with
/// `lines` lines.
FollowedFile &LineHistory::fileAt(const std::string &path, size_t lines) {
  auto [place, isNew] = files.try_emplace(path);
  if (isNew) {
    place->second.oldPath = path;
    for (uint32_t i = 0; i < lines; ++i)
      place->second.lines.push_back({0, i});
  }
  return place->second;
}

void LineHistory::remove(const FollowedFile &file,
                         llvm::ArrayRef<LineOrigin> lines, uint32_t commit) {
  for (const LineOrigin &line : lines)
    if (line.commit == 0)
      removers[{file.oldPath, line.oldLine}] = commit;
}

void LineHistory::replaceLines(FollowedFile &file, const FileDifference &step,
                               uint32_t commit) {
  std::vector<LineOrigin> lines;
  size_t next = 0;
  auto keepUntil = [&](size_t end) {
    for (end = std::min(end, file.lines.size()); next < end; ++next)
      lines.push_back(file.lines[next]);
  };
  for (const SourceHunk &hunk : step.hunks) {
    keepUntil(hunk.oldStart);
    llvm::ArrayRef<LineOrigin> rest =
        llvm::ArrayRef<LineOrigin>(file.lines).drop_front(next);
    size_t count = std::min<size_t>(hunk.oldCount, rest.size());
    remove(file, rest.take_front(count), commit);
    next += count;
    lines.insert(lines.end(), hunk.newCount, LineOrigin{commit, 0});
  }
  keepUntil(file.lines.size());
  file.lines = std::move(lines);
}

void LineHistory::apply(const SourceDifference &step, uint32_t commit) {
  for (const FileDifference &file : step.files) {
    for (const std::string &path : {file.oldPath, file.newPath})
      if (!path.empty())
        touched[path] = commit;
    if (file.whole && !file.newPath.empty()) {
      files[file.newPath] = {};
      continue;
    }
    if (file.oldPath.empty()) {
      files[file.newPath] = {
          "", std::vector<LineOrigin>(file.newLines.size(), {commit, 0})};
      continue;
    }
    FollowedFile followed = fileAt(file.oldPath, file.oldLines.size());
    replaceLines(followed, file, commit);
    // After a rename or a removal, the old path keeps an entry without lines.
    // So a file that appears at this path later counts as a new file.
    files[file.oldPath] = {};
    if (!file.newPath.empty())
      files[file.newPath] = std::move(followed);
  }
}

llvm::Error LineHistory::follow(const SourceStore &store,
                                llvm::ArrayRef<StateId> states) {
  for (uint32_t i = 1; i < states.size(); ++i) {
    llvm::Expected<SourceDifference> step =
        differenceBetween(store, states[i - 1], states[i]);
    if (!step)
      return step.takeError();
    apply(*step, i);
  }
  return llvm::Error::success();
}

uint32_t LineHistory::removerOf(const std::string &oldPath,
                                uint32_t line) const {
  auto place = removers.find({oldPath, line});
  return place == removers.end() ? 0 : place->second;
}

uint32_t LineHistory::adderOf(const std::string &newPath, uint32_t line) const {
  auto place = files.find(newPath);
  bool isKnown = place != files.end() && line < place->second.lines.size();
  return isKnown ? place->second.lines[line].commit : 0;
}

uint32_t LineHistory::lastCommitOf(const FileDifference &file) const {
  uint32_t last = 0;
  for (const std::string &path : {file.oldPath, file.newPath})
    if (auto place = touched.find(path); place != touched.end())
      last = std::max(last, place->second);
  return last;
}

/// Returns the last commit that changed a line of a hunk; 0 if none is known.
static uint32_t commitOf(const FileDifference &file, const SourceHunk &hunk,
                         const LineHistory &history) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < hunk.oldCount; ++i)
    last = std::max(last, history.removerOf(file.oldPath, hunk.oldStart + i));
  for (uint32_t i = 0; i < hunk.newCount; ++i)
    last = std::max(last, history.adderOf(file.newPath, hunk.newStart + i));
  return last;
}

/// Numbers the changes of a difference again, so that changes of earlier
/// commits come first.
static void sortChanges(SourceDifference &difference) {
  std::vector<uint32_t> order(difference.changes.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](uint32_t a, uint32_t b) {
    return std::pair(difference.changes[a].commit, a) <
           std::pair(difference.changes[b].commit, b);
  });
  std::vector<uint32_t> numbers(order.size());
  std::vector<RevisionChange> sorted;
  for (uint32_t former : order) {
    numbers[former] = static_cast<uint32_t>(sorted.size());
    sorted.push_back(difference.changes[former]);
  }
  difference.changes = std::move(sorted);
  auto renumber = [&](std::optional<Element> &change) {
    if (change)
      change = Element(numbers[static_cast<uint32_t>(*change)]);
  };
  for (FileDifference &file : difference.files) {
    for (SourceHunk &hunk : file.hunks)
      hunk.first = numbers[hunk.first];
    renumber(file.rename);
    renumber(file.mode);
    renumber(file.whole);
  }
}

llvm::Error pinstripe::labelCommits(SourceDifference &difference,
                                    const SourceStore &store,
                                    llvm::ArrayRef<StateId> states) {
  LineHistory history;
  if (llvm::Error error = history.follow(store, states))
    return error;
  for (RevisionChange &change : difference.changes) {
    const FileDifference &file = difference.files[change.file];
    uint32_t last = history.lastCommitOf(file);
    uint32_t commit = change.kind == RevisionChange::Kind::Line
                          ? commitOf(file, file.hunks[change.hunk], history)
                          : last;
    // If git aligns the lines of the whole difference in another way than those
    // of single commits, the commit of a hunk is not found. Then the last
    // commit that changed the file takes its place.
    if (commit == 0)
      commit = last;
    change.commit = commit;
  }
  sortChanges(difference);
  return llvm::Error::success();
}
