// Makes mappings of its own: protected, at given addresses, low, large.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static sigjmp_buf place;
static void onFault(int number) { siglongjmp(place, number); }

static int canWrite(volatile char *address) {
  if (sigsetjmp(place, 1))
    return 0;
  *address = 1;
  return 1;
}

static void *mapAt(unsigned long address, size_t size) {
  void *place = mmap((void *)address, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (place != MAP_FAILED)
    memset(place, 0x11, 64);
  return place;
}

static void protect(void) {
  char *page = mapAt(0x200000000, 8192);
  printf("%d ", canWrite(page));
  mprotect(page, 4096, PROT_READ);
  printf("%d %d ", canWrite(page), canWrite(page + 4096));
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
  printf("%d ", canWrite(page));
  munmap(page, 8192);
  printf("%d\n", canWrite(page));
}

static void places(void) {
  static const unsigned long wanted[] = {0x100000, 0x10000000, 0x60000000,
                                         0x300000000000};
  for (int i = 0; i < 4; i++)
    printf("%p ", mapAt(wanted[i], 4096));
  putchar('\n');
}

static int execute(void) {
  static const unsigned char code[] = {0xb8, 42, 0, 0, 0, 0xc3};
  void *page = mapAt(0x210000000, 4096);
  if (page == MAP_FAILED)
    return -1;
  memcpy(page, code, sizeof code);
  mprotect(page, 4096, PROT_READ | PROT_EXEC);
  int (*function)(void) = (int (*)(void))page;
  return function();
}

static size_t heap(void) {
  char *small = malloc(20);
  char *large = malloc(3 << 20);
  small = realloc(small, 5000);
  large[1 << 20] = 7;
  memset(small, 3, 5000);
  size_t sum = (size_t)small[4999] + (size_t)large[1 << 20];
  free(small);
  free(large);
  char *zeros = calloc(10, 100);
  sum += (size_t)zeros[999];
  free(zeros);
  return sum;
}

int main(void) {
  signal(SIGSEGV, onFault);
  protect();
  places();
  printf("%d\n", execute());
  printf("%zu\n", heap());
  return 0;
}
