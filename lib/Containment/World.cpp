// Plans which files a sandbox shows, so that programs change only copies.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "World.h"
#include "pinstripe/Support/OutOfMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;
namespace fs = llvm::sys::fs;
using Kind = WorldStep::Kind;

/// The largest number of folders that a sandbox shows copy-on-write. More would
/// take long to set up. The program can't change the other folders.
static constexpr size_t maxCoveringViews = 48;
/// Names of file systems that a sandbox does not show copy-on-write. These have
/// no ordinary files: their files stand for states of the kernel or for
/// devices.
static constexpr const char *kernelFileSystems[] = {
    "proc",    "sysfs",     "devtmpfs",   "devpts",     "mqueue", "cgroup",
    "cgroup2", "debugfs",   "tracefs",    "bpf",        "pstore", "securityfs",
    "fusectl", "configfs",  "efivarfs",   "autofs",     "ramfs",  "hugetlbfs",
    "nsfs",    "selinuxfs", "rpc_pipefs", "binfmt_misc"};
/// The devices that a program may use in a sandbox: those that keep no data, or
/// belong to the process alone.
static constexpr const char *devices[] = {"null", "zero", "full", "tty"};

namespace {

class WorldPlanner {
public:
  WorldPlanner(const SandboxSpec &spec, const MountTable &mounts)
      : spec(spec), mounts(mounts) {}
  World plan();

private:
  void add(WorldStep step) { world.steps.push_back(std::move(step)); }
  static std::string inside(llvm::StringRef path) {
    return path == "/" ? World::root : World::root + path.str();
  }
  static std::string outside(llvm::StringRef path) {
    return path == "/" ? "/old" : "/old" + path.str();
  }
  void showHost();
  void coverFolders();
  void cover(const std::string &folder, unsigned depth);
  void coverParts(const std::string &folder, unsigned depth);
  bool canCover(const std::string &folder) const;
  void addView(const std::string &folder, const std::string &source);
  bool isBelowView(const std::string &folder) const;
  void coverForeignFolders();
  void replaceDevices();
  void replaceRunFolder();
  void showWorkingDirectory();
  void hideFolder(const std::string &folder, size_t number);
  void hideFolders();
  void openWritablePaths();
  void connectSteps();

  const SandboxSpec &spec;
  const MountTable &mounts;
  World world;
};

} // namespace

/// Escapes a path for the mount options of overlayfs. In these options, a comma
/// separates two options, and a colon separates two folders.
static std::string escapeForOverlay(llvm::StringRef path) {
  std::string escaped;
  for (char c : path) {
    if (c == '\\' || c == ',' || c == ':')
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

static bool isRealFolder(const std::string &path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

static std::vector<std::string> foldersIn(const std::string &folder) {
  std::vector<std::string> found;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code, false), end;
       entry != end && !code; entry.increment(code))
    if (isRealFolder(entry->path()))
      found.push_back(entry->path());
  requireMemory(code);
  llvm::sort(found);
  return found;
}

void WorldPlanner::showHost() {
  add({Kind::Folder, World::root});
  add({Kind::BindTree, World::root, "/old"});
  add({Kind::ReadOnlyTree, World::root});
}

bool WorldPlanner::canCover(const std::string &folder) const {
  const Mount *holder = mounts.holderOf(folder);
  return holder && !holder->isReadOnly &&
         !llvm::is_contained(kernelFileSystems, holder->fileSystem);
}

void WorldPlanner::addView(const std::string &folder,
                           const std::string &source) {
  WorldStep step{Kind::View, inside(folder), outside(source)};
  step.view = world.views.size();
  step.isOptional = true;
  step.overlayOptions =
      "userxattr,lowerdir=" + escapeForOverlay(outside(source));
  world.views.push_back({step.target, {}});
  add(std::move(step));
}

/// Makes a folder copy-on-write, so that the program can change it. If
/// something is mounted below the folder, overlayfs can't do this, and the
/// subfolders are made copy-on-write instead.
void WorldPlanner::cover(const std::string &folder, unsigned depth) {
  if (!canCover(folder))
    return;
  if (mounts.hasMountsBelow(folder))
    return coverParts(folder, depth);
  if (world.views.size() < maxCoveringViews)
    addView(folder, folder);
  else
    world.isCovered = false;
}

static bool hasSockets(const std::string &folder) {
  std::error_code code;
  for (fs::directory_iterator entry(folder, code, false), end;
       entry != end && !code; entry.increment(code))
    if (entry->type() == fs::file_type::socket_file)
      return true;
  requireMemory(code);
  return false;
}

void WorldPlanner::coverParts(const std::string &folder, unsigned depth) {
  constexpr unsigned deepest = 6;
  if (hasSockets(folder) || depth == deepest)
    world.isCovered = false;
  if (depth < deepest)
    for (const std::string &part : foldersIn(folder))
      cover(part, depth + 1);
}

void WorldPlanner::coverFolders() {
  for (const std::string &folder : foldersIn("/")) {
    bool isReplaced = llvm::is_contained(
        {"/proc", "/sys", "/dev", "/run", "/lost+found"}, folder);
    if (!isReplaced)
      cover(folder, 0);
  }
}

bool WorldPlanner::isBelowView(const std::string &folder) const {
  std::string target = inside(folder);
  bool isBelow = false;
  for (const WorldView &view : world.views) {
    if (view.target == target)
      return false;
    isBelow |= isWithin(target, view.target);
  }
  return isBelow;
}

/// Returns the innermost folder on the path to `place` that does not belong to
/// the user and group that Pinstripe runs as. Returns an empty text if there is
/// no such folder.
static std::string lastForeignFolder(llvm::StringRef place) {
  std::string last;
  for (size_t end = place.find('/', 1);; end = place.find('/', end + 1)) {
    std::string folder = place.substr(0, end).str();
    struct stat status;
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
      return last;
    if (status.st_uid != ::geteuid() || status.st_gid != ::getegid())
      last = folder;
    if (end == llvm::StringRef::npos)
      return last;
  }
}

/// Looks, on the path to each usual place for files such as the home folder,
/// for the last folder that belongs to another user. Makes this folder a
/// copy-on-write view of its own, since overlayfs can't copy it inside of
/// another view: its owner has no id in the sandbox. Root has the ids of all
/// users and does not need this.
void WorldPlanner::coverForeignFolders() {
  if (::geteuid() == 0)
    return;
  llvm::SmallString<256> home;
  llvm::sys::path::home_directory(home);
  // The folders are kept sorted by path, so a folder comes before the folders
  // inside it. They are mounted in this order, because a later mount of the
  // outer folder would hide the inner ones.
  std::set<std::string> folders;
  for (llvm::StringRef place : {llvm::StringRef(spec.workingDirectory),
                                home.str(), llvm::StringRef("/var/tmp")}) {
    llvm::SmallString<256> real;
    if (!place.empty() && !fs::real_path(place, real))
      folders.insert(lastForeignFolder(real));
  }
  for (const std::string &folder : folders)
    if (isBelowView(folder) && canCover(folder))
      addView(folder, folder);
}

void WorldPlanner::replaceDevices() {
  std::string folder = inside("/dev");
  add({Kind::Tmpfs, folder});
  for (const char *name : devices) {
    std::string device = std::string("/dev/") + name;
    if (!fs::exists(device))
      continue;
    add({Kind::File, inside(device)});
    add({Kind::Bind, inside(device), outside(device)});
    add({Kind::ReadOnly, inside(device)});
  }
  add({Kind::RandomBytes, folder + "/urandom"});
  add({Kind::Link, folder + "/random", "urandom"});
  add({Kind::Folder, folder + "/pts"});
  add({Kind::Terminals, folder + "/pts", "", 0755, /*isOptional=*/true});
  add({Kind::Link, folder + "/ptmx", "pts/ptmx"});
  add({Kind::Link, folder + "/fd", "/proc/self/fd"});
  add({Kind::Link, folder + "/stdin", "/proc/self/fd/0"});
  add({Kind::Link, folder + "/stdout", "/proc/self/fd/1"});
  add({Kind::Link, folder + "/stderr", "/proc/self/fd/2"});
  add({Kind::Folder, folder + "/mqueue"});
  add({Kind::Queues, folder + "/mqueue", "", 0755, /*isOptional=*/true});
  add({Kind::Folder, folder + "/shm"});
  add({Kind::ReadOnly, folder});
  add({Kind::Folder, "/shm", "", 01777});
  add({Kind::Bind, folder + "/shm", "/shm"});
  world.scratchFolders.push_back("/shm");
  add({Kind::Processes, inside("/proc")});
}

/// Shows an empty folder /run. The host's /run has sockets of agents and
/// daemons, and maybe mounted disks of users.
void WorldPlanner::replaceRunFolder() {
  if (!isRealFolder("/run"))
    return;
  add({Kind::Folder, "/run"});
  add({Kind::Bind, inside("/run"), "/run"});
  world.scratchFolders.push_back("/run");
}

void WorldPlanner::showWorkingDirectory() {
  if (spec.initialDirectory.empty())
    return;
  addView(spec.workingDirectory, spec.initialDirectory);
  world.steps.back().isOptional = false;
}

/// Hides a folder, except for the subfolders that are to be shown. If there are
/// none, an empty folder is shown in place of the hidden one.
void WorldPlanner::hideFolder(const std::string &folder, size_t number) {
  std::string target = inside(folder), cover = "/empty";
  std::vector<std::string> shown;
  for (const std::string &each : spec.shownFolders)
    if (llvm::sys::path::parent_path(each) == folder)
      shown.push_back(each);
  if (!shown.empty()) {
    cover = "/covers/" + std::to_string(number);
    add({Kind::Folder, "/covers"});
    add({Kind::Folder, cover});
    // The hidden folder may lie in the working directory. If the initial
    // contents of the working directory (`initialDirectory`) lack the hidden
    // folder, this step makes it.
    add({Kind::Folder, target, "", 0755, /*isOptional=*/true});
  }
  for (const std::string &each : shown)
    add({Kind::Folder, cover + "/" + llvm::sys::path::filename(each).str()});
  add({Kind::Bind, target, cover, 0755, /*isOptional=*/true});
  add({Kind::ReadOnly, target, "", 0755, /*isOptional=*/true});
  for (const std::string &each : shown) {
    add({Kind::Bind, inside(each), outside(each), 0755, /*isOptional=*/true});
    add({Kind::ReadOnly, inside(each), "", 0755, /*isOptional=*/true});
  }
}

void WorldPlanner::hideFolders() {
  add({Kind::Folder, "/empty"});
  for (size_t i = 0; i != spec.hiddenFolders.size(); ++i)
    hideFolder(spec.hiddenFolders[i], i);
}

void WorldPlanner::openWritablePaths() {
  for (const std::string &path : spec.writablePaths)
    add({Kind::BindTree, inside(path), outside(path)});
}

void WorldPlanner::connectSteps() {
  for (WorldView &view : world.views)
    for (size_t i = 0; i < world.steps.size(); ++i)
      if (isWithin(world.steps[i].target, view.target))
        view.steps.push_back(i);
}

World WorldPlanner::plan() {
  showHost();
  coverFolders();
  coverForeignFolders();
  replaceRunFolder();
  replaceDevices();
  showWorkingDirectory();
  hideFolders();
  openWritablePaths();
  connectSteps();
  world.hiddenFiles = spec.hiddenFiles;
  return std::move(world);
}

World pinstripe::planWorld(const SandboxSpec &spec, const MountTable &mounts) {
  return WorldPlanner(spec, mounts).plan();
}
