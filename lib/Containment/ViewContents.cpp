// Lists the files that a run has written in its sandbox, since tests compare
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ViewContents.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

using namespace pinstripe;

namespace {

/// Lists the regular files in views (folders that programs change
/// copy-on-write). Must cope with anything that programs leave there, such as
/// deep trees, links and devices.
class Lister {
public:
  explicit Lister(size_t maxFiles) : maxFiles(maxFiles) {}

  /// Lists the files of the folder `name` in the folder `parent`, and of its
  /// subfolders. `path` is the path by which the program knows the folder.
  void walk(int parent, const std::string &name, const std::string &path,
            unsigned depth = 0);
  std::vector<std::string> take() {
    llvm::sort(found);
    return std::move(found);
  }

private:
  /// The largest depth of folders that are searched. All folders on the path to
  /// the searched one are open at the same time, so this number must be below
  /// the limit of open files.
  static constexpr unsigned deepest = 64;

  size_t maxFiles;
  std::vector<std::string> found;
};

} // namespace

void Lister::walk(int parent, const std::string &name, const std::string &path,
                  unsigned depth) {
  FileDescriptor folder(::openat(
      parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  DIR *entries = openEntries(std::move(folder));
  if (!entries)
    return;
  while (dirent *entry =
             found.size() < maxFiles ? ::readdir(entries) : nullptr) {
    std::string own = entry->d_name;
    struct stat status;
    if (own == "." || own == ".." ||
        ::fstatat(::dirfd(entries), own.c_str(), &status,
                  AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    // Only regular files are listed. Devices are left out, since overlayfs
    // leaves a device in place of a removed file.
    if (S_ISREG(status.st_mode))
      found.push_back(path + "/" + own);
    else if (S_ISDIR(status.st_mode) && depth < deepest)
      walk(::dirfd(entries), own, path + "/" + own, depth + 1);
  }
  ::closedir(entries);
}

/// Returns the number of the last generation of each view, a folder shown
/// copy-on-write. A view gets a new generation each time it is restored. The
/// number is 0 if the view was never mounted.
static std::vector<uint64_t> findGenerations(int views, size_t count) {
  std::vector<uint64_t> generations(count);
  FileDescriptor folder(
      ::openat(views, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  DIR *entries = openEntries(std::move(folder));
  while (dirent *entry = entries ? ::readdir(entries) : nullptr) {
    auto [index, generation] = llvm::StringRef(entry->d_name).split('-');
    size_t view = 0;
    uint64_t number = 0;
    if (!index.getAsInteger(10, view) && !generation.getAsInteger(10, number) &&
        view < count)
      generations[view] = std::max(generations[view], number);
  }
  if (entries)
    ::closedir(entries);
  return generations;
}

std::vector<std::string>
pinstripe::listWrittenFiles(int top, const World &world, size_t maxFiles) {
  FileDescriptor views(
      ::openat(top, "views", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!views.isOpen())
    return {};
  Lister lister(maxFiles);
  std::vector<uint64_t> generations =
      findGenerations(views.get(), world.views.size());
  const size_t rootSize = llvm::StringRef(World::root).size();
  for (size_t i = 0; i < world.views.size(); ++i)
    if (generations[i] != 0)
      lister.walk(views.get(),
                  std::to_string(i) + "-" + std::to_string(generations[i]) +
                      "/written",
                  world.views[i].target.substr(rootSize));
  return lister.take();
}
