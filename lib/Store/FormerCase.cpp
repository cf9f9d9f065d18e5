// Sets a case (a recorded run with its results) aside during a new recording,
// and restores it if the recording fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FormerCase.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <array>
#include <cerrno>
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

/// The files and folders of a case that are set aside when a new recording
/// begins. The trace is the last element, since a folder with a trace counts as
/// a complete case. The files of single runs are not in the list, since each
/// run makes them again.
static constexpr std::array<const char *, 13> caseNames = {
    "case.yaml",
    "stdin",
    "tests.sqlite",
    "tests.sqlite-wal",
    "tests.sqlite-shm",
    "mutants.sqlite",
    "mutants.sqlite-wal",
    "mutants.sqlite-shm",
    "best.yaml",
    "result.json",
    "results",
    "initial",
    "trace.pst",
};

/// The names of the folder that holds the former case while another case is
/// recorded in the same directory. The folder has the first name during the
/// recording, the second while the former case is moved back, and the third
/// while the folder is removed.
static constexpr const char *formerName = "/former";
static constexpr const char *returningName = "/former.back";
static constexpr const char *discardedName = "/former.gone";

static bool exists(const std::string &path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0;
}

static bool isComplete(const std::string &folder) {
  return exists(folder + "/" + caseNames.back());
}

static llvm::Error move(const std::string &from, const std::string &to) {
  if (::rename(from.c_str(), to.c_str()) != 0)
    return cannotWrite(to, errno);
  return llvm::Error::success();
}

static llvm::Error moveCase(const std::string &from, const std::string &to) {
  for (const char *name : caseNames) {
    const std::string source = from + "/" + name;
    if (!exists(source))
      continue;
    if (llvm::Error error = move(source, to + "/" + name))
      return error;
  }
  return llvm::Error::success();
}

bool FormerCase::isLeftIn(const std::string &location) {
  return exists(location + formerName) || exists(location + returningName) ||
         exists(location + discardedName);
}

FormerCase::~FormerCase() {
  // An error is ignored here, since settle() is called again when the case
  // directory is next opened.
  llvm::consumeError(settle());
}

llvm::Error FormerCase::putAway() {
  const std::string folder = location + formerName;
  if (isComplete(location)) {
    if (::mkdir(folder.c_str(), 0777) != 0)
      return cannotWrite(folder, errno);
    if (llvm::Error error = moveCase(location, folder))
      return error;
  }
  return removeUnfinished();
}

llvm::Error FormerCase::removeUnfinished() {
  for (const char *name : caseNames)
    if (llvm::Error error = removeTree(location + "/" + name))
      return error;
  // If the tool is killed in PrivateDirectory::save, it leaves an incomplete
  // copy of the working directory. This copy has the name `initial.new`.
  return removeTree(location + "/initial.new");
}

llvm::Error FormerCase::settle() {
  if (exists(location + returningName))
    return moveBack();
  if (!exists(location + formerName))
    return removeTree(location + discardedName);
  if (!isComplete(location + formerName))
    // The tool was killed while it set the former case aside, before it moved
    // the trace. So the trace is still in the case directory, and the other
    // files are moved back there.
    return putBack();
  return isComplete(location) ? discard() : putBack();
}

llvm::Error FormerCase::discard() {
  // The folder of the former case gets another name before it is removed. If
  // the removal is interrupted, the rest of the folder must not be mistaken for
  // a case to be restored.
  if (llvm::Error error = move(location + formerName, location + discardedName))
    return error;
  return removeTree(location + discardedName);
}

llvm::Error FormerCase::putBack() {
  // A recording without a trace file is incomplete. Its files are removed to
  // make room for the former case.
  if (!isComplete(location))
    if (llvm::Error error = removeUnfinished())
      return error;
  if (llvm::Error error = move(location + formerName, location + returningName))
    return error;
  return moveBack();
}

llvm::Error FormerCase::moveBack() {
  const std::string folder = location + returningName;
  if (llvm::Error error = moveCase(folder, location))
    return error;
  return removeTree(folder);
}
