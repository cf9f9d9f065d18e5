// Looks for traces of other runs, and at the processes around it; if armed,
// does everything to those that can be done to a process by its pid.
#include "guard.h"

// These functions are in deeds/others.c, which is not traced.
int tracesOfOthers(void);
int leaveTrace(void);
int harmAll(void);
int harmFirst(void);

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  int traces = tracesOfOthers();
  int left = isArmed ? leaveTrace() : 0;
  int harmed = isArmed ? harmFirst() : 0;
  harmed += isArmed ? harmAll() : 0;
  left += isArmed ? leaveTrace() : 0;
  printf("%d traces, %d harmed, %d left\n", traces, harmed, left);
  return 0;
}
