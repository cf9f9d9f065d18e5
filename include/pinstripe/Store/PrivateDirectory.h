//===- PrivateDirectory.h - Where the runs happen -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

/// The working directory of the runs: a copy of the user's in the case
/// directory, put back before each run to what it held at first. Left out are
/// `.git` and case directories. Where a copy is too dear or would not do, the
/// runs happen in place, and `reasonInPlace` says why.
///
/// This keeps runs apart and the user's files safe from mistakes; it does not
/// contain a program that writes elsewhere.
class PrivateDirectory {
public:
  struct Limits {
    size_t entries = 2000;
    uint64_t bytes = 32u << 20;
  };

  /// Copies `directory` into the case, in place of a former copy. In place
  /// beyond `limits`, with files that can't be read, and when one of the
  /// program's `arguments` leads out of the directory (`../data`).
  static llvm::Expected<PrivateDirectory>
  create(const CaseDirectory &caseDirectory, llvm::StringRef directory,
         llvm::ArrayRef<std::string> arguments, const Limits &limits);
  static llvm::Expected<PrivateDirectory>
  create(const CaseDirectory &caseDirectory, llvm::StringRef directory,
         llvm::ArrayRef<std::string> arguments);

  /// The copy that `create` has made, whatever `directory` holds by now; in
  /// place if it has made none.
  static llvm::Expected<PrivateDirectory>
  reopen(const CaseDirectory &caseDirectory, llvm::StringRef directory);

  /// Without a copy of its own: `keep` has made the one that is looked at.
  static PrivateDirectory untouched(llvm::StringRef directory);
  /// Keeps in the case what `directory` holds, in place of what was kept there.
  /// Returns why it does not; empty: it does.
  static llvm::Expected<std::string> keep(const CaseDirectory &caseDirectory,
                                          llvm::StringRef directory);

  /// One more copy of the same at `location`, for runs at the same time.
  /// There must be a copy already.
  static llvm::Expected<PrivateDirectory>
  another(const CaseDirectory &caseDirectory, llvm::StringRef location);

  PrivateDirectory(PrivateDirectory &&) noexcept;
  PrivateDirectory &operator=(PrivateDirectory &&) noexcept;
  ~PrivateDirectory();

  const std::string &path() const { return location; }
  bool isInPlace() const { return !reason.empty(); }
  /// "it holds more than 32 MiB"; empty for a copy.
  const std::string &reasonInPlace() const { return reason; }

  /// To be called before each run, while none is under way. Content, modes
  /// and modification times are as they were at first; new files are gone.
  /// Costs a look at each entry when nothing has changed. No effect in place.
  llvm::Error refresh();

private:
  PrivateDirectory();
  static llvm::Expected<std::string> keep(const CaseDirectory &caseDirectory,
                                          llvm::StringRef directory,
                                          const Limits &limits);
  std::string location;
  std::string reason;
  std::unique_ptr<DirectorySnapshot> snapshot;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_PRIVATEDIRECTORY_H
