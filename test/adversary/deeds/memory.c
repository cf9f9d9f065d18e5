#define _GNU_SOURCE
#include <sys/mman.h>

/// Allocates and touches all memory, in ever smaller pieces.
int fillMemory(void) {
  unsigned long size = 1ul << 28;
  for (;;) {
    void *got = mmap(0, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (got == MAP_FAILED && size > 4096)
      size /= 2;
  }
}
