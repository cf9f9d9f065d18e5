// Stores states of a source tree, each with all its files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FolderFiles.h"
#include "StoreObjects.h"
#include <algorithm>

using namespace pinstripe;

SourceStore::SourceStore(std::unique_ptr<Objects> contents)
    : contents(std::move(contents)) {}
SourceStore::SourceStore(SourceStore &&) noexcept = default;
SourceStore::~SourceStore() = default;

llvm::Expected<SourceStore> SourceStore::open(llvm::StringRef folder) {
  auto contents = std::make_unique<Objects>();
  git_repository_init_options options;
  git_repository_init_options_init(&options,
                                   GIT_REPOSITORY_INIT_OPTIONS_VERSION);
  options.flags = GIT_REPOSITORY_INIT_BARE | GIT_REPOSITORY_INIT_MKPATH |
                  GIT_REPOSITORY_INIT_NO_DOTGIT_DIR;
  contents->repository = git::make<git::Repository>(
      git_repository_init_ext, folder.str().c_str(), &options);
  if (!contents->repository)
    return llvm::make_error<FileError>(folder +
                                       ": can't make a folder for states of "
                                       "the source: " +
                                       git::lastError());
  contents->database = git::make<git::ObjectDatabase>(
      git_repository_odb, contents->repository.get());
  if (!contents->database)
    return git::failure("opening the states of the source");
  return SourceStore(std::move(contents));
}

llvm::Error SourceStore::readAlso(llvm::StringRef objectFolder) {
  if (git_odb_add_disk_alternate(contents->database.get(),
                                 objectFolder.str().c_str()) != 0)
    return git::failure("reading " + objectFolder);
  return llvm::Error::success();
}

llvm::Expected<git::Tree>
SourceStore::Objects::treeOf(const StateId &state) const {
  git_oid id = git::idOf(state.hex);
  auto tree = git::make<git::Tree>(git_tree_lookup, repository.get(), &id);
  if (!tree)
    return git::failure("reading the tree " + state.hex);
  return tree;
}

llvm::Expected<std::string>
SourceStore::Objects::addBlob(llvm::StringRef content) {
  git_oid id;
  if (git_blob_create_from_buffer(&id, repository.get(), content.data(),
                                  content.size()) != 0)
    return git::failure("storing a file");
  return git::hexOf(id);
}

static llvm::Error addEntry(git_index *index, const std::string &path,
                            const StoredFile &file) {
  git_index_entry entry = {};
  entry.mode = static_cast<uint32_t>(file.mode);
  entry.id = git::idOf(file.blob);
  entry.path = path.c_str();
  if (git_index_add(index, &entry) != 0)
    return git::failure("adding " + path);
  return llvm::Error::success();
}

llvm::Error SourceStore::Objects::fillIndex(const StateId &state) {
  if (index && indexed == state)
    return llvm::Error::success();
  llvm::Expected<git::Tree> tree = treeOf(state);
  if (!tree)
    return tree.takeError();
  index.reset();
  auto filled = git::make<git::Index>(git_index_new);
  if (!filled || git_index_read_tree(filled.get(), tree->get()) != 0)
    return git::failure("reading the tree " + state.hex);
  index = std::move(filled);
  indexed = state;
  return llvm::Error::success();
}

static llvm::Expected<StateId> writeTree(git_index *index,
                                         git_repository *repository) {
  git_oid id;
  if (git_index_write_tree_to(&id, index, repository) != 0)
    return git::failure("storing a state of the source");
  return StateId{git::hexOf(id)};
}

llvm::Expected<StateId> SourceStore::edited(const StateId &base,
                                            llvm::ArrayRef<FileEdit> edits) {
  if (llvm::Error error = contents->fillIndex(base))
    return error;
  git_index *index = contents->index.get();
  // Removals come first, since a new file can lie in a folder that has the path
  // of a removed file. At the end, the edits are undone in the index. Until
  // then, `indexed` is empty, so that the index is read again if an error ends
  // this function.
  contents->indexed = {};
  std::vector<std::pair<std::string, std::optional<StoredFile>>> former;
  for (const FileEdit &edit : edits) {
    const git_index_entry *entry =
        git_index_get_bypath(index, edit.path.c_str(), 0);
    if (entry)
      former.emplace_back(
          edit.path, StoredFile{FileMode(entry->mode), git::hexOf(entry->id)});
    else
      former.emplace_back(edit.path, std::nullopt);
    if (edit.isRemoved && entry)
      git_index_remove(index, edit.path.c_str(), 0);
  }
  for (const FileEdit &edit : edits) {
    if (edit.isRemoved)
      continue;
    llvm::Expected<std::string> blob = contents->addBlob(edit.content);
    if (!blob)
      return blob.takeError();
    if (llvm::Error error = addEntry(index, edit.path, {edit.mode, *blob}))
      return error;
  }
  llvm::Expected<StateId> state = writeTree(index, contents->repository.get());
  if (!state)
    return state;
  for (const auto &[path, file] : former)
    if (!file && git_index_get_bypath(index, path.c_str(), 0))
      git_index_remove(index, path.c_str(), 0);
  for (const auto &[path, file] : former)
    if (file)
      if (llvm::Error error = addEntry(index, path, *file))
        return error;
  contents->indexed = base;
  return state;
}

llvm::Expected<StateId>
SourceStore::addFolder(llvm::StringRef folder,
                       llvm::function_ref<bool(llvm::StringRef path)> skips) {
  auto index = git::make<git::Index>(git_index_new);
  if (!index)
    return git::failure("storing " + folder);
  llvm::Error error = forEachFile(
      folder, skips,
      [&](llvm::StringRef path, FileMode mode, llvm::StringRef content) {
        llvm::Expected<std::string> blob = contents->addBlob(content);
        if (!blob)
          return blob.takeError();
        return addEntry(index.get(), path.str(), {mode, *blob});
      });
  if (error)
    return error;
  return writeTree(index.get(), contents->repository.get());
}

llvm::Expected<std::string>
SourceStore::contentOf(const std::string &blob) const {
  git_oid id = git::idOf(blob);
  auto object =
      git::make<git::Blob>(git_blob_lookup, contents->repository.get(), &id);
  if (!object) {
    // An object can only be missing if the user's repository is a partial
    // clone.
    if (!git_odb_exists(contents->database.get(), &id))
      return llvm::make_error<UsageError>(
          "the repository lacks the content " + blob +
          " of a file, as a partial clone does; clone it without --filter");
    return git::failure("reading the file " + blob);
  }
  const auto *bytes =
      static_cast<const char *>(git_blob_rawcontent(object.get()));
  return std::string(bytes, git_blob_rawsize(object.get()));
}

llvm::Expected<git::Diff>
SourceStore::Objects::diff(const std::optional<StateId> &from,
                           const StateId &to, unsigned contextLines,
                           bool findsRenames) const {
  git::Tree oldTree;
  if (from) {
    if (llvm::Error error = treeOf(*from).moveInto(oldTree))
      return error;
  }
  llvm::Expected<git::Tree> newTree = treeOf(to);
  if (!newTree)
    return newTree.takeError();
  git_diff_options options;
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.context_lines = contextLines;
  options.interhunk_lines = 0;
  options.id_abbrev = GIT_OID_HEXSZ;
  options.flags = GIT_DIFF_SHOW_BINARY | GIT_DIFF_INDENT_HEURISTIC;
  auto diff = git::make<git::Diff>(git_diff_tree_to_tree, repository.get(),
                                   oldTree.get(), newTree->get(), &options);
  if (!diff)
    return git::failure("comparing two states of the source");
  if (findsRenames) {
    git_diff_find_options find;
    git_diff_find_options_init(&find, GIT_DIFF_FIND_OPTIONS_VERSION);
    find.flags = GIT_DIFF_FIND_RENAMES;
    if (git_diff_find_similar(diff.get(), &find) != 0)
      return git::failure("looking for renamed files");
  }
  return diff;
}

llvm::Expected<std::vector<PathChange>>
SourceStore::pathsBetween(const std::optional<StateId> &from,
                          const StateId &to) const {
  llvm::Expected<git::Diff> diff = contents->diff(from, to, 0, false);
  if (!diff)
    return diff.takeError();
  std::vector<PathChange> changes;
  for (size_t i = 0; i < git_diff_num_deltas(diff->get()); ++i) {
    const git_diff_delta *delta = git_diff_get_delta(diff->get(), i);
    PathChange change;
    change.path = delta->status == GIT_DELTA_DELETED ? delta->old_file.path
                                                     : delta->new_file.path;
    if (delta->status != GIT_DELTA_DELETED)
      change.file = {FileMode(delta->new_file.mode),
                     git::hexOf(delta->new_file.id)};
    // If the kind of a file changes, libgit2 lists its path twice, as deleted
    // and as added. Both entries become one change.
    if (!changes.empty() && changes.back().path == change.path)
      changes.back().file =
          changes.back().file ? changes.back().file : change.file;
    else
      changes.push_back(std::move(change));
  }
  llvm::sort(changes, [](const PathChange &a, const PathChange &b) {
    return a.path < b.path;
  });
  return changes;
}

llvm::Expected<std::string> SourceStore::patchBetween(const StateId &from,
                                                      const StateId &to) const {
  llvm::Expected<git::Diff> diff = contents->diff(from, to, 3, true);
  if (!diff)
    return diff.takeError();
  // Patches that delete files come first. A new file can have the path of a
  // deleted file, or lie in a folder that has this path.
  std::string deleted, others;
  for (size_t i = 0; i < git_diff_num_deltas(diff->get()); ++i) {
    const git_diff_delta *delta = git_diff_get_delta(diff->get(), i);
    auto patch = git::make<git::Patch>(git_patch_from_diff, diff->get(), i);
    git_buf text = {};
    if (!patch || git_patch_to_buf(&text, patch.get()) != 0)
      return git::failure("writing a patch");
    std::string &part = delta->status == GIT_DELTA_DELETED ? deleted : others;
    llvm::StringRef printed(text.ptr ? text.ptr : "", text.size);
    // If only the name or the mode of a binary file changes, libgit2 writes
    // nevertheless that the contents differ. git would refuse such a patch, so
    // this line is left out.
    size_t claim = printed.find("\nBinary files ");
    if (git_oid_equal(&delta->old_file.id, &delta->new_file.id) &&
        claim != llvm::StringRef::npos)
      printed = printed.take_front(claim + 1);
    part += printed;
    git_buf_dispose(&text);
  }
  return deleted + others;
}
