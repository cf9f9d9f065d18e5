// A folder on disk that holds one state of a source tree at a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Revisions/WorkFolder.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

static llvm::SmallVector<llvm::StringRef> componentsOf(llvm::StringRef path) {
  llvm::SmallVector<llvm::StringRef> parts;
  path.split(parts, '/');
  return parts;
}

/// Returns an error if a path would lead out of the folder or into a git
/// repository below it. Revisions that somebody has made with bad intent can
/// have such paths.
static llvm::Error checkPath(const std::string &path) {
  for (llvm::StringRef part : componentsOf(path))
    if (part.empty() || part == "." || part == ".." ||
        part.equals_insensitive(".git"))
      return llvm::make_error<UsageError>(
          "the revision has a file with the path `" + printable(path) +
          "`, which can't be written");
  return llvm::Error::success();
}

llvm::Expected<WorkFolder> WorkFolder::create(llvm::StringRef path) {
  WorkFolder folder(path);
  if (llvm::Error error = folder.clear())
    return error;
  return folder;
}

llvm::Error WorkFolder::open() {
  if (std::error_code code = llvm::sys::fs::create_directories(location))
    return llvm::make_error<FileError>(location +
                                       ": can't create: " + code.message());
  root = FileDescriptor(
      ::open(location.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return root.isOpen() ? llvm::Error::success() : cannotWrite(location, errno);
}

llvm::Error WorkFolder::clear() {
  root.reset();
  shown.reset();
  if (llvm::Error error = removeTree(location))
    return error;
  return open();
}

/// Opens the folder `name` in the open folder `parent`. If `makes` is true and
/// there is no such folder, removes whatever a build has put in its place and
/// makes the folder. Never follows a symbolic link.
static int openFolder(int parent, const std::string &name, bool makes) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int opened = ::openat(parent, name.c_str(), flags);
  if (opened >= 0 || !makes)
    return opened;
  if (int error = removeTreeAt(parent, name.c_str())) {
    errno = error;
    return -1;
  }
  if (::mkdirat(parent, name.c_str(), 0777) != 0)
    return -1;
  return ::openat(parent, name.c_str(), flags);
}

/// Opens the folder that contains a path: calls openFolder() for each folder on
/// the way. If one can't be opened, the returned descriptor is not open, and
/// errno is set.
static FileDescriptor openParent(int root, llvm::StringRef path, bool makes) {
  FileDescriptor folder(
      ::openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  llvm::SmallVector<llvm::StringRef> parts = componentsOf(path);
  parts.pop_back();
  for (llvm::StringRef part : parts) {
    if (!folder.isOpen())
      break;
    folder = FileDescriptor(openFolder(folder.get(), part.str(), makes));
  }
  return folder;
}

static std::string nameOf(const std::string &path) {
  return llvm::StringRef(path).rsplit('/').second.empty()
             ? path
             : llvm::StringRef(path).rsplit('/').second.str();
}

/// Writes a regular file. Returns 0 or an errno value.
static int writeRegular(int folder, const std::string &name, FileMode mode,
                        const std::string &content) {
  mode_t rights = mode == FileMode::Executable ? 0777 : 0666;
  FileDescriptor file(::openat(
      folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights));
  if (!file.isOpen())
    return errno;
  if (int error = writeAll(file.get(), content))
    return error;
  // The kernel would set a modification time that is up to 4 ms in the past.
  // Then the file could seem to be as old as what was built from its former
  // content. So the exact time is set.
  timespec now[2];
  ::clock_gettime(CLOCK_REALTIME, &now[0]);
  now[1] = now[0];
  if (::futimens(file.get(), now) != 0)
    return errno;
  return file.close() == 0 ? 0 : errno;
}

llvm::Error WorkFolder::write(const SourceStore &store,
                              const PathChange &change) {
  std::string path = location + "/" + change.path;
  FileDescriptor folder = openParent(root.get(), change.path, true);
  if (!folder.isOpen())
    return cannotWrite(path, errno);
  std::string name = nameOf(change.path);
  if (int error = removeTreeAt(folder.get(), name.c_str()))
    return cannotWrite(path, error);
  if (change.file->mode == FileMode::Submodule) {
    // A submodule that is not fetched is an empty folder, as in git.
    if (::mkdirat(folder.get(), name.c_str(), 0777) != 0)
      return cannotWrite(path, errno);
    return llvm::Error::success();
  }
  llvm::Expected<std::string> content = store.contentOf(change.file->blob);
  if (!content)
    return content.takeError();
  if (change.file->mode == FileMode::Link) {
    if (::symlinkat(content->c_str(), folder.get(), name.c_str()) != 0)
      return cannotWrite(path, errno);
    return llvm::Error::success();
  }
  if (int error = writeRegular(folder.get(), name, change.file->mode, *content))
    return cannotWrite(path, error);
  return llvm::Error::success();
}

llvm::Error WorkFolder::remove(const std::string &path) {
  FileDescriptor folder = openParent(root.get(), path, false);
  if (!folder.isOpen())
    return llvm::Error::success(); // a build has removed the folder
  if (int error = removeTreeAt(folder.get(), nameOf(path).c_str()))
    return cannotWrite(location + "/" + path, error);
  folder.reset();
  // A folder whose last file was removed is removed as well, as git does.
  for (llvm::StringRef rest = llvm::StringRef(path).rsplit('/').first;
       rest != path && !rest.empty();) {
    FileDescriptor parent = openParent(root.get(), rest, false);
    if (!parent.isOpen() ||
        ::unlinkat(parent.get(), nameOf(rest.str()).c_str(), AT_REMOVEDIR) != 0)
      break;
    if (!rest.contains('/'))
      break;
    rest = rest.rsplit('/').first;
  }
  return llvm::Error::success();
}

llvm::Error WorkFolder::show(const SourceStore &store, const StateId &state) {
  otherFiles = false;
  if (shown && *shown == state)
    return llvm::Error::success();
  bool isFirst = !shown;
  llvm::Expected<std::vector<PathChange>> changes =
      store.pathsBetween(shown, state);
  if (!changes)
    return changes.takeError();
  // `shown` (the state in the folder) has no value until all files are written.
  // So if writing fails, the next state is written as a whole.
  std::optional<StateId> former = std::exchange(shown, std::nullopt);
  for (const PathChange &change : *changes)
    if (llvm::Error error = checkPath(change.path))
      return error;
  for (const PathChange &change : *changes)
    if (!change.file) {
      otherFiles = true;
      if (llvm::Error error = remove(change.path))
        return error;
    }
  for (const PathChange &change : *changes)
    if (change.file) {
      struct stat status;
      if (!isFirst && ::fstatat(root.get(), change.path.c_str(), &status,
                                AT_SYMLINK_NOFOLLOW) != 0)
        otherFiles = true;
      if (llvm::Error error = write(store, change))
        return error;
    }
  shown = state;
  return llvm::Error::success();
}
