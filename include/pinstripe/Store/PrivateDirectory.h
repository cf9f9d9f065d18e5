// Copies the user's working directory, so that runs do not change the user's
// files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_PRIVATEDIRECTORY_H
#define PINSTRIPE_STORE_PRIVATEDIRECTORY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace pinstripe {

class CaseDirectory;
class DirectorySnapshot;

/// The limits on a working directory that is copied for runs: the number of its
/// files, folders and links, and the size of the files in bytes.
struct DirectoryLimits {
  size_t entries = 2000;
  uint64_t bytes = 32u << 20;
};

/// The working directory of the runs. It is a copy of the user's working
/// directory. The copy is kept in the case directory and restored before each
/// run. `.git` and case directories are not copied. Runs happen in the user's
/// directory itself if that directory is too large, or if a copy would not be
/// enough for the program; `reasonInPlace` returns the reason.
///
/// The copy separates runs from each other and protects the user's files from
/// mistakes. But a program can still write to other folders.
class PrivateDirectory {
public:
  using Limits = DirectoryLimits;

  /// Copies `directory` into the case, and removes an earlier copy. Makes no
  /// copy if `directory` exceeds the limits or has files that can't be read.
  /// Also makes none if one of the program's `arguments` leads out of
  /// `directory`, as `../data` does. Without a copy, runs happen in `directory`
  /// itself.
  static llvm::Expected<PrivateDirectory>
  create(const CaseDirectory &caseDirectory, llvm::StringRef directory,
         llvm::ArrayRef<std::string> arguments, const Limits &limits = {});

  /// Returns an object for runs in the copy that `create` has made. The copy is
  /// used even if `directory` has changed since. If `create` has made no copy,
  /// runs happen in `directory` itself.
  static llvm::Expected<PrivateDirectory>
  reopen(const CaseDirectory &caseDirectory, llvm::StringRef directory);

  /// Returns an object for runs in `directory` itself. Runs in a sandbox need
  /// no copy, since each run sees a private view of the directory. Calls of
  /// refresh() for this object do nothing, even if the case holds a copy.
  static PrivateDirectory untouched(llvm::StringRef directory);
  /// Copies the content of `directory` into the case, and removes an earlier
  /// copy. If `directory` can't be copied, returns the reason. Otherwise
  /// returns an empty string.
  static llvm::Expected<std::string> save(const CaseDirectory &caseDirectory,
                                          llvm::StringRef directory,
                                          const Limits &limits = {});

  /// Makes a further working directory at `location`, so that several runs can
  /// be made at the same time. Its content comes from the case's copy of the
  /// user's directory. Returns an error if the case has no such copy.
  static llvm::Expected<PrivateDirectory>
  another(const CaseDirectory &caseDirectory, llvm::StringRef location);

  PrivateDirectory(PrivateDirectory &&) noexcept;
  PrivateDirectory &operator=(PrivateDirectory &&) noexcept;
  ~PrivateDirectory();

  const std::string &path() const { return location; }
  bool isInPlace() const { return !reason.empty(); }
  /// Returns why runs happen in the user's directory, for example "it holds
  /// more than 32 MiB". Returns an empty text if they happen in a copy.
  const std::string &reasonInPlace() const { return reason; }

  /// Restores the content, modes and modification times of all files in the
  /// copy. Removes new files. Takes little time if nothing has changed. Must be
  /// called before each run, while no run is under way. Does nothing if runs
  /// happen in the user's directory itself.
  llvm::Error refresh();

private:
  PrivateDirectory();
  std::string location;
  std::string reason;
  std::unique_ptr<DirectorySnapshot> snapshot;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_PRIVATEDIRECTORY_H
