// Removes whole folders, and provides temporary ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/FileDescriptor.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace pinstripe {
namespace {

/// Opens the folder `name` in the open folder `directory`. Refuses symbolic
/// links, since they may lead out of the tree that is to be removed. Returns -1
/// and sets errno if it fails.
int openFolder(int directory, const char *name) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int opened = ::openat(directory, name, flags);
  if (opened >= 0 || errno != EACCES)
    return opened;
  // The program under test may have removed the right to open the folder, so
  // the right is restored here. fchmodat would follow a symbolic link. But
  // `name` can't be a symbolic link here, since openat would then have failed
  // with an error other than EACCES.
  struct stat status;
  if (::fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISDIR(status.st_mode) && ::fchmodat(directory, name, 0700, 0) == 0)
    return ::openat(directory, name, flags);
  errno = EACCES;
  return -1;
}

int emptyFolder(int directory, const char *name) {
  FileDescriptor opened(openFolder(directory, name));
  if (!opened.isOpen())
    return errno;
  (void)::fchmod(opened.get(), 0700);
  auto names = namesIn(opened.get());
  if (!names)
    return errno;
  int firstError = 0;
  for (const std::string &entry : *names)
    if (int error = removeTreeAt(opened.get(), entry.c_str());
        error != 0 && firstError == 0)
      firstError = error;
  return firstError;
}

} // namespace

std::optional<std::vector<std::string>> namesIn(int directory) {
  // closedir also closes the descriptor that fdopendir was given. To keep
  // `directory` open, the folder is opened a second time.
  FileDescriptor copy(
      ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  DIR *stream = copy.isOpen() ? ::fdopendir(copy.get()) : nullptr;
  if (!stream)
    return std::nullopt;
  (void)copy.release();
  std::vector<std::string> names;
  while (const dirent *entry = ::readdir(stream)) {
    llvm::StringRef name(entry->d_name);
    if (name != "." && name != "..")
      names.push_back(name.str());
  }
  ::closedir(stream);
  return names;
}

int removeTreeAt(int directory, const char *name) {
  if (::unlinkat(directory, name, 0) == 0 || errno == ENOENT)
    return 0;
  if (errno != EISDIR && errno != EPERM)
    return errno;
  if (int error = emptyFolder(directory, name))
    return error;
  return ::unlinkat(directory, name, AT_REMOVEDIR) == 0 ? 0 : errno;
}

llvm::Error removeTree(llvm::StringRef path) {
  if (int error = removeTreeAt(AT_FDCWD, path.str().c_str()))
    return llvm::make_error<FileError>(
        path + ": can't remove: " + std::strerror(error));
  return llvm::Error::success();
}

llvm::Expected<TemporaryDirectory> TemporaryDirectory::create() {
  const char *variable = std::getenv("TMPDIR");
  std::string path = variable && *variable ? variable : "/tmp";
  path += "/pinstripe-XXXXXX";
  if (!::mkdtemp(path.data()))
    return llvm::make_error<FileError>(
        path + ": can't create a temporary directory: " + std::strerror(errno) +
        "; set TMPDIR to a directory with room");
  return TemporaryDirectory(std::move(path));
}

TemporaryDirectory::~TemporaryDirectory() {
  // Errors of the removal are ignored. A destructor can't report them, and the
  // folder is only a temporary one.
  if (!location.empty())
    llvm::consumeError(removeTree(location));
}

std::string TemporaryDirectory::file(llvm::StringRef name) const {
  return location + "/" + name.str();
}

} // namespace pinstripe
