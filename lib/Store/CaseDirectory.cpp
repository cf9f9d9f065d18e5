//===- CaseDirectory.cpp - What a run leaves behind -----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Store/CaseDirectory.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace pinstripe {
namespace {

/// Also what a case directory is told by.
constexpr llvm::StringLiteral lockName("pinstripe.lock");

std::string join(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  return std::string(path);
}

std::string absolute(llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  // Fails only where the current folder is gone; then the path as given
  // leads to the message that fits.
  if (llvm::sys::fs::make_absolute(result))
    return path.str();
  llvm::sys::path::remove_dots(result);
  return std::string(result);
}

llvm::Error unusable(llvm::StringRef path, const llvm::Twine &what) {
  return llvm::make_error<UsageError>(path + ": " + what +
                                      "; name another case directory with -o");
}

/// Nothing there, an empty folder, or one of ours.
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

} // namespace

bool CaseDirectory::isCaseDirectory(llvm::StringRef path) {
  return llvm::sys::fs::is_regular_file(join(path, lockName));
}

std::string CaseDirectory::file(llvm::StringRef name) const {
  return join(location, name);
}

llvm::Expected<CaseDirectory> CaseDirectory::create(llvm::StringRef path) {
  CaseDirectory result(absolute(path));
  if (llvm::Error error = checkUsable(result.location))
    return error;
  if (std::error_code error =
          llvm::sys::fs::create_directories(result.location))
    return cannotWrite(result.location, error.value());
  if (llvm::Error error = result.takeLock())
    return error;
  // A case directory mostly lies among the user's sources.
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
  if (!isCaseDirectory(result.location) ||
      !llvm::sys::fs::exists(result.caseFile()))
    return noCase(result.location);
  return result;
}

llvm::Error CaseDirectory::takeLock() {
  const std::string name = file(lockName);
  // The lock goes with the last copy of this descriptor: not inherited by
  // programs, it can't outlive the tool.
  lock =
      FileDescriptor(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!lock.isOpen())
    return cannotWrite(name, errno);
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0)
    return llvm::Error::success();
  if (errno != EWOULDBLOCK)
    return llvm::make_error<FileError>(name +
                                       ": can't lock: " + std::strerror(errno));
  return llvm::make_error<UsageError>(
      location + ": another pinstripe is at work on this case; wait for its "
                 "end, or name another case directory with -o");
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
    auto content = readFile(value.launch.standardInput);
    if (!content)
      return content.takeError();
    input = std::move(*content);
  }
  // The case goes first: without it the rest is nothing, should we be killed.
  for (const std::string &former :
       {caseFile(), traceFile(), testsFile(), testsFile() + "-wal",
        testsFile() + "-shm", bestFile(), resultFile(), workDirectory(),
        initialDirectory(), scratchDirectory()})
    if (llvm::Error error = removeTree(former))
      return error;
  if (llvm::Error error = makeScratch())
    return error;
  // What a power loss takes can be recorded again; waiting for the disk would
  // take longer than the recording of a small program.
  if (llvm::Error error =
          writeFileAtomically(inputFile(), input, Durability::ProcessKill))
    return error;
  return writeFileAtomically(caseFile(), formatCase(value),
                             Durability::ProcessKill);
}

llvm::Expected<Case> CaseDirectory::readCase() const {
  auto text = readFile(caseFile(), 64u << 20);
  if (!text)
    return text.takeError();
  return parseCase(*text, caseFile());
}

llvm::Error CaseDirectory::writeBest(const BestResult &best) {
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
