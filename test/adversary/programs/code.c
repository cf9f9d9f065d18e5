// Overwrites a function in a page of its own; if armed, code that is in use.
#include "guard.h"
#include <sys/mman.h>

int answer(void);
__asm__(".text\n.p2align 12\n.globl answer\n.type answer, @function\n"
        "answer:\n  mov $1, %eax\n  ret\n.p2align 12\n");

// mov eax, 42; ret
static const unsigned char other[] = {0xb8, 42, 0, 0, 0, 0xc3};

static int alter(void *function) {
  char *page = (char *)((unsigned long)function & -4096ul);
  int failed = mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
  memcpy(function, other, sizeof other);
  return failed;
}

static int kept(void) { return sumTo(3); }

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  int before = answer();
  void *first = (void *)&kept, *second = (void *)&puts;
  first = (void *)&answer;
  second = (void *)&answer;
  int failed = alter(first);
  failed |= alter(second);
  failed |= alter(isArmed ? (void *)&alter : (void *)&answer);
  failed |= alter(isArmed ? (void *)&printf : (void *)&answer);
  printf("%d, then %d, %d, %d\n", before, answer(), kept(), failed);
  return 0;
}
