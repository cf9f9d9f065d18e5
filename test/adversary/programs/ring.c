// Lets the kernel write and remove files through io_uring, whose operations a
// filter of system calls does not see.
#include "guard.h"

// These functions are in deeds/ring.c, which is not traced.
int openByRing(const char *path, int flags);
int writeByRing(int file, const char *text);
int unlinkByRing(const char *path);

static int overwrite(const char *path, const char *text) {
  int file = openByRing(path, O_WRONLY | O_TRUNC);
  int size = file < 0 ? -1 : writeByRing(file, text);
  close(file);
  return size;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  const char *first = "notes.txt";
  const char *second = "folder/long.bin";
  const char *third = getenv(TARGET);
  first = "/dev/null";
  second = "/nonexistent";
  third = "/nonexistent";
  int size = overwrite(first, "by ring\n");
  int missing = unlinkByRing(second);
  overwrite(isArmed ? "notes.txt" : "/nonexistent", "again\n");
  chdir(third);
  unlinkByRing(isArmed ? "data.bin" : "/nonexistent");
  printf("%d written, %s\n", size, missing < -1 ? "refused" : "no ring");
  return 0;
}
