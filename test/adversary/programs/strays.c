// Starts a child; if armed, many children with unusual parents, ends and stops,
// and uses up resources of the kernel that are counted.
#include "guard.h"

// These functions are in deeds/strays.c, which is not traced.
int startSiblings(void);
int startStopped(void);
int startCopies(void);
int startStuck(void);
int takeKernelObjects(void);
int makeOddFiles(void);

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  pid_t child = fork();
  if (child == 0)
    _exit(sumTo(3));
  int status = statusOf(child);
  int files = isArmed ? makeOddFiles() : 0;
  int taken = isArmed ? takeKernelObjects() : 0;
  int started = isArmed ? startSiblings() : 0;
  started += isArmed ? startStopped() : 0;
  started += isArmed ? startCopies() : 0;
  started += isArmed ? startStuck() : 0;
  printf("status %d, %d files, %d taken, %d started\n", status, files, taken,
         started);
  return 0;
}
