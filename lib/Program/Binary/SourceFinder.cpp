// Finds sources that are no longer where they were compiled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/SourceFinder.h"
#include "pinstripe/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace paths = llvm::sys::path;

namespace pinstripe {

/// The largest number of files and folders in a folder tree that is searched
/// for sources. A search that stops halfway could find one file of a name, and
/// miss a second one that is the right one. So larger trees are not searched at
/// all.
static constexpr size_t maxFiles = 100000;

/// Returns a path without the parts `.` and `..`, and without a slash at its
/// end. In debug information a path is as the compiler got it, such as
/// /build/../src/a.c.
static std::string plain(llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  paths::remove_dots(result, /*remove_dot_dot=*/true);
  while (result.size() > 1 && result.back() == '/')
    result.pop_back();
  return result.empty() ? "." : result.str().str();
}

llvm::Expected<std::vector<SourceMapping>>
parseSourceMap(llvm::ArrayRef<std::string> words) {
  std::vector<SourceMapping> mappings;
  for (const std::string &word : words) {
    auto [from, to] = llvm::StringRef(word).split('=');
    if (from.empty() || to.empty())
      return llvm::make_error<UsageError>(
          "--source-map " + word +
          ": write FROM=TO: the folder of the sources when the program was "
          "built, and their folder now");
    llvm::SmallString<256> place(to);
    if (fs::make_absolute(place) || !fs::exists(place))
      return llvm::make_error<UsageError>("--source-map " + word + ": " + to +
                                          " does not exist; check the path");
    mappings.push_back({plain(from), plain(place)});
  }
  return mappings;
}

SourceFinder::SourceFinder(std::vector<SourceMapping> mappings,
                           std::string searchFolder)
    : mappings(std::move(mappings)), used(this->mappings.size()),
      searchFolder(std::move(searchFolder)) {}

/// Returns the part of `path` after `folder`. For example, for the path
/// "/a/b.c" and the folder "/a", returns "/b.c". `path` may also be the folder
/// itself. Returns nullopt if `path` is not in `folder`.
static std::optional<llvm::StringRef> restBelow(llvm::StringRef path,
                                                llvm::StringRef folder) {
  // A source compiled with -ffile-prefix-map can have a relative path. A
  // relative path is treated as a path in the folder `.`.
  if (folder == ".")
    return paths::is_absolute(path) ? std::nullopt : std::optional(path);
  bool isBelow = path.consume_front(folder) &&
                 (path.empty() || path.starts_with("/") || folder == "/");
  return isBelow ? std::optional(path) : std::nullopt;
}

std::string SourceFinder::mapped(llvm::StringRef path) {
  if (path.empty())
    return "";
  std::string whole = plain(path);
  // Several mappings of --source-map can fit a path. The mapping that replaces
  // the longest part of the path is used.
  std::optional<size_t> best;
  for (size_t i = 0; i < mappings.size(); ++i)
    if (restBelow(whole, mappings[i].from) &&
        (!best || mappings[i].from.size() > mappings[*best].from.size()))
      best = i;
  if (!best)
    return path.str();
  used[*best] = true;
  llvm::SmallString<256> place(mappings[*best].to);
  llvm::StringRef rest = *restBelow(whole, mappings[*best].from);
  if (!rest.empty())
    paths::append(place, rest);
  return plain(place);
}

std::string SourceFinder::find(llvm::StringRef path) {
  std::string place = mapped(path);
  if (fs::exists(place) || searchFolder.empty() || isSystemFile(path))
    return place;
  auto known = found.find(path.str());
  if (known != found.end())
    return known->second;
  std::string other = findByName(path);
  if (other.empty())
    return place;
  found[path.str()] = other;
  return other;
}

void SourceFinder::readFolder() {
  files.emplace();
  std::error_code error;
  size_t count = 0;
  for (fs::recursive_directory_iterator
           each(searchFolder, error, /*follow_symlinks=*/false),
       end;
       each != end && !error; each.increment(error)) {
    llvm::StringRef name = paths::filename(each->path());
    if (++count > maxFiles)
      return files->clear();
    if (each->type() == fs::file_type::directory_file && name.starts_with("."))
      each.no_push();
    if (each->type() == fs::file_type::regular_file)
      (*files)[name.str()].push_back(each->path());
  }
}

/// Counts the equal names at the ends of two paths. For example, "/a/src/x.c"
/// and "/b/src/x.c" have two equal names, "src" and "x.c". Among several files
/// of the same name, the source finder takes the one with most equal names.
static size_t commonEnd(llvm::StringRef left, llvm::StringRef right) {
  size_t common = 0;
  auto a = paths::rbegin(left), b = paths::rbegin(right);
  for (; a != paths::rend(left) && b != paths::rend(right) && *a == *b;
       ++a, ++b)
    ++common;
  return common;
}

std::string SourceFinder::findByName(llvm::StringRef path) {
  if (!files)
    readFolder();
  auto named = files->find(paths::filename(path).str());
  if (named == files->end())
    return "";
  std::string best;
  size_t most = 0;
  for (const std::string &file : named->second) {
    size_t common = commonEnd(path, file);
    if (common == most)
      // If two files fit the searched path equally well, neither is taken.
      best.clear();
    if (common > most) {
      most = common;
      best = file;
    }
  }
  return best;
}

const SourceMapping *SourceFinder::unusedMapping() const {
  auto unused = llvm::find(used, false);
  return unused == used.end() ? nullptr : &mappings[unused - used.begin()];
}

} // namespace pinstripe
