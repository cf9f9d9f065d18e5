// Owns an open file descriptor and closes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/FileDescriptor.h"
#include "pinstripe/Support/OutOfMemory.h"
#include <cerrno>
#include <unistd.h>

namespace pinstripe {

FileDescriptor &FileDescriptor::operator=(FileDescriptor &&other) noexcept {
  if (this != &other) {
    reset();
    number = other.release();
  }
  return *this;
}

int FileDescriptor::release() {
  int released = number;
  number = -1;
  return released;
}

void FileDescriptor::reset() {
  if (isOpen())
    ::close(release());
}

int FileDescriptor::close() { return isOpen() ? ::close(release()) : 0; }

DIR *openEntries(FileDescriptor folder) {
  DIR *entries = folder.isOpen() ? ::fdopendir(folder.get()) : nullptr;
  if (entries)
    (void)folder.release();
  else if (folder.isOpen())
    requireMemory(std::error_code(errno, std::generic_category()));
  return entries;
}

} // namespace pinstripe
