// Manages the folder in which a case (a recorded run) and all its results are
// stored.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/CaseDirectory.h"
#include "FormerCase.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <thread>
#include <unistd.h>

namespace pinstripe {
namespace {

/// The name of the lock file. A folder that has this file is a case directory.
constexpr llvm::StringLiteral lockName("pinstripe.lock");

/// How often to try to take a lock. One attempt is not enough: after a kill of
/// the tool, its child processes still hold the lock for a moment.
constexpr int lockAttempts = 15;
constexpr std::chrono::milliseconds lockInterval(20);

std::string pathIn(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  return std::string(path);
}

std::string absolute(llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  // make_absolute fails only if the current folder no longer exists. The path
  // then stays as it is, and the function that uses the path later reports the
  // error.
  if (llvm::sys::fs::make_absolute(result))
    return path.str();
  llvm::sys::path::remove_dots(result);
  return std::string(result);
}

/// Deletes an SQLite database and the auxiliary files that SQLite has made for
/// it.
llvm::Error removeDatabase(const std::string &path) {
  for (const char *suffix : {"", "-wal", "-shm"})
    if (std::error_code error = llvm::sys::fs::remove(path + suffix))
      return llvm::make_error<FileError>("can't remove " + path + suffix +
                                         ": " + error.message());
  return llvm::Error::success();
}

llvm::Error unusable(llvm::StringRef path, const llvm::Twine &what) {
  return llvm::make_error<UsageError>(path + ": " + what +
                                      "; name another case directory with -o");
}

/// Returns an error if something exists at the path that is neither an empty
/// folder nor a case directory.
llvm::Error checkUsable(const std::string &path) {
  if (!llvm::sys::fs::exists(path) || CaseDirectory::isCaseDirectory(path))
    return llvm::Error::success();
  if (!llvm::sys::fs::is_directory(path))
    return unusable(path, "not a directory");
  std::error_code error;
  llvm::sys::fs::directory_iterator first(path, error), end;
  if (error)
    return unusable(path, "can't read: " + error.message());
  if (first != end)
    return unusable(path, "it holds files and is no case directory");
  return llvm::Error::success();
}

llvm::Error noCase(const std::string &path) {
  return llvm::make_error<UsageError>(
      path + ": no case there; make one with `pinstripe record -o " +
      quoteForShell(llvm::StringRef(path)) + " -- PROGRAM`");
}

/// Locks a file. If another process holds the lock, tries again for a moment.
/// Returns false and sets errno if the file can't be locked. EWOULDBLOCK means
/// that another process still holds the lock.
bool lockFile(int file) {
  for (int attempt = 1;; ++attempt) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0)
      return true;
    bool isHeld = errno == EWOULDBLOCK;
    if ((!isHeld && errno != EINTR) || attempt == lockAttempts)
      return false;
    if (isHeld)
      std::this_thread::sleep_for(lockInterval);
  }
}

/// Returns true for names of temporary files that AtomicFile makes, such as
/// "best.yaml.Xa81kL".
bool isTemporary(llvm::StringRef name) {
  constexpr size_t suffix = 7;
  if (name.size() <= suffix || name[name.size() - suffix] != '.')
    return false;
  llvm::StringRef whole = name.drop_back(suffix);
  constexpr llvm::StringLiteral names[] = {
      ".gitignore", "case.yaml", "stdin",          "trace.pst",
      "best.yaml",  "recording", "expected-stdout"};
  return whole.ends_with(".json") || llvm::is_contained(names, whole);
}

/// Removes temporary files that a killed Pinstripe has left half-written.
void removeTemporaries(const std::string &folder) {
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(folder, error), end;
       !error && at != end; at.increment(error))
    if (isTemporary(llvm::sys::path::filename(at->path())))
      ::unlink(at->path().c_str());
}

} // namespace

bool CaseDirectory::isCaseDirectory(llvm::StringRef path) {
  return llvm::sys::fs::is_regular_file(pathIn(path, lockName));
}

std::string CaseDirectory::file(llvm::StringRef name) const {
  return pathIn(location, name);
}

llvm::Expected<CaseDirectory> CaseDirectory::create(llvm::StringRef path) {
  CaseDirectory result(absolute(path));
  if (llvm::Error error = checkUsable(result.location))
    return error;
  if (std::error_code error =
          llvm::sys::fs::create_directories(result.location)) {
    // create_directories also makes missing parent folders. So the error "no
    // such file" means that the parent folders can't be made either, for
    // example in /proc.
    if (error == std::errc::no_such_file_or_directory)
      return llvm::make_error<FileError>(
          result.location +
          ": no folder can be made there; choose another place");
    return cannotWrite(result.location, error.value());
  }
  if (llvm::Error error = result.takeLock())
    return error;
  // A case directory usually lies among the user's sources. Git should ignore
  // it.
  if (llvm::Error error = writeFileAtomically(result.file(".gitignore"), "*\n",
                                              Durability::ProcessKill))
    return error;
  if (llvm::Error error = result.makeScratch())
    return error;
  return result;
}

llvm::Expected<CaseDirectory> CaseDirectory::open(llvm::StringRef path) {
  auto result = openForReading(path);
  if (!result)
    return result;
  if (llvm::Error error = result->takeLock())
    return error;
  if (llvm::Error error = result->makeScratch())
    return error;
  return result;
}

llvm::Expected<CaseDirectory>
CaseDirectory::openForReading(llvm::StringRef path) {
  CaseDirectory result(absolute(path));
  if (!isCaseDirectory(result.location))
    return noCase(result.location);
  // A former case is set aside while a new case is recorded in this folder. If
  // it is still set aside, the recording is under way or was killed. If the
  // recording was killed, the former case is put back.
  if (FormerCase::isLeftIn(result.location))
    result.settleIfIdle();
  if (!llvm::sys::fs::exists(result.caseFile()))
    return noCase(result.location);
  return result;
}

void CaseDirectory::settleIfIdle() {
  FileDescriptor file(
      ::open(CaseDirectory::file(lockName).c_str(), O_RDWR | O_CLOEXEC));
  if (file.isOpen() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0)
    // If settle() fails, for example on a read-only disk, the former case is
    // not put back. The error is ignored, and the case is read as it is.
    llvm::consumeError(FormerCase(location).settle());
}

llvm::Error CaseDirectory::inUse() const {
  return llvm::make_error<UsageError>(
      location + ": another pinstripe is at work on this case; wait for its "
                 "end, or name another case directory with -o");
}

llvm::Error CaseDirectory::checkIsFree(llvm::StringRef path) {
  CaseDirectory directory(absolute(path));
  FileDescriptor file(
      ::open(directory.file(lockName).c_str(), O_RDWR | O_CLOEXEC));
  // This function only reports that another process holds the lock. `create`
  // reports all other problems.
  if (!file.isOpen() || lockFile(file.get()) || errno != EWOULDBLOCK)
    return llvm::Error::success();
  return directory.inUse();
}

llvm::Error CaseDirectory::takeLock() {
  const std::string name = file(lockName);
  // The lock lasts until the last copy of the file descriptor `lock` is closed.
  // Debugged programs do not inherit this descriptor, so the lock ends when the
  // tool ends.
  lock =
      FileDescriptor(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!lock.isOpen())
    return cannotWrite(name, errno);
  if (!lockFile(lock.get()))
    return errno == EWOULDBLOCK
               ? inUse()
               : llvm::make_error<FileError>(
                     name + ": can't lock: " + std::strerror(errno));
  removeTemporaries(location);
  removeTemporaries(resultsDirectory());
  return FormerCase(location).settle();
}

llvm::Error CaseDirectory::makeScratch() const {
  if (std::error_code error =
          llvm::sys::fs::create_directory(scratchDirectory()))
    return cannotWrite(scratchDirectory(), error.value());
  return llvm::Error::success();
}

llvm::Error CaseDirectory::begin(const Case &value) {
  std::string input;
  if (!value.launch.standardInput.empty()) {
    if (llvm::Error error =
            readFile(value.launch.standardInput).moveInto(input))
      return error;
  }
  former.reset();
  former = std::make_shared<FormerCase>(location);
  if (llvm::Error error = former->putAway())
    return error;
  for (const std::string &ofRuns : {workDirectory(), scratchDirectory()})
    if (llvm::Error error = removeTree(ofRuns))
      return error;
  if (llvm::Error error = makeScratch())
    return error;
  // The input and the settings need not survive a power loss, since the case
  // can be recorded again. Waiting until they are on the disk would take longer
  // than recording a small program.
  if (llvm::Error error =
          writeFileAtomically(inputFile(), input, Durability::ProcessKill))
    return error;
  return update(value);
}

llvm::Error CaseDirectory::update(const Case &value) {
  return writeFileAtomically(caseFile(), formatCase(value),
                             Durability::ProcessKill);
}

llvm::Error CaseDirectory::completeRecording() {
  if (!former)
    return llvm::Error::success();
  llvm::Error error = former->settle();
  former.reset();
  return error;
}

bool CaseDirectory::hasFormerCase() const {
  return former && FormerCase::isLeftIn(location);
}

llvm::Error CaseDirectory::checkIsComplete() const {
  if (llvm::sys::fs::exists(traceFile()))
    return llvm::Error::success();
  return llvm::make_error<UsageError>(
      location +
      ": the recording has not come to its end; make it again with "
      "`pinstripe record -o " +
      quoteForShell(llvm::StringRef(location)) + " -- PROGRAM`");
}

llvm::Error CaseDirectory::checkRoom() const {
  struct statvfs status;
  if (::statvfs(location.c_str(), &status) != 0 || status.f_blocks == 0)
    return llvm::Error::success();
  // Most file systems reserve blocks for root. Only `f_bfree` counts these
  // blocks. So the disk is full for root if `f_bfree` is 0, and for other users
  // if `f_bavail` is 0.
  bool isFull = (::geteuid() == 0 ? status.f_bfree : status.f_bavail) == 0;
  return isFull ? cannotWrite(location, ENOSPC) : llvm::Error::success();
}

llvm::Expected<Case> CaseDirectory::readCase() const {
  auto text = readFile(caseFile(), 64u << 20);
  if (!text)
    return text.takeError();
  return parseCase(*text, caseFile());
}

std::string CaseDirectory::referenceDirectoryIn(llvm::StringRef path) {
  return pathIn(path, "reference");
}

llvm::Expected<std::string> CaseDirectory::recordingIdentity() const {
  auto content = llvm::MemoryBuffer::getFile(traceFile(), /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
  if (!content)
    return llvm::make_error<FileError>("can't read " + traceFile() + ": " +
                                       content.getError().message());
  return llvm::utohexstr(
      llvm::xxh3_64bits(llvm::arrayRefFromStringRef((*content)->getBuffer())));
}

llvm::Error CaseDirectory::removeTests() const {
  return removeDatabase(testsFile());
}

llvm::Error CaseDirectory::removeMutants() const {
  return removeDatabase(mutantsFile());
}

llvm::Error CaseDirectory::writeBest(const BestResult &best) const {
  return writeFileAtomically(bestFile(), formatBest(best),
                             Durability::ProcessKill);
}

llvm::Expected<std::optional<BestResult>> CaseDirectory::readBest() const {
  if (!llvm::sys::fs::exists(bestFile()))
    return std::nullopt;
  auto text = readFile(bestFile());
  if (!text)
    return text.takeError();
  auto best = parseBest(*text, bestFile());
  if (!best)
    return best.takeError();
  return std::optional<BestResult>(std::move(*best));
}

LaunchSpec CaseDirectory::launchIn(const Case &value,
                                   llvm::StringRef directory) const {
  LaunchSpec launch = value.launch;
  launch.standardInput = inputFile();
  launch.workingDirectory = directory.str();
  return launch;
}

} // namespace pinstripe
