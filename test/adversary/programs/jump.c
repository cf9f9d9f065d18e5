// Calls code that it has written into a page of its own; if armed, harmful code
// or data.
#include "guard.h"
#include <sys/mman.h>

typedef int (*Function)(void);

// mov eax, 7; ret
static const unsigned char seven[] = {0xb8, 7, 0, 0, 0, 0xc3};
// xor edi, edi; mov eax, exit_group; syscall
static const unsigned char leave[] = {0x31, 0xff, 0xb8, 231, 0,
                                      0,    0,    0x0f, 0x05};
// 1: mov eax, fork; syscall; jmp 1b
static const unsigned char breed[] = {0xb8, 57,   0,    0,   0,
                                      0x0f, 0x05, 0xeb, 0xf7};

static int call(const void *code) {
  int result = ((Function)code)();
  return result;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  char *page = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page, leave, sizeof leave);
  memcpy(page, seven, sizeof seven);
  memcpy(page + 64, breed, sizeof breed);
  memcpy(page + 64, seven, sizeof seven);
  const void *code = seven;
  code = page;
  int first = call(code);
  int second = call(page + 64);
  int third = call(isArmed ? (char *)&call + 3 : page);
  int data[4] = {1, 2, 3, 4};
  int fourth = call(isArmed ? (void *)data : page);
  printf("%d %d %d %d\n", first, second, third, fourth);
  return 0;
}
