// Reads all files below a folder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FolderFiles.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

static llvm::Error cannotRead(llvm::StringRef path, int error) {
  return llvm::make_error<UsageError>(printable(path) +
                                      ": can't read: " + std::strerror(error));
}

llvm::Expected<std::optional<std::pair<FileMode, std::string>>>
pinstripe::readSourceFile(const std::string &path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      return std::nullopt;
    return cannotRead(path, errno);
  }
  if (S_ISLNK(status.st_mode)) {
    char target[PATH_MAX];
    ssize_t length = ::readlink(path.c_str(), target, sizeof target);
    if (length < 0)
      return cannotRead(path, errno);
    return std::pair(FileMode::Link,
                     std::string(target, static_cast<size_t>(length)));
  }
  if (!S_ISREG(status.st_mode))
    return std::nullopt;
  llvm::Expected<std::string> content = readFile(path);
  if (!content)
    return content.takeError();
  FileMode mode =
      status.st_mode & S_IXUSR ? FileMode::Executable : FileMode::Plain;
  return std::pair(mode, std::move(*content));
}

namespace {

struct FolderReader {
  llvm::StringRef root;
  llvm::function_ref<bool(llvm::StringRef path)> skips;
  llvm::function_ref<llvm::Error(llvm::StringRef path, FileMode mode,
                                 llvm::StringRef content)>
      visit;

  /// Reads the folder whose path below the root is `prefix`, which is empty or
  /// ends with a slash.
  llvm::Error readFolder(const std::string &prefix);
};

} // namespace

llvm::Error FolderReader::readFolder(const std::string &prefix) {
  std::string folder = root.str() + "/" + prefix;
  FileDescriptor opened(
      ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.isOpen())
    return cannotRead(folder, errno);
  std::optional<std::vector<std::string>> names = namesIn(opened.get());
  if (!names)
    return cannotRead(folder, errno);
  llvm::sort(*names);
  for (const std::string &name : *names) {
    std::string path = prefix + name;
    if (name == ".git" || (skips && skips(path)))
      continue;
    struct stat status;
    if (::fstatat(opened.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) !=
        0)
      return cannotRead(folder + name, errno);
    if (S_ISDIR(status.st_mode)) {
      if (llvm::Error error = readFolder(path + "/"))
        return error;
      continue;
    }
    auto file = readSourceFile(folder + name);
    if (!file)
      return file.takeError();
    if (*file)
      if (llvm::Error error = visit(path, (*file)->first, (*file)->second))
        return error;
  }
  return llvm::Error::success();
}

llvm::Error pinstripe::forEachFile(
    llvm::StringRef folder, llvm::function_ref<bool(llvm::StringRef)> skips,
    llvm::function_ref<llvm::Error(llvm::StringRef, FileMode, llvm::StringRef)>
        visit) {
  return FolderReader{folder, skips, visit}.readFolder("");
}
