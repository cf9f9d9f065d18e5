// Starts and ends the process of a lane, which makes runs for the process that
// searches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaneProcess.h"
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;

/// The number of the socket's descriptor in the lane's process.
static constexpr int linkNumber = 3;
/// After the socket of a lane's process is closed, the process ends its run and
/// removes its temporary files. Its courier waits for that, for at most this
/// many intervals of `endInterval`.
static constexpr int endAttempts = 500;
static constexpr std::chrono::milliseconds endInterval(10);

/// Makes a folder for temporary files of the lane's process. If no folder can
/// be made, `folder` stays empty and the lane's process uses the TMPDIR of this
/// process.
void LaneProcess::makeFolder() {
  const char *parent = std::getenv("TMPDIR");
  std::string name = std::string(parent && *parent ? parent : "/tmp") +
                     "/pinstripe-lane-XXXXXX";
  folder = ::mkdtemp(name.data()) ? name : "";
}

void LaneProcess::removeFolder() {
  // If a file of the ended process can't be removed, it stays in the folder,
  // which does no harm.
  std::error_code ignored;
  if (!folder.empty())
    std::filesystem::remove_all(folder, ignored);
  folder.clear();
}

bool LaneProcess::start() {
  end();
  makeFolder();
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    removeFolder();
    return false;
  }
  pid_t parent = ::getpid();
  process = ::fork();
  if (process == 0) {
    // The lane's process must not outlive its courier, even if the courier is
    // killed.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
      std::signal(signal, SIG_DFL);
    // If both descriptor numbers are the same, dup2 does nothing, and exec
    // would close the descriptor. So the close-on-exec flag is cleared.
    if (sockets[1] == linkNumber)
      ::fcntl(linkNumber, F_SETFD, 0);
    else
      ::dup2(sockets[1], linkNumber);
    if (!folder.empty())
      ::setenv("TMPDIR", folder.c_str(), 1);
    if (::getppid() == parent)
      ::execl(tool.c_str(), tool.c_str(), "serve-lane", nullptr);
    ::_exit(127);
  }
  ::close(sockets[1]);
  if (process < 0) {
    process = 0;
    ::close(sockets[0]);
    removeFolder();
    return false;
  }
  link = sockets[0];
  return true;
}

static std::string describe(int status) {
  if (WIFSIGNALED(status))
    return std::string("its process was ended by signal ") +
           std::to_string(WTERMSIG(status)) + " (" +
           ::strsignal(WTERMSIG(status)) + ")";
  return "its process ended with status " + std::to_string(WEXITSTATUS(status));
}

std::string LaneProcess::end() {
  if (process == 0)
    return "";
  ::close(link);
  link = -1;
  int status = 0;
  pid_t ended = 0;
  for (int i = 0; i != endAttempts && ended == 0; ++i) {
    ended = ::waitpid(process, &status, WNOHANG);
    if (ended == 0)
      std::this_thread::sleep_for(endInterval);
  }
  if (ended == 0) {
    ::kill(process, SIGKILL);
    ::waitpid(process, &status, 0);
  }
  process = 0;
  removeFolder();
  return describe(status);
}
