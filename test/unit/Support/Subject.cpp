// The program that the tests of Subprocess run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace {

int printLaunch(int argc, char **argv, char **environment) {
  std::printf("argv0 %s\n", argv[0]);
  for (int i = 2; i < argc; ++i)
    std::printf("argument %s\n", argv[i]);
  for (char **entry = environment; *entry; ++entry)
    std::printf("environment %s\n", *entry);
  char directory[4096];
  std::printf("directory %s\n", getcwd(directory, sizeof(directory)));
  return 0;
}

int copyInput() {
  char buffer[4096];
  while (size_t got = std::fread(buffer, 1, sizeof(buffer), stdin))
    std::fwrite(buffer, 1, got, stdout);
  std::fprintf(stderr, "copied\n");
  return 0;
}

int printSurroundings() {
  for (int descriptor = 0; descriptor < 256; ++descriptor)
    if (fcntl(descriptor, F_GETFD) != -1)
      std::printf("open %d\n", descriptor);
  sigset_t mask;
  sigprocmask(SIG_SETMASK, nullptr, &mask);
  for (int signal = 1; signal < 32; ++signal) {
    struct sigaction action;
    if (sigaction(signal, nullptr, &action) == 0 &&
        action.sa_handler != SIG_DFL)
      std::printf("ignored %d\n", signal);
    if (sigismember(&mask, signal) == 1)
      std::printf("blocked %d\n", signal);
  }
  struct rlimit core;
  getrlimit(RLIMIT_CORE, &core);
  std::printf("core %d\n", static_cast<int>(core.rlim_cur));
  std::printf("terminal %s\n", open("/dev/tty", O_RDWR) < 0 ? "no" : "yes");
  std::printf("session %s\n", getsid(0) == getpid() ? "own" : "other");
  return 0;
}

int flood() {
  while (true)
    std::puts("and on and on and on");
}

/// Locks the file `path`, writes a byte to `ready`, and then holds the lock
/// until this process is killed.
int holdLock(const char *path, int ready) {
  int lock = open(path, O_RDWR | O_CREAT, 0600);
  if (lock < 0 || lockf(lock, F_TLOCK, 0) != 0 || write(ready, "x", 1) != 1)
    return 1;
  while (true)
    pause();
}

/// Starts a process that holds a lock and outlives this one.
int leaveDescendant(const char *path, bool isDaemon) {
  int ready[2];
  if (pipe(ready) != 0)
    return 1;
  if (fork() == 0) {
    if (isDaemon && (setsid() < 0 || fork() != 0))
      _exit(0);
    return holdLock(path, ready[1]);
  }
  char byte;
  return read(ready[0], &byte, 1) == 1 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv, char **environment) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "launch")
    return printLaunch(argc, argv, environment);
  if (what == "copy")
    return copyInput();
  if (what == "surroundings")
    return printSurroundings();
  if (what == "exit")
    return std::atoi(argv[2]);
  if (what == "crash")
    std::abort();
  if (what == "hang")
    while (true)
      pause();
  if (what == "flood")
    return flood();
  if (what == "stubborn-flood") {
    signal(SIGXFSZ, SIG_IGN);
    return flood();
  }
  if (what == "address")
    return std::printf("%p\n", static_cast<void *>(environment)) < 0;
  if (what == "hold")
    return holdLock(argv[2], 1);
  if (what == "descendant" || what == "daemon")
    return leaveDescendant(argv[2], what == "daemon");
  if (what == "daemon-and-hold")
    return leaveDescendant(argv[2], true) || holdLock(argv[3], 1);
  if (what == "kill-parent")
    return kill(getppid(), std::atoi(argv[2])) || pause();
  return 99;
}
