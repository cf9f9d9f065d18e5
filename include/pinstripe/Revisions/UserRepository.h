// Reads revisions of the user's git repository, which is never changed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REVISIONS_USERREPOSITORY_H
#define PINSTRIPE_REVISIONS_USERREPOSITORY_H

#include "pinstripe/Revisions/SourceStore.h"

namespace pinstripe {

/// A commit of the user's repository.
struct Commit {
  /// The 40 hexadecimal digits of the commit; empty for local changes that are
  /// not committed.
  std::string id;
  std::string subject; ///< The first line of the commit's message.
  std::string author;
  int64_t time = 0; ///< The time of the commit, in seconds since 1970.
  StateId state;    ///< The files as they are after the commit.

  std::string shortId() const { return id.substr(0, 12); }
};

/// A git repository of the user, which is only read.
class UserRepository {
public:
  /// Opens the git repository in which `folder` lies. Returns a UsageError if
  /// `folder` lies in none.
  static llvm::Expected<UserRepository> open(llvm::StringRef folder);
  UserRepository(UserRepository &&) noexcept;
  ~UserRepository();

  /// Returns the folder in which git keeps the objects of the repository.
  std::string objectFolder() const;
  /// Returns the folder with the working tree; empty if there is none.
  std::string workingFolder() const;
  /// Returns the commit that a revision names, such as `v1.2` or `HEAD~3`.
  /// Returns a UsageError if there is no such commit.
  llvm::Expected<Commit> commitOf(llvm::StringRef revision) const;
  /// Returns the commits from `good` to `bad`, both included, oldest first. At
  /// a merge, the list goes on with the first parent that has `good` among its
  /// ancestors. Returns an empty list if `good` is not an ancestor of `bad`.
  llvm::Expected<std::vector<Commit>> commitsBetween(const Commit &good,
                                                     const Commit &bad) const;
  /// Returns the last commit that is an ancestor of `left` and of `right`;
  /// nullopt if the two commits have no common history.
  std::optional<Commit> commonAncestor(const Commit &left,
                                       const Commit &right) const;
  /// Returns true if a commit has submodules, which are commits of other
  /// repositories.
  bool hasSubmodules(const Commit &commit) const;
  /// Returns the paths of the files that differ between the working tree and
  /// the last commit, sorted. A new file is included unless `.gitignore`
  /// excludes it.
  llvm::Expected<std::vector<std::string>> localChanges() const;
  /// Stores the working tree, with its local changes, as a state. Local changes
  /// of files are left out if `skips` returns true for their paths.
  llvm::Expected<StateId>
  workingState(SourceStore &store,
               llvm::function_ref<bool(llvm::StringRef path)> skips) const;

private:
  struct Contents;
  explicit UserRepository(std::unique_ptr<Contents> contents);
  std::unique_ptr<Contents> contents;
};

} // namespace pinstripe

#endif // PINSTRIPE_REVISIONS_USERREPOSITORY_H
