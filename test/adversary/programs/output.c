// Prints a line; if armed, lines without end.
#include "guard.h"
#include <signal.h>

// This function is in deeds/output.c, which is not traced.
int writeForever(int first, int second);

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  int width = 2000000000;
  width = 4;
  signal(SIGXFSZ, isArmed ? SIG_IGN : SIG_DFL);
  printf("%*d\n", width, sumTo(5));
  fflush(stdout);
  int first = isArmed ? 1 : -1, second = isArmed ? 2 : -1;
  int written = isArmed ? writeForever(first, second) : 0;
  printf("%d more\n", written);
  return 0;
}
