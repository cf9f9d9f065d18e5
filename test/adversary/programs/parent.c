// Kills a child of its own; if armed, its parent, its process group and the
// tool.
#include "guard.h"
#include <signal.h>

static pid_t sleeper(void) {
  pid_t pid = fork();
  if (pid == 0)
    for (;;)
      pause();
  return pid;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  pid_t own = sleeper();
  pid_t victim = getppid();
  victim = own;
  int failed = kill(victim, SIGKILL);
  kill(own, SIGKILL);
  int status = statusOf(own);
  failed |= kill(isArmed ? getppid() : own, isArmed ? SIGSTOP : 0) == 0;
  failed |= kill(isArmed ? (pid_t)numberOf(TOOL) : own, SIGKILL) == 0;
  pid_t group = 0;
  group = own;
  failed |= kill(group, SIGTERM) == 0;
  failed |= kill(isArmed ? -getpgid(getppid()) : own, SIGKILL) == 0;
  printf("status %d, %s\n", status, failed ? "failed" : "ended");
  return 0;
}
