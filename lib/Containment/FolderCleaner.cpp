// Removes folders with everything that a program has left in them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FolderCleaner.h"
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

constexpr int openFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;

/// Lists the names of the entries in an open folder. Each read fills a buffer
/// with as many names as fit.
class Names {
public:
  explicit Names(int folder) : folder(folder) {}
  /// Returns the name of the next entry in the folder; null if there are no
  /// more.
  const char *next() {
    for (;;) {
      if (at >= size) {
        size = ::syscall(SYS_getdents64, folder, buffer, sizeof(buffer));
        at = 0;
        if (size <= 0)
          return nullptr;
      }
      auto *entry = reinterpret_cast<struct dirent64 *>(buffer + at);
      at += entry->d_reclen;
      if (std::strcmp(entry->d_name, ".") != 0 &&
          std::strcmp(entry->d_name, "..") != 0)
        return entry->d_name;
    }
  }

private:
  int folder;
  long at = 0, size = 0;
  alignas(struct dirent64) char buffer[8192];
};

/// Writes a name such as ":0", ":1" or ":2" to `name`. The cleaner gives such
/// names to subfolders that it moves up into the top folder.
void nameOf(uint64_t number, char *name) {
  *name++ = ':';
  do
    *name++ = static_cast<char>('0' + number % 10);
  while (number /= 10);
  *name = 0;
}

/// Removes an entry that is not a folder. A file is truncated first to free its
/// memory. Otherwise the kernel would keep the contents as long as a process
/// uses the overlayfs mount over the folder.
bool removeFile(int folder, const char *name) {
  int file = ::openat(folder, name,
                      O_WRONLY | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file >= 0)
    ::close(file);
  return ::unlinkat(folder, name, 0) == 0;
}

/// Empties a folder without recursion. Each pass deletes files and empty
/// subfolders, and moves the contents of other subfolders up into the folder.
class Flattener {
public:
  explicit Flattener(int top) : top(top) {}
  void run() {
    for (bool isChanging = true; isChanging;)
      isChanging = pass();
  }

private:
  bool pass() {
    if (::lseek(top, 0, SEEK_SET) != 0)
      return false;
    bool any = false;
    Names names(top);
    while (const char *name = names.next())
      any |= removeFile(top, name) ||
             ::unlinkat(top, name, AT_REMOVEDIR) == 0 || takeApart(name);
    return any;
  }

  bool takeApart(const char *name) {
    (void)::fchmodat(top, name, 0700, 0);
    int folder = ::openat(top, name, openFlags);
    if (folder < 0)
      return false;
    bool any = false;
    Names names(folder);
    while (const char *inner = names.next()) {
      if (removeFile(folder, inner) ||
          ::unlinkat(folder, inner, AT_REMOVEDIR) == 0) {
        any = true;
        continue;
      }
      char moved[32];
      nameOf(++count, moved);
      // Moving an inner folder up fails if the top folder already has an entry
      // with the new name. The inner folder then stays where it is, and the
      // next pass tries another name.
      any |= ::renameat(folder, inner, top, moved) == 0 || errno == EEXIST ||
             errno == ENOTEMPTY;
    }
    ::close(folder);
    return any | (::unlinkat(top, name, AT_REMOVEDIR) == 0);
  }

  int top;
  uint64_t count = 0;
};

} // namespace

bool pinstripe::isEmptyFolder(const char *folder) {
  int opened = ::open(folder, openFlags);
  if (opened < 0)
    return true;
  bool isEmpty = Names(opened).next() == nullptr;
  ::close(opened);
  return isEmpty;
}

void pinstripe::emptyFolder(const char *folder) {
  int opened = ::open(folder, openFlags);
  if (opened < 0)
    return;
  Flattener(opened).run();
  ::close(opened);
}

void pinstripe::removeFolder(const char *folder) {
  emptyFolder(folder);
  ::rmdir(folder);
}
