// Prints what a program can learn about itself and its addresses. All of it
// must be as in a plain run, since addresses may be input to hash functions.
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

static int global = 4;
static const char constant[] = "constant";

static unsigned long hash(const void *address) {
  unsigned long n = (unsigned long)address;
  n ^= n >> 13;
  return n * 31;
}

static int countModule(struct dl_phdr_info *info, size_t size, void *count) {
  (void)info;
  (void)size;
  ++*(int *)count;
  return 0;
}

static void addresses(int argc) {
  void *heap = malloc(100), *mapped = malloc(1 << 20);
  printf("stack %p %lx\n", (void *)&argc, hash(&argc));
  printf("heap %p %p %p\n", heap, mapped, sbrk(0));
  printf("data %p %p\n", (void *)&global, (void *)constant);
  printf("code %p %p\n", (void *)hash, (void *)addresses);
  printf("libc %p %p\n", (void *)puts, (void *)stdout);
  printf("return %p\n", __builtin_return_address(0));
  free(heap);
  free(mapped);
}

static void surroundings(int argc, char **argv) {
  printf("%d %s %s\n", argc, argv[0], program_invocation_short_name);
  printf("%s\n", getenv("LD_BIND_NOW") ? "binds now" : "binds late");
  printf("%s\n", getenv("NOT_THERE") ? "there" : "not there");
  printf("page %lu, entry %lx\n", getauxval(AT_PAGESZ), getauxval(AT_ENTRY));
  printf("run as %s\n", (const char *)getauxval(AT_EXECFN));
  char path[4096];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
  path[size < 0 ? 0 : size] = 0;
  printf("is %s\n", path);
  int modules = 0;
  dl_iterate_phdr(countModule, &modules);
  printf("%d modules\n", modules);
}

static void room(void) {
  void *anywhere =
      mmap(NULL, 1 << 16, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *low = mmap(NULL, 1 << 16, PROT_READ,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  printf("mapped %p %p\n", anywhere, low);
}

int main(int argc, char **argv) {
  addresses(argc);
  surroundings(argc, argv);
  room();
  printf("descriptor %d\n", dup(1));
  printf("leader %d\n", getpgrp() == getpid());
  printf("parent %d\n", getppid() > 1);
  return 0;
}
