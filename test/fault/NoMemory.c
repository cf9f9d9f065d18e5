// A preloaded library in which the FAULT_CALL-th allocation of the tool fails,
// and with FAULT_ALL=1 all later ones, too. Only the tool is affected, not what
// it starts. If FAULT_COUNT names a file, the number of allocations is written
// to it.
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static long failingCall;
static int allFail;
static pid_t tool;
static char countFile[4096];
static _Atomic long calls;

__attribute__((constructor)) static void begin(void) {
  const char *count = getenv("FAULT_COUNT"), *call = getenv("FAULT_CALL");
  strncpy(countFile, count ? count : "", sizeof countFile - 1);
  allFail = getenv("FAULT_ALL") != NULL;
  tool = getpid();
  unsetenv("LD_PRELOAD");
  calls = 0;
  failingCall = call ? atol(call) : 0;
}

__attribute__((destructor)) static void end(void) {
  if (!countFile[0] || getpid() != tool)
    return;
  long number = calls;
  FILE *file = fopen(countFile, "w");
  fprintf(file, "%ld\n", number);
  fclose(file);
}

// Counts an allocation. Returns whether the allocation must fail.
static int countAndFail(void) {
  long number = atomic_fetch_add(&calls, 1) + 1;
  if (failingCall == 0 || number < failingCall ||
      (number > failingCall && !allFail))
    return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) {
  return countAndFail() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return countAndFail() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  return countAndFail() ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  return countAndFail() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
  void *memory = memalign(alignment, size);
  if (!memory)
    return ENOMEM;
  *place = memory;
  return 0;
}
