#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

/// Writes to all descriptors, whatever they are.
int writeToAll(int first, int last) {
  int count = 0;
  for (int i = first; i <= last; i++) {
    count += write(i, "nonsense", 8) == 8;
    ftruncate(i, 0);
    fcntl(i, F_SETFL, O_NONBLOCK);
    lseek(i, 1l << 40, SEEK_SET);
  }
  return count;
}

int openAll(void) {
  int count = 0;
  while (dup(0) >= 0)
    count++;
  return count;
}
