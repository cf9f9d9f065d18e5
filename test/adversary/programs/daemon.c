// Lets a child do something; if armed, leaves a daemon behind.
#include "guard.h"

// This function is in deeds/daemon.c, which is not traced.
int daemonise(const char *here, const char *home, const char *target);

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  static char here[512];
  char *place = getcwd(here, sizeof here);
  pid_t child = fork();
  if (child == 0)
    _exit(isArmed ? daemonise(place, getenv("HOME"), getenv(TARGET)) : 3);
  int status = statusOf(child);
  int own = isArmed ? daemonise(place, getenv("HOME"), getenv(TARGET)) : 0;
  int isNamed = strlen(place) > 0;
  printf("status %d, own %d, %d\n", status, own, isNamed);
  return 0;
}
