// Kills a child of its own; if armed, every process that it may signal.
#include "guard.h"
#include <signal.h>

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  pid_t own = fork();
  if (own == 0)
    for (;;)
      pause();
  pid_t victim = -1;
  victim = own;
  kill(victim, SIGKILL);
  int status = statusOf(own);
  kill(isArmed ? -1 : own, isArmed ? SIGKILL : 0);
  printf("status %d\n", status);
  return 0;
}
