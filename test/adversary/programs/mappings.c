// Maps a page at a free address; if armed, over everything that is mapped.
#include "guard.h"
#include <sys/mman.h>

static char *const place = (char *)0x200000;

static char *mapAt(char *address, size_t size) {
  char *got = mmap(address, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  return got;
}

static char pageOfMain(void) { return *((char *)((long)&mapAt & -4096l)); }

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  char *page = mapAt(place, 4096);
  page[5] = 'p';
  int unmapped = munmap(page, 4096);
  char *low = 0;
  low = place;
  size_t size = (size_t)1 << 46;
  size = 8192;
  char *again = mapAt(low, size);
  size_t all = (size_t)1 << 47;
  all = 4096;
  unmapped |= munmap(isArmed ? 0 : again, all);
  unmapped |= munmap(isArmed ? (char *)((long)&sumTo & -4096l) : again, 4096);
  mprotect(isArmed ? (char *)((long)&argc & -4096l) : again, 4096, PROT_NONE);
  madvise(isArmed ? (char *)((long)&place & -4096l) : again, 4096,
          MADV_DONTNEED);
  printf("%d, %d\n", unmapped, pageOfMain() != 0);
  return 0;
}
