// Makes sandboxes, in which programs run without changing the machine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Containment/Sandbox.h"
#include "Answers/SteadyAnswers.h"
#include "ProcessUse.h"
#include "ViewContents.h"
#include "Warden.h"
#include "pinstripe/Containment/DebuggerEntry.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/ChildProcess.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/openat2.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>

using namespace pinstripe;

/// The interval between two SIGCONTs to the warden (the sandbox's first
/// process) while the tool waits for the warden's answer. If somebody has
/// stopped the warden, the tool would otherwise wait in vain.
static constexpr int lookMilliseconds = 500;
/// The longest time that a warden (the sandbox's first process) may take to
/// answer. Even the removal of all files that a run has written takes less time
/// on any machine.
static constexpr std::chrono::seconds answerLimit(60);

/// The descriptors by which the tool reaches a sandbox, and the process id of
/// the warden (the sandbox's first process).
struct Sandbox::Link {
  World world;
  pid_t warden = 0;
  FileDescriptor socket;
  /// The root of all mounts in the sandbox, as a descriptor.
  FileDescriptor top;
  FileDescriptor root; ///< what the program sees as "/"
  /// The folder /proc of the sandbox, as a descriptor.
  FileDescriptor processes;
  /// The folder /dev/mqueue of the sandbox, as a descriptor; not open if the
  /// sandbox has no such folder.
  FileDescriptor queues;

  bool ask(WardenRequest what, WardenReply &reply) const;

  using Space = std::tuple<uint64_t, uint64_t, off_t>;
  std::optional<Space> spaceNow() const;
  /// The free space (see `spaceNow`) when the sandbox was last started or
  /// restored. If the free space is different now, something was written.
  std::optional<Space> space;
};

/// The error for a sandbox whose warden (first process) was killed by somebody
/// outside. The program under test can't kill the warden and is not to blame,
/// so the tool makes a new sandbox and goes on.
class SandboxLost : public llvm::ErrorInfo<SandboxLost, EngineError> {
public:
  static inline char ID = 0;
  using ErrorInfo::ErrorInfo;
};

// The filters of system calls. FilterGenerator.cpp writes these filters when
// Pinstripe is built.
static constexpr sock_filter connectingFilter[] = {
#include "ConnectingFilter.inc"
};
static constexpr sock_filter secludedFilter[] = {
#include "SecludedFilter.inc"
};

static constexpr sock_filter debuggerConnectingFilter[] = {
#include "DebuggerConnectingFilter.inc"
};
static constexpr sock_filter debuggerSecludedFilter[] = {
#include "DebuggerSecludedFilter.inc"
};

/// Returns the filter of system calls. It denies access to what namespaces do
/// not confine, such as keys, sockets of hypervisors and files by handle. It
/// also denies signals to all processes and to servers, from which runs are
/// forked. If `mayConnect` is true, the program can make local sockets.
static llvm::ArrayRef<sock_filter> systemCallFilter(bool mayConnect) {
  return mayConnect ? llvm::ArrayRef(connectingFilter)
                    : llvm::ArrayRef(secludedFilter);
}

SandboxEntry pinstripe::debuggerEntry(const SandboxEntry &entry) {
  bool mayConnect = entry.filter.size() == std::size(connectingFilter) &&
                    std::memcmp(entry.filter.data(), connectingFilter,
                                sizeof(connectingFilter)) == 0;
  SandboxEntry result;
  result.member =
      FileDescriptor(::fcntl(entry.member.get(), F_DUPFD_CLOEXEC, 0));
  result.root = entry.root;
  result.filter = (mayConnect ? llvm::ArrayRef(debuggerConnectingFilter)
                              : llvm::ArrayRef(debuggerSecludedFilter))
                      .vec();
  result.capabilities = entry.capabilities;
  result.limits = entry.limits;
  result.listenerSocket = entry.listenerSocket;
  return result;
}

static llvm::Error notAllowed(const llvm::Twine &what) {
  return llvm::make_error<ContainmentError>(
      "the program can't be contained here: " + what);
}

static std::string processFile(pid_t pid, const char *name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

// Start

static bool writeOnce(const std::string &path, const std::string &text) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.isOpen() && ::write(file.get(), text.data(), text.size()) ==
                              static_cast<ssize_t>(text.size());
}

/// Maps the user and group ids of the sandbox to themselves. If the user is
/// root, maps the ids of all users. Root can then access the files of all
/// users, as outside of the sandbox.
static bool mapIds(pid_t warden) {
  auto map = [&](const char *file, unsigned id, bool mayMapAll) {
    std::string number = std::to_string(id);
    return (mayMapAll &&
            writeOnce(processFile(warden, file), "0 0 4294967295\n")) ||
           writeOnce(processFile(warden, file), number + " " + number + " 1\n");
  };
  bool isRoot = ::geteuid() == 0;
  if (!isRoot)
    (void)writeOnce(processFile(warden, "setgroups"), "deny");
  return map("uid_map", ::geteuid(), isRoot) &&
         map("gid_map", ::getegid(), isRoot);
}

/// Returns the capabilities that a program keeps if the user is root: those
/// over files and ids. The other capabilities act on the machine, on
/// namespaces, or on other users' processes.
static uint64_t grantedCapabilities() {
  if (::geteuid() != 0)
    return 0;
  uint64_t granted = 0;
  for (unsigned each :
       {CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER,
        CAP_FSETID, CAP_KILL, CAP_SETGID, CAP_SETUID, CAP_NET_BIND_SERVICE})
    granted |= uint64_t(1) << each;
  return granted;
}

static ResourceLimit descriptorLimit(uint64_t stated) {
  // The number of open files is limited for each process, since open files take
  // memory in the kernel that Pinstripe does not measure.
  constexpr rlim_t maxDescriptors = 4096;
  return stated == 0 ? ResourceLimit{RLIMIT_NOFILE, maxDescriptors}
                     : ResourceLimit{RLIMIT_NOFILE, stated, stated};
}

/// A file that `provideFile` has written for the runs.
struct Sandbox::ProvidedFile {
  std::string path;
  dev_t device = 0;
  ino_t inode = 0;
};

Sandbox::Sandbox(SandboxSpec spec)
    : spec(std::move(spec)), link(std::make_unique<Link>()) {}

llvm::Expected<std::shared_ptr<Sandbox>> Sandbox::create(SandboxSpec spec) {
  std::shared_ptr<Sandbox> sandbox(new Sandbox(std::move(spec)));
  ClockStart clock;
  clock.calendar = sandbox->spec.clockStart;
  auto nameRun = [self = sandbox.get()] {
    self->nameNextProcess(NextProcess::Run);
  };
  if (llvm::Error error =
          SteadyAnswers::start(clock, nameRun).moveInto(sandbox->answers))
    return error;
  llvm::Error error = sandbox->start();
  if (error && sandbox->isGone()) {
    // Somebody killed the sandbox while it was being made, so the tool tries
    // once more.
    llvm::consumeError(std::move(error));
    error = sandbox->restart();
  }
  if (error)
    return error;
  return sandbox;
}

/// Forks a process that begins in namespaces of its own: for users, mounts,
/// processes, IPC, the network and the host name.
static pid_t forkApart() {
  constexpr unsigned long apart = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID |
                                  CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWUTS;
  return static_cast<pid_t>(
      ::syscall(SYS_clone, apart | SIGCHLD, nullptr, nullptr, nullptr, 0UL));
}

llvm::Error Sandbox::start() {
  auto mounts = pinstripe::readFile("/proc/self/mountinfo");
  if (!mounts)
    return notAllowed(llvm::toString(mounts.takeError()));
  link->world = planWorld(spec, MountTable::parse(*mounts));
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return llvm::make_error<EngineError>(
        llvm::Twine("can't create a socket: ") + std::strerror(errno));
  FileDescriptor wardensEnd(ends[1]);
  {
    // Another thread, which answers the program's system calls, also sends
    // requests to the warden (the sandbox's first process). The lock keeps it
    // from sending while the socket to the warden is replaced.
    std::scoped_lock lock(linkMutex);
    link->socket = FileDescriptor(ends[0]);
    link->warden = forkApart();
    if (link->warden == 0)
      runWarden(link->world, spec.writtenBytesLimit, wardensEnd.get());
  }
  wardensEnd.reset();
  if (link->warden < 0)
    return notAllowed(llvm::Twine("no namespaces for this user: ") +
                      std::strerror(errno));
  putFirst(link->warden);
  theEntry.member = FileDescriptor(
      static_cast<int>(::syscall(SYS_pidfd_open, link->warden, 0)));
  if (!theEntry.member.isOpen() || !mapIds(link->warden))
    return notAllowed(llvm::Twine("no user namespace: ") +
                      std::strerror(errno));
  if (llvm::Error error = request(WardenRequest::Begin))
    return error;
  auto open = [&](const char *name) {
    return FileDescriptor(::open(processFile(link->warden, name).c_str(),
                                 O_PATH | O_DIRECTORY | O_CLOEXEC));
  };
  link->top = open("root");
  link->root = open("root/new");
  link->queues = open("root/new/dev/mqueue");
  link->processes =
      FileDescriptor(::open(processFile(link->warden, "root/new/proc").c_str(),
                            O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!link->top.isOpen() || !link->root.isOpen() || !link->processes.isOpen())
    return notAllowed(llvm::Twine("can't look into the sandbox: ") +
                      std::strerror(errno));
  noteSpace();
  theEntry.root = World::root;
  theEntry.filter = systemCallFilter(link->world.isCovered).vec();
  theEntry.listenerSocket = answers->entrance();
  theEntry.capabilities = grantedCapabilities();
  // The kernel limits the number of processes by RLIMIT_NPROC. The tool limits
  // it, too, but counts processes only from time to time, and a program could
  // fork many of them between two counts. The kernel's limit does not bind
  // root.
  constexpr rlim_t maxProcesses = 256;
  theEntry.limits = {{RLIMIT_NPROC, maxProcesses, maxProcesses},
                     descriptorLimit(spec.openFileLimit)};
  return llvm::Error::success();
}

Sandbox::~Sandbox() {
  answers.reset();
  link->socket.reset();
  reapFormerWardens();
  if (link->warden <= 0)
    return;
  ::kill(link->warden, SIGKILL);
  // The warden is process 1 of the sandbox. The kernel lets the warden exit
  // only when the tool has reaped all of its own children in the sandbox. The
  // tool may not know all of them: the process that forked a child may have
  // been killed before it reported the child. So the tool, which might wait for
  // ever, waits for a limited time only.
  constexpr int maxMilliseconds = 5000;
  pollfd end = {theEntry.member.get(), POLLIN, 0};
  llvm::sys::RetryAfterSignal(-1, ::poll, &end, 1, maxMilliseconds);
  (void)::waitpid(link->warden, nullptr, WNOHANG);
}

/// Makes a new sandbox because the warden of the old one has ended. The warden
/// is a sandbox's first process. All other processes in the old sandbox have
/// ended with it.
llvm::Error Sandbox::restart() {
  if (link->warden > 0) {
    ::kill(link->warden, SIGKILL);
    // The tool does not wait for the end of the warden, the old sandbox's first
    // process, since it might wait for ever. The kernel lets the warden exit
    // only when the tool has reaped all of its own children in the old sandbox,
    // and the tool may not know all of them.
    formerWardens.push_back(link->warden);
  }
  reapFormerWardens();
  {
    std::scoped_lock lock(linkMutex);
    link = std::make_unique<Link>();
  }
  isAsShared = false;
  return start();
}

/// Returns whether the warden, the sandbox's first process, has ended. Only
/// somebody outside of the sandbox can end the warden.
bool Sandbox::isGone() const {
  if (link->warden <= 0)
    return false;
  // The longest time to wait for the end of the warden (the sandbox's first
  // process). A warden that was just killed may need a moment to end.
  constexpr int milliseconds = 100;
  pollfd end = {theEntry.member.get(), POLLIN, 0};
  return theEntry.member.isOpen() && ::poll(&end, 1, milliseconds) > 0;
}

void Sandbox::reapFormerWardens() {
  llvm::erase_if(formerWardens, [](pid_t warden) {
    return ::waitpid(warden, nullptr, WNOHANG) != 0;
  });
}

// Requests

/// Sends a request to the warden (the sandbox's first process). Returns false
/// if the warden does not answer.
bool Sandbox::Link::ask(WardenRequest what, WardenReply &reply) const {
  if (::send(socket.get(), &what, sizeof(what), MSG_NOSIGNAL) != 1)
    return false;
  auto deadline = std::chrono::steady_clock::now() + answerLimit;
  pollfd answer = {socket.get(), POLLIN, 0};
  int ready;
  while ((ready = ::poll(&answer, 1, lookMilliseconds)) == 0 ||
         (ready < 0 && errno == EINTR)) {
    // Somebody may have stopped the warden (the sandbox's first process), which
    // would then never answer. SIGCONT continues it, and does nothing if it was
    // not stopped.
    ::kill(warden, SIGCONT);
    if (std::chrono::steady_clock::now() >= deadline)
      return false;
  }
  return ::recv(socket.get(), &reply, sizeof(reply), MSG_DONTWAIT) ==
         static_cast<ssize_t>(sizeof(reply));
}

llvm::Error Sandbox::request(WardenRequest what) {
  WardenReply reply;
  if (!ask(what, reply))
    return llvm::make_error<SandboxLost>(
        "the sandbox of the program is gone; somebody has ended it");
  if (reply.error == 0)
    return llvm::Error::success();
  std::string where;
  if (reply.step >= 0)
    where =
        link->world.steps[static_cast<size_t>(reply.step)].target.substr(4) +
        ": ";
  return notAllowed(where + std::strerror(reply.error));
}

bool Sandbox::ask(WardenRequest what, WardenReply &reply) {
  std::scoped_lock lock(linkMutex);
  return link->ask(what, reply);
}

// If the process id can't be set, no error is reported. The id then differs
// from run to run, which matters only to programs that print it.
void Sandbox::nameNextProcess(NextProcess next) {
  WardenReply reply;
  (void)ask(next == NextProcess::Run ? WardenRequest::NameRun
                                     : WardenRequest::NameCheckpoint,
            reply);
}

void Sandbox::nameNextProcessIfAsked(NextProcess next) {
  // This many runs, the first ones, get a fixed process id in any case, since
  // it is not known yet whether the program asks for its id. When a case is
  // opened again, one of these runs repeats the recorded run, and so has the
  // same id.
  constexpr unsigned firstRuns = 4;
  if (answers->hasAskedForIds() || namedRuns++ < firstRuns)
    nameNextProcess(next);
}

void Sandbox::setEngineEndsWaits(bool engineEnds) {
  answers->setEngineEndsWaits(engineEnds);
}

bool Sandbox::hasAskedForIds() const { return answers->hasAskedInThisRun(); }

bool Sandbox::hasAskedForTerminal() const {
  return answers->hasAskedForTerminal();
}

llvm::Error Sandbox::prepareRun() {
  answers->beginRun();
  if (std::exchange(isAsShared, false) && isUntouched() && hasProvidedFiles())
    return llvm::Error::success();
  providedFiles.clear();
  llvm::Error error = request(WardenRequest::Restore);
  if (error.isA<SandboxLost>()) {
    // Somebody killed the sandbox, so a new one is made in its place. No run
    // has changed anything in the new sandbox, so nothing has to be restored
    // there.
    llvm::consumeError(std::move(error));
    return restart();
  }
  if (error)
    return error;
  noteSpace();
  return llvm::Error::success();
}

// The following functions provide files for the next run.

/// Opens a file as the program would, following symbolic links inside the
/// sandbox.
static FileDescriptor openInside(int root, const std::string &path,
                                 uint64_t flags) {
  open_how how = {};
  how.flags = flags | O_CLOEXEC | O_NONBLOCK;
  how.mode = (flags & O_CREAT) != 0 ? 0666 : 0;
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  return FileDescriptor(static_cast<int>(
      ::syscall(SYS_openat2, root, path.c_str(), &how, sizeof(how))));
}

llvm::Error Sandbox::provideFile(const std::string &path,
                                 std::optional<llvm::StringRef> content) {
  auto failure = [&] {
    return llvm::make_error<UsageError>(
        path + ": can't be given to the program in its sandbox: " +
        llvm::sys::StrError());
  };
  llvm::erase_if(providedFiles,
                 [&](const ProvidedFile &each) { return each.path == path; });
  if (!content) {
    std::string relative = path.substr(1);
    if (::unlinkat(link->root.get(), relative.c_str(), 0) != 0 &&
        errno != ENOENT)
      return failure();
    noteSpace();
    return llvm::Error::success();
  }
  FileDescriptor file =
      openInside(link->root.get(), path, O_WRONLY | O_CREAT | O_TRUNC);
  struct stat status;
  if (!file.isOpen() || ::fstat(file.get(), &status) != 0)
    return failure();
  if (!S_ISREG(status.st_mode))
    return llvm::make_error<UsageError>(path + ": not a regular file");
  if (int code = writeAll(file.get(), *content)) {
    errno = code;
    return failure();
  }
  providedFiles.push_back({path, status.st_dev, status.st_ino});
  noteSpace();
  return llvm::Error::success();
}

/// Returns whether each file that `provideFile` has written is still in its
/// place. The amount of free space does not show this: a run that only renames
/// files changes neither the free space nor the number of files.
bool Sandbox::hasProvidedFiles() const {
  return llvm::all_of(providedFiles, [&](const ProvidedFile &each) {
    FileDescriptor file = openInside(link->root.get(), each.path, O_PATH);
    struct stat status;
    return file.isOpen() && ::fstat(file.get(), &status) == 0 &&
           status.st_dev == each.device && status.st_ino == each.inode;
  });
}

llvm::Error Sandbox::endAll() { return request(WardenRequest::EndAll); }

// A look inside

/// Returns the content of a file in the sandbox. Symbolic links are followed as
/// inside the sandbox. Programs may leave any kind of file, such as a link to
/// the memory of a process. So a file that can't be read, or that is larger
/// than anything a run can write, counts as missing. Files of the kernel have
/// the size 0, so nothing of them is read.
llvm::Expected<std::optional<std::string>>
Sandbox::readFile(const std::string &path) const {
  FileDescriptor file = openInside(link->root.get(), path, O_RDONLY);
  struct stat status;
  if (!file.isOpen() || ::fstat(file.get(), &status) != 0 ||
      !S_ISREG(status.st_mode) ||
      static_cast<uint64_t>(status.st_size) > spec.writtenBytesLimit)
    return std::nullopt;
  std::string content(static_cast<size_t>(status.st_size), '\0');
  ssize_t size = readAll(file.get(), {content.data(), content.size()});
  if (size < 0)
    return std::nullopt;
  content.resize(static_cast<size_t>(size));
  return content;
}

std::vector<std::string> Sandbox::writtenFiles(size_t maxFiles) const {
  return listWrittenFiles(link->top.get(), link->world, maxFiles);
}

bool Sandbox::isFull() const {
  struct statfs status;
  return ::fstatfs(link->top.get(), &status) == 0 &&
         (status.f_bfree == 0 || status.f_ffree == 0);
}

SandboxUse Sandbox::use(unsigned maxProcesses) const {
  return measureUse(link->processes.get(), maxProcesses);
}

bool Sandbox::hasOrphans() const { return hasChildren(link->warden); }

/// Returns three numbers, at least one of which changes when the program writes
/// something: the numbers of free blocks and of free inodes in the sandbox's
/// file system, and the size of the folder of message queues.
std::optional<Sandbox::Link::Space> Sandbox::Link::spaceNow() const {
  struct statfs files;
  struct stat queueFolder = {};
  if (::fstatfs(top.get(), &files) != 0 ||
      (queues.isOpen() && ::fstat(queues.get(), &queueFolder) != 0))
    return std::nullopt;
  return Space(files.f_bfree, files.f_ffree, queueFolder.st_size);
}

void Sandbox::noteSpace() { link->space = link->spaceNow(); }

bool Sandbox::isUntouched() const {
  return link->space && link->space == link->spaceNow();
}

bool Sandbox::isIn(pid_t process, const std::string &folder) const {
  std::string relative = folder.substr(1);
  struct stat there, here;
  return ::fstatat(link->root.get(), relative.empty() ? "." : relative.c_str(),
                   &there, 0) == 0 &&
         ::stat(processFile(process, "cwd").c_str(), &here) == 0 &&
         there.st_dev == here.st_dev && there.st_ino == here.st_ino;
}

pid_t pinstripe::outsideProcessId(pid_t inside, pid_t parent) {
  for (pid_t child : childrenOf(parent).value_or(std::vector<pid_t>()))
    if (insideProcessId(child) == inside)
      return child;
  return 0;
}
