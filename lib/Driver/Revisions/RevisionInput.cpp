// Reads the two states of a source between which a search looks for changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Revisions/RevisionInput.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;

namespace {

/// Reads the good and the bad state, step by step.
class RevisionReader {
public:
  RevisionReader(const RevisionInput &input, RevisionRequest &request,
                 llvm::function_ref<void(llvm::StringRef)> say)
      : input(input), request(request), say(say) {}
  llvm::Error read();

private:
  bool isOurs(const std::string &root, llvm::StringRef path) const;
  llvm::Error readFolder(const std::string &name);
  llvm::Error readFolders();
  llvm::Error readRepository();
  void sayUnordered(const UserRepository &opened, const Commit &first,
                    const Commit &last) const;
  llvm::Error readLocalChanges(const UserRepository &opened,
                               const Commit &head);
  llvm::Error takeLocalChanges(const UserRepository &opened,
                               const Commit &head);
  std::string badName() const { return input.bad.empty() ? "HEAD" : input.bad; }

  const RevisionInput &input;
  RevisionRequest &request;
  llvm::function_ref<void(llvm::StringRef)> say;
};

} // namespace

/// Returns true if `path`, a path below `root`, is in the folder in which
/// Pinstripe keeps its own files.
bool RevisionReader::isOurs(const std::string &root,
                            llvm::StringRef path) const {
  std::string whole = root + "/" + path.str();
  return whole == request.folder ||
         llvm::StringRef(whole).starts_with(request.folder + "/");
}

llvm::Error RevisionReader::readFolder(const std::string &name) {
  llvm::SmallString<256> real;
  if (std::error_code code = fs::real_path(name, real))
    return llvm::make_error<UsageError>(name + ": " + code.message());
  std::string root = real.str().str();
  llvm::Expected<StateId> state = request.store.addFolder(
      root, [&](llvm::StringRef path) { return isOurs(root, path); });
  if (!state)
    return state.takeError();
  Commit commit;
  commit.subject = name;
  commit.state = *state;
  request.commits.push_back(std::move(commit));
  return llvm::Error::success();
}

/// Takes the local changes as the bad state: the state of HEAD with these
/// changes.
llvm::Error RevisionReader::takeLocalChanges(const UserRepository &opened,
                                             const Commit &head) {
  std::string root = opened.workingFolder();
  llvm::Expected<StateId> state = opened.workingState(
      request.store, [&](llvm::StringRef path) { return isOurs(root, path); });
  if (!state)
    return state.takeError();
  Commit local;
  local.subject = "local changes";
  local.state = *state;
  if (request.commits.empty())
    request.commits.push_back(head);
  request.commits.push_back(local);
  request.bad = {local.subject, "", "", ""};
  return llvm::Error::success();
}

/// Handles the local changes: adds them to the commits of the request if the
/// user wants this, otherwise tells the user that they are ignored.
llvm::Error RevisionReader::readLocalChanges(const UserRepository &opened,
                                             const Commit &head) {
  std::string root = opened.workingFolder();
  llvm::Expected<std::vector<std::string>> paths = opened.localChanges();
  if (!paths)
    return paths.takeError();
  llvm::erase_if(*paths,
                 [&](const std::string &path) { return isOurs(root, path); });
  if (paths->empty())
    return input.withLocal ? llvm::make_error<UsageError>(
                                 "--local: the working tree has no changes "
                                 "that are not committed")
                           : llvm::Error::success();
  if (input.withLocal)
    return takeLocalChanges(opened, head);
  say("note: local changes of the working tree are ignored (" +
      counted(paths->size(), "file") + ", such as " + paths->front() +
      "); --local takes them in");
  return llvm::Error::success();
}

/// Tells the user why there can be no search for the commit with which the
/// failure begins.
void RevisionReader::sayUnordered(const UserRepository &opened,
                                  const Commit &first,
                                  const Commit &last) const {
  std::optional<Commit> common = opened.commonAncestor(first, last);
  if (common && common->id == last.id) {
    say("note: the good revision is later than the bad one, so the patch will "
        "be what undoes the repair. All differences are searched at once");
    return;
  }
  std::string text = "note: the good revision is no ancestor of the bad one, "
                     "so all differences are searched at once";
  if (common)
    text += ". To find the commit first, try their last common ancestor: "
            "--good " +
            common->shortId();
  else
    text += "; they have no history in common";
  say(text);
}

llvm::Error RevisionReader::readRepository() {
  llvm::Expected<UserRepository> opened =
      UserRepository::open(input.repository);
  if (!opened)
    return opened.takeError();
  request.objectFolders = {opened->objectFolder()};
  if (llvm::Error error = request.store.readAlso(opened->objectFolder()))
    return error;
  llvm::Expected<Commit> first = opened->commitOf(input.good);
  if (!first)
    return first.takeError();
  llvm::Expected<Commit> last = opened->commitOf(badName());
  if (!last)
    return last.takeError();
  llvm::Expected<std::vector<Commit>> commits =
      opened->commitsBetween(*first, *last);
  if (!commits)
    return commits.takeError();
  request.good = {input.good, first->id, first->subject, first->author};
  request.bad = {badName(), last->id, last->subject, last->author};
  if (opened->hasSubmodules(*last))
    say("note: builds are without the files of submodules");
  if (commits->empty()) {
    sayUnordered(*opened, *first, *last);
    *commits = {*first, *last};
    request.isWhole = true;
  }
  request.commits = std::move(*commits);
  return readLocalChanges(*opened, *last);
}

llvm::Error RevisionReader::readFolders() {
  request.good.name = input.good;
  request.bad.name = input.bad;
  if (llvm::Error error = readFolder(input.good))
    return error;
  return readFolder(input.bad);
}

llvm::Error RevisionReader::read() {
  bool isGoodFolder = fs::is_directory(input.good);
  bool isBadFolder = fs::is_directory(input.bad);
  llvm::Error error =
      isGoodFolder && isBadFolder ? readFolders() : readRepository();
  if (error && isGoodFolder != isBadFolder)
    return llvm::handleErrors(
        std::move(error), [](const UsageError &usage) -> llvm::Error {
          return llvm::make_error<UsageError>(
              usage.message +
              "; a folder can only be compared with another folder");
        });
  if (error)
    return error;
  if (request.commits.front().state == request.commits.back().state)
    return llvm::make_error<UsageError>(
        request.good.name + " and " + request.bad.name +
        " have the same files, so no change can make the failure");
  return llvm::Error::success();
}

llvm::Error
pinstripe::readRevisions(const RevisionInput &input, RevisionRequest &request,
                         llvm::function_ref<void(llvm::StringRef)> say) {
  return RevisionReader(input, request, say).read();
}
