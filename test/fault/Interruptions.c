// A preloaded library that sends signals to all threads of the tool all the
// time. The handler does nothing and does not let system calls resume, so each
// call that can fail with EINTR does. Only the tool is affected, not what it
// starts.
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void ignore(int signal) { (void)signal; }

static void interruptAll(pid_t process, pid_t self) {
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks)
    return;
  for (struct dirent *each; (each = readdir(tasks));) {
    pid_t thread = atoi(each->d_name);
    if (thread > 0 && thread != self)
      syscall(SYS_tgkill, process, thread, SIGUSR1);
  }
  closedir(tasks);
}

static void *interrupt(void *unused) {
  (void)unused;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  pid_t process = getpid();
  pid_t self = (pid_t)syscall(SYS_gettid);
  struct timespec pause = {0, 300 * 1000};
  for (;;) {
    nanosleep(&pause, NULL);
    interruptAll(process, self);
  }
  return NULL;
}

__attribute__((constructor)) static void begin(void) {
  unsetenv("LD_PRELOAD");
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = ignore;
  sigaction(SIGUSR1, &action, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, NULL);
}
