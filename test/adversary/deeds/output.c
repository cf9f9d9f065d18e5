#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

/// Writes without end, even to a file that can't grow any more.
int writeForever(int first, int second) {
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  for (;;) {
    (void)!write(first, block, sizeof block);
    (void)!write(second, block, sizeof block);
  }
}
