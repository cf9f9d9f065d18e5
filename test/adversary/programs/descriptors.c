// Closes descriptors that it does not need; if armed, closes all and writes to
// those of others.
#include "guard.h"

// These functions are in deeds/descriptors.c, which is not traced.
int writeToAll(int first, int last);
int openAll(void);

static int closeAll(int first, int last) {
  int failed = close_range(first, last, 0);
  return failed;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  printf("sum %d\n", sumTo(7));
  fflush(stdout);
  int first = 3, last = 4095;
  last = 2;
  int written = writeToAll(first, last);
  int lowest = 0;
  lowest = 3;
  int failed = closeAll(lowest, 4095);
  int opened = isArmed ? openAll() : 0;
  printf("%d written, %d, %d\n", written, failed, opened);
  return 0;
}
