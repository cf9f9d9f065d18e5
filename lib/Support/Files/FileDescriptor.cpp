// Owns an open file descriptor and closes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/FileDescriptor.h"
#include "pinstripe/Support/OutOfMemory.h"
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace pinstripe {

int FileDescriptor::close() { return isOpen() ? ::close(release()) : 0; }

FileDescriptor aboveStandard(FileDescriptor descriptor) {
  if (descriptor.get() > 2)
    return descriptor;
  return FileDescriptor(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 3));
}

DIR *openEntries(FileDescriptor folder) {
  DIR *entries = folder.isOpen() ? ::fdopendir(folder.get()) : nullptr;
  if (entries)
    (void)folder.release();
  else if (folder.isOpen())
    requireMemory(std::error_code(errno, std::generic_category()));
  return entries;
}

} // namespace pinstripe
