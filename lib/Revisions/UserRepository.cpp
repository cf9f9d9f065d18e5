// Reads revisions of the user's git repository, which is never changed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Revisions/UserRepository.h"
#include "FolderFiles.h"
#include "Git.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

using namespace pinstripe;

struct UserRepository::Contents {
  git::Library library;
  git::Repository repository;

  Commit describe(git_commit *commit) const;
  llvm::Expected<std::vector<std::string>> changedPaths() const;
};

UserRepository::UserRepository(std::unique_ptr<Contents> contents)
    : contents(std::move(contents)) {}
UserRepository::UserRepository(UserRepository &&) noexcept = default;
UserRepository::~UserRepository() = default;

llvm::Expected<UserRepository> UserRepository::open(llvm::StringRef folder) {
  auto contents = std::make_unique<Contents>();
  contents->repository = git::make<git::Repository>(
      git_repository_open_ext, folder.str().c_str(), 0u, nullptr);
  if (!contents->repository)
    return llvm::make_error<UsageError>(
        printable(folder) + ": no git repository (" + git::lastError() +
        "); name one with --repository, or two folders with --good and --bad");
  return UserRepository(std::move(contents));
}

std::string UserRepository::objectFolder() const {
  return std::string(git_repository_commondir(contents->repository.get())) +
         "objects";
}

std::string UserRepository::workingFolder() const {
  const char *folder = git_repository_workdir(contents->repository.get());
  return folder ? llvm::StringRef(folder).rtrim('/').str() : std::string();
}

Commit UserRepository::Contents::describe(git_commit *commit) const {
  Commit result;
  result.id = git::hexOf(*git_commit_id(commit));
  const char *subject = git_commit_summary(commit);
  result.subject = printable(subject ? subject : "");
  const git_signature *author = git_commit_author(commit);
  result.author = printable(author && author->name ? author->name : "");
  result.time = git_commit_time(commit);
  result.state.hex = git::hexOf(*git_commit_tree_id(commit));
  return result;
}

llvm::Expected<Commit>
UserRepository::commitOf(llvm::StringRef revision) const {
  auto object = git::make<git::Object>(
      git_revparse_single, contents->repository.get(), revision.str().c_str());
  git::Object peeled;
  if (object)
    peeled = git::make<git::Object>(git_object_peel, object.get(),
                                    GIT_OBJECT_COMMIT);
  if (!peeled) {
    git_repository *repository = contents->repository.get();
    return llvm::make_error<UsageError>(
        "no commit `" + printable(revision) + "` in the repository " +
        git_repository_path(repository) + " (" + git::lastError() + "); " +
        (git_repository_is_shallow(repository) != 0
             ? "it lacks older commits, which `git fetch --unshallow` gets"
             : "`git log` shows its commits"));
  }
  return contents->describe(reinterpret_cast<git_commit *>(peeled.get()));
}

/// Returns the first parent of a commit that is `good` or has `good` among its
/// ancestors; null if there is none.
static llvm::Expected<git::CommitObject>
parentTowards(git_repository *repository, git_commit *commit,
              const git_oid &good) {
  for (unsigned i = 0; i < git_commit_parentcount(commit); ++i) {
    const git_oid *parent = git_commit_parent_id(commit, i);
    if (!git_oid_equal(parent, &good)) {
      int leads = git_graph_descendant_of(repository, parent, &good);
      if (leads < 0)
        return git::failure("reading the history of the repository");
      if (leads == 0)
        continue;
    }
    auto found = git::make<git::CommitObject>(git_commit_parent, commit, i);
    if (!found)
      return git::failure("reading a commit");
    return found;
  }
  return git::CommitObject();
}

llvm::Expected<std::vector<Commit>>
UserRepository::commitsBetween(const Commit &good, const Commit &bad) const {
  git_repository *repository = contents->repository.get();
  git_oid goodId = git::idOf(good.id), badId = git::idOf(bad.id);
  auto commit =
      git::make<git::CommitObject>(git_commit_lookup, repository, &badId);
  if (!commit)
    return git::failure("reading the commit " + bad.id);
  std::vector<Commit> commits;
  while (true) {
    commits.push_back(contents->describe(commit.get()));
    if (commits.back().id == good.id)
      break;
    llvm::Expected<git::CommitObject> parent =
        parentTowards(repository, commit.get(), goodId);
    if (!parent)
      return parent.takeError();
    if (!*parent)
      return std::vector<Commit>();
    commit = std::move(*parent);
  }
  std::reverse(commits.begin(), commits.end());
  return commits;
}

std::optional<Commit>
UserRepository::commonAncestor(const Commit &left, const Commit &right) const {
  git_repository *repository = contents->repository.get();
  git_oid leftId = git::idOf(left.id), rightId = git::idOf(right.id), base;
  if (git_merge_base(&base, repository, &leftId, &rightId) != 0)
    return std::nullopt;
  const git_oid *id = &base;
  auto commit = git::make<git::CommitObject>(git_commit_lookup, repository, id);
  if (!commit)
    return std::nullopt;
  return contents->describe(commit.get());
}

bool UserRepository::hasSubmodules(const Commit &commit) const {
  git_oid id = git::idOf(commit.state.hex);
  const git_oid *tree = &id;
  auto files =
      git::make<git::Tree>(git_tree_lookup, contents->repository.get(), tree);
  return files && git_tree_entry_byname(files.get(), ".gitmodules") != nullptr;
}

llvm::Expected<std::vector<std::string>>
UserRepository::Contents::changedPaths() const {
  git_repository *owner = repository.get();
  std::vector<std::string> paths;
  if (git_repository_is_bare(owner))
    return paths;
  auto head = git::make<git::Object>(git_revparse_single, owner, "HEAD^{tree}");
  git_diff_options options;
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS |
                  GIT_DIFF_IGNORE_SUBMODULES | GIT_DIFF_INCLUDE_TYPECHANGE;
  auto diff =
      git::make<git::Diff>(git_diff_tree_to_workdir_with_index, owner,
                           reinterpret_cast<git_tree *>(head.get()), &options);
  if (!diff)
    return git::failure("comparing the working tree with the last commit");
  for (size_t i = 0; i < git_diff_num_deltas(diff.get()); ++i)
    paths.push_back(git_diff_get_delta(diff.get(), i)->new_file.path);
  llvm::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

llvm::Expected<std::vector<std::string>> UserRepository::localChanges() const {
  return contents->changedPaths();
}

llvm::Expected<StateId> UserRepository::workingState(
    SourceStore &store,
    llvm::function_ref<bool(llvm::StringRef path)> skips) const {
  llvm::Expected<Commit> head = commitOf("HEAD");
  if (!head)
    return head.takeError();
  llvm::Expected<std::vector<std::string>> paths = contents->changedPaths();
  if (!paths)
    return paths.takeError();
  std::vector<FileEdit> edits;
  for (const std::string &path : *paths) {
    if (skips && skips(path))
      continue;
    auto file = readSourceFile(workingFolder() + "/" + path);
    if (!file)
      return file.takeError();
    if (*file)
      edits.push_back({path, (*file)->first, (*file)->second, false});
    else
      edits.push_back({path, FileMode::Plain, "", true});
  }
  return store.edited(head->state, edits);
}
