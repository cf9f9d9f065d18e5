// Starts one child; if armed, as many as the system allows.
#include "guard.h"

// This function is in deeds/forks.c, which is not traced.
int forkForever(void);

static int child(int isArmed) {
  int status = isArmed ? forkForever() : sumTo(4);
  return status;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  pid_t pid = fork();
  if (pid == 0)
    _exit(child(isArmed));
  int status = statusOf(pid);
  int own = isArmed ? forkForever() : 1;
  printf("child %d, own %d\n", status, own);
  return 0;
}
