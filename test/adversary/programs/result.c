// Writes a result file; if armed, replaces the file by something that the
// reader must not follow, wait for, or take for the result.
#include "guard.h"

#define RESULT "result.txt"

// This function is in deeds/result.c, which is not traced.
int replaceResult(int which);

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  int file = open(RESULT, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  int written = (int)write(file, "result\n", 7);
  int replaced = 0;
  for (int which = 0; which < 16; which++)
    replaced += isArmed ? replaceResult(which) : 0;
  printf("%d written, %d replaced\n", written, replaced);
  return 0;
}
