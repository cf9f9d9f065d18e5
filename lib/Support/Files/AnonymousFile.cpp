// Provides files in memory that have no path, such as those for the output of
// runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/AnonymousFile.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

static llvm::Error failure(const char *what, int error = errno) {
  return llvm::make_error<EngineError>(
      llvm::Twine("can't ") + what +
      " a file in memory: " + std::strerror(error));
}

static llvm::Expected<FileDescriptor> createFile(const std::string &name,
                                                 unsigned flags) {
  FileDescriptor file(::memfd_create(name.c_str(), MFD_CLOEXEC | flags));
  if (file.isOpen() && file.get() <= STDERR_FILENO)
    file = FileDescriptor(::fcntl(file.get(), F_DUPFD_CLOEXEC, 3));
  if (!file.isOpen())
    return failure("create");
  return file;
}

llvm::Expected<AnonymousFile> AnonymousFile::create(const std::string &name) {
  llvm::Expected<FileDescriptor> file = createFile(name, 0);
  if (!file)
    return file.takeError();
  return AnonymousFile(std::move(*file));
}

llvm::Expected<AnonymousFile>
AnonymousFile::sealedCopy(const std::string &name, const std::string &path) {
  FileDescriptor source(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  auto cannotRead = [&] {
    return llvm::make_error<UsageError>(
        path + ": can't read: " + std::strerror(errno));
  };
  if (!source.isOpen())
    return cannotRead();
  llvm::Expected<FileDescriptor> file = createFile(name, MFD_ALLOW_SEALING);
  if (!file)
    return file.takeError();
  char buffer[65536];
  while (ssize_t size = readAll(source.get(), buffer)) {
    if (size < 0)
      return cannotRead();
    if (int error = writeAll(file->get(), {buffer, static_cast<size_t>(size)}))
      return failure("write", error);
  }
  constexpr int seals =
      F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  if (::fcntl(file->get(), F_ADD_SEALS, seals) != 0 ||
      ::lseek(file->get(), 0, SEEK_SET) != 0)
    return failure("seal");
  return AnonymousFile(std::move(*file));
}

void AnonymousFile::restoreRights() const {
  constexpr mode_t asCreated = 0777;
  // The program under test may have removed the access rights of the file, but
  // the next run must be able to open it.
  (void)::fchmod(file.get(), asCreated);
}

llvm::Error AnonymousFile::clear() const {
  if (::ftruncate(file.get(), 0) != 0)
    return failure("clear");
  return llvm::Error::success();
}
