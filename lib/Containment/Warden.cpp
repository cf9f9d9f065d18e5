// Implements the warden: the first process of a sandbox, which makes its files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Warden.h"
#include "FolderCleaner.h"
#include "RandomWords.h"
#include "pinstripe/Support/SandboxEntry.h"
#include "pinstripe/Support/SteadyNumbers.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using Kind = WorldStep::Kind;

namespace {

/// A text of limited size, such as a path or the options of a mount, that is
/// built without the heap.
class FixedText {
public:
  FixedText &operator<<(const char *text) {
    size_t length = std::strlen(text);
    if (length >= sizeof(bytes) - size)
      length = sizeof(bytes) - size - 1;
    std::memcpy(bytes + size, text, length);
    bytes[size += length] = 0;
    return *this;
  }
  FixedText &operator<<(uint64_t number) {
    char digits[24];
    char *begin = digits + sizeof(digits) - 1;
    *begin = 0;
    do
      *--begin = static_cast<char>('0' + number % 10);
    while (number /= 10);
    return *this << begin;
  }
  const char *text() const { return bytes; }
  bool isWhole() const { return size + 1 < sizeof(bytes); }

private:
  char bytes[4096] = {};
  size_t size = 0;
};

class Warden {
public:
  Warden(const World &world, uint64_t limit, int socket)
      : world(world), limit(limit), socket(socket) {}
  [[noreturn]] void run();

private:
  int answer(WardenRequest request);
  int begin();
  bool changeRoot() const;
  bool carryOut(const WorldStep &step);
  bool perform(const WorldStep &step);
  bool mountView(const WorldStep &step);
  int restore();
  int dropView(size_t index) const;
  bool isInRestored(size_t index) const;
  bool isWritten(size_t index) const;
  int hideFiles() const;
  void nameOfView(FixedText &name, size_t index, uint64_t generation) const;
  void openLastId();
  int nameNext(pid_t id) const;
  int endAll() const;

  const World &world;
  const uint64_t limit;
  const int socket;
  int failedStep = -1;
  /// The open file /proc/sys/kernel/ns_last_pid, which holds the last process
  /// id that the kernel gave. The warden (the sandbox's first process) writes
  /// the file to choose the next id. -1 if the system does not let the warden
  /// write it.
  int lastId = -1;
  /// How often each view (a folder that the program sees copy-on-write) was
  /// mounted. Each mount has a new folder for what is written in the view, and
  /// this number is part of the folder's name. The number is 0 if the view
  /// could not be mounted.
  uint64_t generations[World::maxViews] = {};
  bool isRestored[World::maxViews] = {};
};

} // namespace

/// Reaps all children of the warden (the sandbox's first process) that have
/// ended. They include orphans of the sandbox, which the warden inherits.
static void reapChildren(int /*signal*/) {
  int error = errno;
  while (::waitpid(-1, nullptr, __WALL | WNOHANG) > 0) {
  }
  errno = error;
}

void Warden::run() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP})
    ::signal(signal, SIG_IGN);
  // If SIGCHLD were ignored, the kernel would reap the warden's children by
  // itself. waitpid() would then not find a child that is just ending. So the
  // warden (the sandbox's first process) could not wait for the end of this
  // child.
  struct sigaction reaping = {};
  reaping.sa_handler = reapChildren;
  reaping.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  ::sigaction(SIGCHLD, &reaping, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::setsid();
  ::umask(0);
  ::prctl(PR_SET_NAME, "pinstripe-world");
  if (socket > 0)
    ::close_range(0, static_cast<unsigned>(socket) - 1, 0);
  ::close_range(static_cast<unsigned>(socket) + 1, UINT_MAX, 0);
  for (;;) {
    char request = 0;
    ssize_t size = ::read(socket, &request, 1);
    if (size < 0 && errno == EINTR)
      continue;
    if (size != 1)
      // The tool has closed its end of the socket: it has ended, or no longer
      // needs this sandbox.
      ::_exit(0);
    failedStep = -1;
    WardenReply reply;
    reply.error = answer(static_cast<WardenRequest>(request));
    reply.step = failedStep;
    (void)!::write(socket, &reply, sizeof(reply));
  }
}

int Warden::answer(WardenRequest request) {
  switch (request) {
  case WardenRequest::Begin:
    return begin();
  case WardenRequest::Restore:
    return restore();
  case WardenRequest::NameRun:
    return nameNext(runId);
  case WardenRequest::NameCheckpoint:
    return nameNext(checkpointId);
  case WardenRequest::EndAll:
    return endAll();
  }
  return EINVAL;
}

// The following functions make the file system of the sandbox, in the steps
// that World.h plans.

int Warden::begin() {
  if (world.views.size() > World::maxViews)
    return E2BIG;
  if (!changeRoot())
    return errno;
  for (const WorldStep &step : world.steps)
    if (!carryOut(step))
      return errno;
  openLastId();
  return hideFiles();
}

/// Opens ns_last_pid, the kernel's file with the last process id that it gave.
/// The warden (the sandbox's first process) writes the file to choose the next
/// id. The /proc that the program sees is read-only, so another /proc is
/// mounted for the moment of opening the file.
void Warden::openLastId() {
  const char *place = "/processes";
  if (::mkdir(place, 0700) != 0 ||
      ::mount("proc", place, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC,
              nullptr) != 0)
    return;
  lastId = ::open("/processes/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC);
  ::umount2(place, MNT_DETACH);
}

/// Makes `id` the process id of the next process in the sandbox, unless a
/// process has this id already.
int Warden::nameNext(pid_t id) const {
  FixedText number;
  number << static_cast<uint64_t>(id - 1);
  if (lastId < 0 ||
      ::pwrite(lastId, number.text(), std::strlen(number.text()), 0) < 0)
    return EPERM;
  return 0;
}

/// Makes a file system in memory the root, and moves the former root (the files
/// of the host) to the folder /old of that file system.
bool Warden::changeRoot() const {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    return false;
  FixedText options;
  constexpr uint64_t entries = 65536;
  options << "mode=0755,size=" << limit << ",nr_inodes=" << entries;
  for (const char *place : {"/tmp", "/var", "/usr", "/etc"}) {
    if (::mount("pinstripe", place, "tmpfs", MS_NOSUID | MS_NODEV,
                options.text()) != 0)
      continue;
    return ::chdir(place) == 0 && ::mkdir("old", 0755) == 0 &&
           ::mkdir("views", 0700) == 0 &&
           ::syscall(SYS_pivot_root, ".", "old") == 0 && ::chdir("/") == 0;
  }
  return false;
}

/// Carries out a step of making the sandbox's file system. If an optional step
/// fails, the failure is ignored. If any other step fails, stores its index in
/// `failedStep` and returns false.
bool Warden::carryOut(const WorldStep &step) {
  if (perform(step) || step.isOptional)
    return true;
  failedStep = static_cast<int>(&step - world.steps.data());
  return false;
}

static bool setReadOnly(const char *target, unsigned flags) {
  mount_attr attributes = {};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID;
  return ::syscall(SYS_mount_setattr, AT_FDCWD, target, flags, &attributes,
                   sizeof(attributes)) == 0;
}

/// Writes a file of bytes that look random and are always the same.
static bool writeRandomBytes(const char *path) {
  int file = ::open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
  uint64_t words[4096], state = mallocKey;
  bool isWritten = file >= 0;
  constexpr int parts = 8;
  for (int part = 0; isWritten && part < parts; ++part) {
    for (uint64_t &word : words)
      word = nextRandomWord(state);
    isWritten = ::write(file, words, sizeof(words)) == ssize_t(sizeof(words));
  }
  return isWritten && ::close(file) == 0;
}

bool Warden::perform(const WorldStep &step) {
  const char *target = step.target.c_str();
  const char *source = step.source.c_str();
  switch (step.kind) {
  case Kind::Folder:
    return ::mkdir(target, step.mode) == 0 || errno == EEXIST;
  case Kind::File: {
    int file = ::open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    return file >= 0 && ::close(file) == 0;
  }
  case Kind::Link:
    return ::symlink(source, target) == 0;
  case Kind::Bind:
    return ::mount(source, target, nullptr, MS_BIND, nullptr) == 0;
  case Kind::BindTree:
    return ::mount(source, target, nullptr, MS_BIND | MS_REC, nullptr) == 0;
  case Kind::Tmpfs:
    return ::mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NOEXEC,
                   "mode=0755,size=1048576") == 0;
  case Kind::RandomBytes:
    return writeRandomBytes(target);
  case Kind::Processes:
    return ::mount("proc", target, "proc",
                   MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, nullptr) == 0;
  case Kind::Terminals:
    return ::mount("devpts", target, "devpts", MS_NOSUID | MS_NOEXEC,
                   "newinstance,ptmxmode=0666,mode=620") == 0;
  case Kind::Queues:
    return ::mount("mqueue", target, "mqueue", MS_NOSUID | MS_NODEV | MS_NOEXEC,
                   nullptr) == 0;
  case Kind::View:
    return mountView(step);
  case Kind::ReadOnly:
    return setReadOnly(target, 0);
  case Kind::ReadOnlyTree:
    return setReadOnly(target, AT_RECURSIVE);
  }
  return false;
}

// Views

void Warden::nameOfView(FixedText &name, size_t index,
                        uint64_t generation) const {
  name << "/views/" << index << "-" << generation;
}

/// Gives the root folder `to` of a copy-on-write view the owner, rights and
/// times of the folder `from` that it shows. If the owner of `from` has no id
/// in the sandbox, gives everyone the rights that the user has in `from`.
static bool copyAttributes(const char *from, const char *to) {
  struct stat status;
  if (::stat(from, &status) != 0)
    return false;
  mode_t mode = status.st_mode & 07777;
  bool isOurs = ::lchown(to, status.st_uid, status.st_gid) == 0;
  if (!isOurs) {
    mode = 0;
    for (int right : {R_OK, W_OK, X_OK})
      if (::access(from, right) == 0)
        mode |= static_cast<mode_t>(right) * 0111;
  }
  const timespec times[] = {status.st_atim, status.st_mtim};
  return ::chmod(to, mode) == 0 && ::utimensat(AT_FDCWD, to, times, 0) == 0;
}

bool Warden::mountView(const WorldStep &step) {
  FixedText folder, upper, work, options;
  nameOfView(folder, step.view, ++generations[step.view]);
  upper << folder.text() << "/written";
  work << folder.text() << "/work";
  options << step.overlayOptions.c_str() << ",upperdir=" << upper.text()
          << ",workdir=" << work.text();
  if (!options.isWhole()) {
    errno = ENAMETOOLONG;
    return false;
  }
  bool isMounted = ::mkdir(folder.text(), 0700) == 0 &&
                   ::mkdir(upper.text(), 0755) == 0 &&
                   ::mkdir(work.text(), 0755) == 0 &&
                   copyAttributes(step.source.c_str(), upper.text()) &&
                   ::mount("pinstripe", step.target.c_str(), "overlay",
                           MS_NOSUID | MS_NODEV, options.text()) == 0;
  if (!isMounted)
    generations[step.view] = 0;
  return isMounted;
}

/// Returns whether something was written, changed or removed in a view (a
/// folder that overlayfs shows copy-on-write). Each such change makes an entry
/// in the upper folder of the overlayfs mount.
bool Warden::isWritten(size_t index) const {
  FixedText folder;
  nameOfView(folder, index, generations[index]);
  folder << "/written";
  return !isEmptyFolder(folder.text());
}

int Warden::dropView(size_t index) const {
  if (::umount2(world.views[index].target.c_str(), MNT_DETACH) != 0)
    return errno;
  FixedText folder;
  nameOfView(folder, index, generations[index]);
  removeFolder(folder.text());
  return 0;
}

static void removeSharedMemory() {
  shm_info info = {};
  int last = ::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds *>(&info));
  for (int i = 0; info.used_ids > 0 && i <= last; ++i) {
    shmid_ds each;
    int id = ::shmctl(i, SHM_STAT, &each);
    if (id >= 0)
      ::shmctl(id, IPC_RMID, nullptr);
  }
}

static void removeSemaphores() {
  seminfo info = {};
  int last = ::semctl(0, 0, SEM_INFO, &info);
  for (int i = 0; info.semusz > 0 && i <= last; ++i) {
    semid_ds each;
    int id = ::semctl(i, 0, SEM_STAT, &each);
    if (id >= 0)
      ::semctl(id, 0, IPC_RMID);
  }
}

static void removeMessageQueues() {
  msginfo info = {};
  int last = ::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds *>(&info));
  for (int i = 0; info.msgpool > 0 && i <= last; ++i) {
    msqid_ds each;
    int id = ::msgctl(i, MSG_STAT, &each);
    if (id >= 0)
      ::msgctl(id, IPC_RMID, nullptr);
  }
}

/// Removes IPC objects of the sandbox that outlive the processes of a run.
/// These are shared memory, semaphores and message queues of System V, and
/// POSIX message queues. POSIX message queues are files in the folder `queues`.
static void removeLeftovers(const char *queues) {
  removeSharedMemory();
  removeSemaphores();
  removeMessageQueues();
  if (!isEmptyFolder(queues))
    emptyFolder(queues);
}

/// Returns whether a view (a folder shown copy-on-write) lies inside another
/// view that is being restored. The outer view is mounted again and hides the
/// inner one. So the inner view must be mounted again as well.
bool Warden::isInRestored(size_t index) const {
  for (size_t outer = 0; outer < index; ++outer)
    if (isRestored[outer] &&
        isWithin(world.views[index].target, world.views[outer].target))
      return true;
  return false;
}

/// Restores all views (folders shown copy-on-write) in which something was
/// written. The files that the program has left are removed before views are
/// mounted again. Otherwise there may be no space for the folders of new views.
int Warden::restore() {
  removeLeftovers("/new/dev/mqueue");
  for (const std::string &folder : world.scratchFolders)
    emptyFolder(folder.c_str());
  size_t count = world.views.size();
  for (size_t i = 0; i < count; ++i)
    isRestored[i] = generations[i] != 0 && (isInRestored(i) || isWritten(i));
  for (size_t i = count; i-- > 0;)
    if (isRestored[i])
      if (int error = dropView(i))
        return error;
  for (size_t i = 0; i < count; ++i)
    if (isRestored[i] && !isInRestored(i))
      for (size_t step : world.views[i].steps)
        if (!carryOut(world.steps[step]))
          return errno;
  return hideFiles();
}

int Warden::hideFiles() const {
  for (const std::string &file : world.hiddenFiles) {
    FixedText path;
    path << World::root << file.c_str();
    if (::unlink(path.text()) != 0 && errno != ENOENT && errno != ENOTDIR)
      return errno;
  }
  return 0;
}

// The end

int Warden::endAll() const {
  // kill(-1) reaches all processes in the sandbox, even those that are just
  // being started, except for the sender (the warden).
  ::kill(-1, SIGKILL);
  while (::waitpid(-1, nullptr, __WALL) > 0 || errno == EINTR) {
  }
  // waitpid reports only children of the warden (the sandbox's first process).
  // A process that was started from outside of the sandbox is reaped by its own
  // parent.
  return 0;
}

void pinstripe::runWarden(const World &world, uint64_t writtenBytesLimit,
                          int socket) {
  Warden(world, writtenBytesLimit, socket).run();
}
