// Stores states of a source tree, each with all its files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REVISIONS_SOURCESTORE_H
#define PINSTRIPE_REVISIONS_SOURCESTORE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// The id of a state of a source tree, which is the id of git's tree object.
/// Two states with the same id have the same files.
struct StateId {
  std::string hex;
  auto operator<=>(const StateId &) const = default;
};

/// The kind of a file in a state.
enum class FileMode : uint32_t {
  Plain = 0100644,
  Executable = 0100755,
  /// A symbolic link. The content of the file is the path to which the link
  /// leads.
  Link = 0120000,
  /// A submodule: the name of a commit of another repository. The state does
  /// not have the files of this commit. On disk, a submodule is an empty
  /// folder.
  Submodule = 0160000,
};

/// A file of a state: its mode and its content.
struct StoredFile {
  FileMode mode = FileMode::Plain;
  std::string blob; ///< Id of the content: 40 hexadecimal digits.
  bool operator==(const StoredFile &) const = default;
};

/// A path at which two states differ.
struct PathChange {
  std::string path;
  /// The file at the path in the second state; nullopt if that state has no
  /// file there.
  std::optional<StoredFile> file;
};

/// A change of one file, from which a new state is made: the content that a
/// path gets, or the removal of its file.
struct FileEdit {
  std::string path;
  FileMode mode = FileMode::Plain;
  std::string content;
  bool isRemoved = false; ///< True if the new state has no file at the path.
};

/// Stores states of a source tree in a folder that belongs to Pinstripe, in the
/// form of git's objects. Objects of a user's repository are read where they
/// are. Nothing is written into a user's repository.
class SourceStore {
public:
  /// Opens the store in `folder`, or makes an empty one there.
  static llvm::Expected<SourceStore> open(llvm::StringRef folder);
  SourceStore(SourceStore &&) noexcept;
  ~SourceStore();

  /// Lets this store also read the objects in another folder of git, such as
  /// `.git/objects`.
  llvm::Error readAlso(llvm::StringRef objectFolder);
  /// Stores all files and symbolic links below a folder. Leaves out everything
  /// called `.git`, and everything for whose path `skips` returns true; the
  /// path is relative to the folder. Folders without files can't be stored.
  /// Returns a UsageError if the folder or a file in it can't be read.
  llvm::Expected<StateId>
  addFolder(llvm::StringRef folder,
            llvm::function_ref<bool(llvm::StringRef path)> skips = nullptr);
  /// Stores the state that results if `edits` are made in the state `base`.
  llvm::Expected<StateId> edited(const StateId &base,
                                 llvm::ArrayRef<FileEdit> edits);

  llvm::Expected<std::string> contentOf(const std::string &blob) const;
  /// Returns the paths at which two states differ, sorted by path. A renamed
  /// file counts as two paths, the old one and the new one. If `from` is
  /// nullopt, the first state has no files.
  llvm::Expected<std::vector<PathChange>>
  pathsBetween(const std::optional<StateId> &from, const StateId &to) const;
  /// Returns a patch, as text for `git apply`, that changes the state `from`
  /// into the state `to`.
  llvm::Expected<std::string> patchBetween(const StateId &from,
                                           const StateId &to) const;

  struct Objects;
  /// Returns the objects of libgit2, for other classes of this module.
  Objects &objects() const { return *contents; }

private:
  explicit SourceStore(std::unique_ptr<Objects> contents);
  std::unique_ptr<Objects> contents;
};

} // namespace pinstripe

#endif // PINSTRIPE_REVISIONS_SOURCESTORE_H
