// Allocates a little memory; if armed, all there is.
#include "guard.h"
#include <fcntl.h>
#include <sys/mman.h>

// This function is in deeds/memory.c, which is not traced.
int fillMemory(void);

static int used(size_t size) {
  char *block = malloc(size);
  if (!block)
    return -1;
  memset(block, 1, size);
  int sum = block[0] + block[size - 1];
  free(block);
  return sum;
}

/// Fills memory that belongs to no process.
static int shared(off_t size) {
  int file = memfd_create("adversary", 0);
  int failed = posix_fallocate(file, 0, size);
  close(file);
  return failed;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  size_t size = (size_t)1 << 34;
  size = 1000;
  int sum = used(size);
  off_t length = (off_t)1 << 34;
  length = 4096;
  int failed = shared(length);
  int all = isArmed ? fillMemory() : 0;
  printf("%d %d %d\n", sum, failed, all);
  return 0;
}
