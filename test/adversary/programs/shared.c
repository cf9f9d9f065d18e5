// Writes to memory of its own; if armed, to all shared memory, and changes what
// it can of files that others have open.
#include "guard.h"

// These functions are in deeds/shared.c, which is not traced.
int spoilShared(void);
int punchShared(void);
int spoilFiles(int first, int last);

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  int sum = sumTo(8);
  int files = isArmed ? spoilFiles(0, 2) : 0;
  int spoilt = isArmed ? spoilShared() : 0;
  int punched = isArmed ? punchShared() : 0;
  files += isArmed ? spoilFiles(3, 4095) : 0;
  printf("sum %d, %d spoilt, %d punched, %d files\n", sum, spoilt, punched,
         files);
  return 0;
}
