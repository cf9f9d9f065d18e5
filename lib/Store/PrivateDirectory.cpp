// Copies the user's working directory, so that runs do not change the user's
// files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/PrivateDirectory.h"
#include "DirectorySnapshot.h"
#include "pinstripe/Store/CaseDirectory.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <limits>

namespace pinstripe {
namespace {

/// Returns true if an argument of the program has "..", the parent folder, as
/// one of its parts. Parts are separated by "/", "=", ":" or ",". Examples are
/// `../data`, `--file=../data` and `a/../../b`.
bool hasParentComponent(llvm::StringRef argument) {
  while (!argument.empty()) {
    llvm::StringRef word = argument.take_until(
        [](char c) { return llvm::is_contained("/=:,", c); });
    if (word == "..")
      return true;
    argument = argument.drop_front(std::min(word.size() + 1, argument.size()));
  }
  return false;
}

bool isExcluded(llvm::StringRef path) {
  return llvm::sys::path::filename(path) == ".git" ||
         CaseDirectory::isCaseDirectory(path);
}

} // namespace

PrivateDirectory::PrivateDirectory() = default;
PrivateDirectory::PrivateDirectory(PrivateDirectory &&) noexcept = default;
PrivateDirectory &
PrivateDirectory::operator=(PrivateDirectory &&) noexcept = default;
PrivateDirectory::~PrivateDirectory() = default;

static llvm::Error removeCopies(const CaseDirectory &caseDirectory) {
  for (const std::string &former :
       {caseDirectory.workDirectory(), caseDirectory.initialDirectory()})
    if (llvm::Error error = removeTree(former))
      return error;
  return llvm::Error::success();
}

llvm::Expected<PrivateDirectory> PrivateDirectory::create(
    const CaseDirectory &caseDirectory, llvm::StringRef directory,
    llvm::ArrayRef<std::string> arguments, const Limits &limits) {
  PrivateDirectory result = untouched(directory);
  auto leadsOut = llvm::find_if(arguments, hasParentComponent);
  if (leadsOut != arguments.end()) {
    result.reason = "the argument " + *leadsOut + " leads out of it";
    if (llvm::Error error = removeCopies(caseDirectory))
      return error;
    return result;
  }
  if (llvm::Error error =
          save(caseDirectory, directory, limits).moveInto(result.reason))
    return error;
  if (result.isInPlace())
    return result;
  return reopen(caseDirectory, directory);
}

PrivateDirectory PrivateDirectory::untouched(llvm::StringRef directory) {
  PrivateDirectory result;
  result.location = directory.str();
  result.reason = "runs have views of it";
  return result;
}

llvm::Expected<std::string>
PrivateDirectory::save(const CaseDirectory &caseDirectory,
                       llvm::StringRef directory, const Limits &limits) {
  if (llvm::Error error = removeCopies(caseDirectory))
    return error;
  std::string reason;
  auto original =
      DirectorySnapshot::take(directory, {limits, isExcluded}, reason);
  if (!reason.empty())
    return reason;
  // The copy of the working directory is made under another name. When it is
  // complete, it is renamed. So `reopen` never finds an incomplete copy.
  const std::string unfinished = caseDirectory.initialDirectory() + ".new";
  if (llvm::Error error = removeTree(unfinished))
    return error;
  if (llvm::Error error = original.restore(unfinished))
    return error;
  if (std::error_code error =
          llvm::sys::fs::rename(unfinished, caseDirectory.initialDirectory()))
    return llvm::make_error<FileError>(caseDirectory.initialDirectory() +
                                       ": can't write: " + error.message());
  return reason;
}

llvm::Expected<PrivateDirectory>
PrivateDirectory::reopen(const CaseDirectory &caseDirectory,
                         llvm::StringRef directory) {
  if (llvm::sys::fs::is_directory(caseDirectory.initialDirectory()))
    return another(caseDirectory, caseDirectory.workDirectory());
  PrivateDirectory result;
  result.location = directory.str();
  result.reason = "it was recorded so";
  return result;
}

llvm::Expected<PrivateDirectory>
PrivateDirectory::another(const CaseDirectory &caseDirectory,
                          llvm::StringRef location) {
  PrivateDirectory result;
  std::string refusal;
  SnapshotLimits none{{std::numeric_limits<size_t>::max(),
                       std::numeric_limits<uint64_t>::max()},
                      nullptr};
  result.snapshot = std::make_unique<DirectorySnapshot>(
      DirectorySnapshot::take(caseDirectory.initialDirectory(), none, refusal));
  if (!refusal.empty())
    return llvm::make_error<TraceFormatError>(
        "the case is damaged: " + refusal + "; record it again");
  result.location = location.str();
  if (llvm::Error error = result.refresh())
    return error;
  return result;
}

llvm::Error PrivateDirectory::refresh() {
  if (isInPlace())
    return llvm::Error::success();
  return snapshot->restore(location);
}

} // namespace pinstripe
