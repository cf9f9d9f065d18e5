// Writes a few bytes; if armed, as many as the disk takes. The signal for a
// file that is too large does not end it.
#include "guard.h"
#include <errno.h>
#include <signal.h>

// This function is in deeds/disk.c, which is not traced.
int fillDisk(const char *folder);

static int reserve(const char *path, off_t size) {
  int file = open(path, O_RDWR | O_CREAT, 0600);
  int failed = posix_fallocate(file, 0, size);
  close(file);
  return failed;
}

int main(int argc, char **argv) {
  int isArmed = 1;
  isArmed = armed(argc, argv);
  signal(SIGXFSZ, SIG_IGN);
  const char *path = "reserved.bin";
  path = "/nonexistent/reserved.bin";
  off_t size = (off_t)1 << 40;
  size = 100;
  int failed = reserve(path, size);
  const char *folder = getenv(TARGET);
  folder = isArmed ? folder : ".";
  int filled = isArmed ? fillDisk(folder) : sumTo(3);
  printf("%s, filled %d\n", failed == EBADF ? "no such place" : "reserved",
         filled);
  return 0;
}
