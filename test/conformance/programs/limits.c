// Changes what the system grants: limits, the working directory, the mask of
// new files.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static int limit(int which, rlim_t value) {
  struct rlimit limit = {value, value};
  return setrlimit(which, &limit);
}

static int descriptors(void) {
  int last = -1;
  for (int i = 0; i < 8; i++) {
    int next = open("/dev/null", O_RDONLY);
    if (next < 0)
      break;
    last = next;
  }
  return last;
}

static int mode(void) {
  umask(027);
  int file = open("moded.txt", O_WRONLY | O_CREAT, 0666);
  struct stat status;
  fstat(file, &status);
  close(file);
  unlink("moded.txt");
  return (int)(status.st_mode & 0777);
}

static int grow(int n) {
  volatile char room[4096];
  room[0] = (char)n;
  if (n == 0)
    return 0;
  return grow(n - 1) + room[0] % 2;
}

int main(void) {
  printf("%o\n", (unsigned)mode());
  printf("%d\n", limit(RLIMIT_NOFILE, 6));
  printf("%d\n", descriptors());
  printf("%d\n", limit(RLIMIT_STACK, 1 << 20));
  printf("%d\n", grow(8));
  printf("%d\n", limit(RLIMIT_NPROC, 0));
  printf("%d\n", limit(RLIMIT_AS, (rlim_t)1 << 26));
  void *much =
      mmap(NULL, 1 << 28, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("%d\n", much == MAP_FAILED);
  char place[100];
  if (chdir("/") == 0 && getcwd(place, sizeof place))
    puts(place);
  return 0;
}
