// Holds the objects of libgit2 that a store of source states consists of.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REVISIONS_STOREOBJECTS_H
#define PINSTRIPE_LIB_REVISIONS_STOREOBJECTS_H

#include "Git.h"
#include "pinstripe/Revisions/SourceStore.h"

namespace pinstripe {

/// The repository of a store. It has no branches and no working tree, and is
/// used only for its objects.
struct SourceStore::Objects {
  git::Library library;
  git::Repository repository;
  git::ObjectDatabase database;
  /// The files of the state `indexed`, as an index of git. Filling an index
  /// takes long for a state with many files. Since many states are made by
  /// editing the same state, its index is kept.
  git::Index index;
  StateId indexed;

  llvm::Expected<git::Tree> treeOf(const StateId &state) const;
  llvm::Error fillIndex(const StateId &state);
  llvm::Expected<std::string> addBlob(llvm::StringRef content);
  /// Returns how two states differ. If `from` is nullopt, the first state has
  /// no files. Renames are found only if `findsRenames` is true.
  llvm::Expected<git::Diff> diff(const std::optional<StateId> &from,
                                 const StateId &to, unsigned contextLines,
                                 bool findsRenames) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REVISIONS_STOREOBJECTS_H
