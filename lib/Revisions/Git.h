// Owns objects of libgit2, and turns its errors into errors of Pinstripe.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REVISIONS_GIT_H
#define PINSTRIPE_LIB_REVISIONS_GIT_H

#include "pinstripe/Support/Error.h"
#include <git2.h>
#include <memory>
#include <string>

namespace pinstripe::git {

/// A deleter for std::unique_ptr that frees an object of libgit2 with the
/// function `release`.
template <auto release> struct Release {
  template <typename T> void operator()(T *object) const { release(object); }
};

template <typename T, auto release>
using Owned = std::unique_ptr<T, Release<release>>;

using Blob = Owned<git_blob, git_blob_free>;
using CommitObject = Owned<git_commit, git_commit_free>;
using Diff = Owned<git_diff, git_diff_free>;
using Index = Owned<git_index, git_index_free>;
using Object = Owned<git_object, git_object_free>;
using ObjectDatabase = Owned<git_odb, git_odb_free>;
using Patch = Owned<git_patch, git_patch_free>;
using Repository = Owned<git_repository, git_repository_free>;
using Tree = Owned<git_tree, git_tree_free>;

/// Keeps libgit2 initialised for as long as the object lives. Settings of the
/// user and of the machine are not read, so that results do not depend on them.
class Library {
public:
  Library();
  ~Library();
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;
};

/// Returns the text of the last error of libgit2, as one line.
std::string lastError();

/// Returns an EngineError with the text of libgit2's last error. Used for
/// failures that the user can't have caused. `work` names the work that failed.
llvm::Error failure(const llvm::Twine &work);

std::string hexOf(const git_oid &id);
/// Converts 40 hexadecimal digits, as hexOf() returns them, to an id of
/// libgit2.
git_oid idOf(const std::string &hex);

/// Calls `function` of libgit2, which makes an object and stores its address
/// through its first parameter. Returns the object; null if the function fails.
template <typename Owner, typename Function, typename... Arguments>
Owner make(Function function, Arguments... arguments) {
  typename Owner::pointer object = nullptr;
  return Owner(function(&object, arguments...) == 0 ? object : nullptr);
}

} // namespace pinstripe::git

#endif // PINSTRIPE_LIB_REVISIONS_GIT_H
