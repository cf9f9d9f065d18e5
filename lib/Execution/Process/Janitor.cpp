// Ends the processes that a killed tool would leave running.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/Janitor.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

enum Action : char { Add = 'a', Remove = 'r' };

struct Message {
  char action;
  pid_t pid;
};

/// Does the work of the janitor process, which is forked from the tool. The
/// tool may have had several threads, so no function of this class allocates
/// memory or takes a lock.
class Cleaner {
public:
  Cleaner(int socket, const char *prefix) : socket(socket), prefix(prefix) {}
  [[noreturn]] void run();

private:
  void readMessages();
  void handle(const Message &message);
  void endAll();
  void endDescendants(pid_t ancestor) const;
  bool endUsers();
  bool isUser(const char *pid) const;
  template <typename Condition> static bool killEach(Condition condition);

  int socket;
  const char *prefix;
  std::array<pid_t, 16> listed{};
};

} // namespace

void Cleaner::run() {
  setsid();
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP})
    ::signal(signal, SIG_IGN);
  prctl(PR_SET_NAME, "pinstripe-clean");
  // The janitor process closes its copies of the tool's terminal and pipes.
  // Otherwise a reader of such a pipe would wait until the janitor has ended.
  if (socket > 0)
    close_range(0, static_cast<unsigned>(socket) - 1, 0);
  close_range(static_cast<unsigned>(socket) + 1, UINT_MAX, 0);
  readMessages();
  endAll();
  _exit(0);
}

/// Reads messages from the tool until the tool has ended.
void Cleaner::readMessages() {
  for (;;) {
    Message message;
    ssize_t size = read(socket, &message, sizeof(message));
    if (size < 0 && errno == EINTR)
      continue;
    if (size != static_cast<ssize_t>(sizeof(message)))
      return;
    handle(message);
  }
}

void Cleaner::handle(const Message &message) {
  pid_t old = message.action == Add ? 0 : message.pid;
  pid_t now = message.action == Add ? message.pid : 0;
  auto slot = std::find(listed.begin(), listed.end(), old);
  if (slot != listed.end())
    *slot = now;
}

void Cleaner::endAll() {
  for (pid_t pid : listed) {
    if (pid <= 1)
      continue;
    endDescendants(pid);
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL);
  }
  // When the tool ended, it may have been launching a program. So the janitor
  // looks for processes that use the output files again and again, until it has
  // found none for a second.
  for (int quiet = 0; quiet < 20; ++quiet) {
    if (endUsers())
      quiet = 0;
    usleep(50000);
  }
}

/// Calls `action` with the name of each entry of a directory.
template <typename Action>
static void forEachEntry(int directory, Action action) {
  alignas(struct dirent64) static char buffer[16384];
  for (;;) {
    long size = syscall(SYS_getdents64, directory, buffer, sizeof(buffer));
    if (size <= 0)
      return;
    for (long offset = 0; offset < size;) {
      auto *entry = reinterpret_cast<struct dirent64 *>(buffer + offset);
      offset += entry->d_reclen;
      action(entry->d_name);
    }
  }
}

/// Sends SIGKILL to all processes that `condition` accepts. Returns whether a
/// process was killed.
template <typename Condition> bool Cleaner::killEach(Condition condition) {
  int directory = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0)
    return false;
  bool any = false;
  forEachEntry(directory, [&](const char *name) {
    if (name[0] >= '1' && name[0] <= '9' && condition(name))
      any |= kill(atoi(name), SIGKILL) == 0;
  });
  close(directory);
  return any;
}

/// Kills all processes whose standard output or error is one of the tool's
/// output files. Returns whether a process was killed.
bool Cleaner::endUsers() {
  return killEach([this](const char *pid) { return isUser(pid); });
}

/// Reads /proc/PID/stat. Stores the state of the process in `state`, and
/// returns the id of its parent; 0 if there is no such process.
static pid_t parentOf(const char *pid, char &state) {
  char path[64] = "/proc/";
  strncat(path, pid, 20);
  strncat(path, "/stat", 6);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  char text[512];
  ssize_t size = read(file, text, sizeof(text) - 1);
  close(file);
  if (size <= 0)
    return 0;
  text[size] = 0;
  // The name of the program is in parentheses and can contain parentheses
  // itself, so it ends at the last closing one.
  const char *name = strrchr(text, ')');
  if (!name || strlen(name) < 5)
    return 0;
  state = name[2];
  return atoi(name + 4);
}

static bool isLiveDescendant(const char *pid, pid_t ancestor) {
  char state = 0, ignored = 0;
  pid_t parent = parentOf(pid, state);
  if (state == 'Z' || state == 'X')
    return false;
  while (parent > 1 && parent != ancestor) {
    char number[16];
    snprintf(number, sizeof(number), "%d", parent);
    parent = parentOf(number, ignored);
  }
  return parent == ancestor;
}

/// Ends everything that a server of the native engine has started. The server
/// is the subreaper of its runs, so all orphans of its runs are its
/// descendants. The server itself must be ended last: without it, its
/// descendants could no longer be found.
void Cleaner::endDescendants(pid_t ancestor) const {
  // The server is stopped first, so that it can't start further processes.
  kill(ancestor, SIGSTOP);
  // The descendants are looked for again and again, since a process that is
  // being killed may still start another process.
  for (int rounds = 0; rounds < 100; ++rounds)
    if (!killEach([ancestor](const char *pid) {
          return isLiveDescendant(pid, ancestor);
        }))
      return;
}

bool Cleaner::isUser(const char *pid) const {
  for (const char *descriptor : {"/fd/1", "/fd/2"}) {
    char path[64] = "/proc/";
    char link[PATH_MAX];
    strncat(path, pid, 20);
    strncat(path, descriptor, 10);
    ssize_t size = readlink(path, link, sizeof(link) - 1);
    if (size <= 0)
      continue;
    link[size] = 0;
    if (strncmp(link, prefix, strlen(prefix)) == 0)
      return true;
  }
  return false;
}

llvm::Expected<std::unique_ptr<Janitor>>
Janitor::start(const std::string &outputPrefix) {
  // A socket is used instead of a pipe, since writing to a pipe could send
  // SIGPIPE.
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return llvm::make_error<EngineError>("can't create a socket: " +
                                         llvm::sys::StrError());
  pid_t process = fork();
  if (process < 0) {
    close(ends[0]);
    close(ends[1]);
    return llvm::make_error<EngineError>("can't start a process: " +
                                         llvm::sys::StrError());
  }
  if (process == 0) {
    // The janitor process notices the end of the tool because the tool's end of
    // the socket is then closed. So the janitor process must not keep a copy of
    // that end.
    close(ends[1]);
    Cleaner(ends[0], outputPrefix.c_str()).run();
  }
  close(ends[0]);
  return std::unique_ptr<Janitor>(new Janitor(process, ends[1]));
}

Janitor::~Janitor() {
  // The tool ends in an orderly way, so the janitor process has nothing to do.
  // SIGKILL ends it even if somebody has stopped it.
  kill(process, SIGKILL);
  close(socket);
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR)
    ;
}

void Janitor::add(pid_t pid) { send(Add, pid); }
void Janitor::remove(pid_t pid) { send(Remove, pid); }

/// Waits until the janitor process has read messages, so that the socket has
/// room for another message. Returns false if there is no room after 10 s.
bool Janitor::awaitListening() const {
  constexpr int lookMilliseconds = 500, looks = 20;
  pollfd room = {socket, POLLOUT, 0};
  for (int i = 0; i < looks; ++i) {
    // If somebody has stopped the janitor process, SIGCONT continues it.
    kill(process, SIGCONT);
    if (poll(&room, 1, lookMilliseconds) > 0)
      return true;
  }
  return false;
}

void Janitor::send(char action, pid_t pid) {
  Message message{};
  message.action = action;
  message.pid = pid;
  while (::send(socket, &message, sizeof(message),
                MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
    if (errno == EINTR || (errno == EAGAIN && awaitListening()))
      continue;
    // The janitor process has missed a message and could later end a wrong
    // process. So the tool ends the janitor process now. If the tool is killed
    // later, nothing ends the processes that it has left running.
    kill(process, SIGKILL);
    return;
  }
}
