// Leaves much to be cleaned up: children in the background, shared memory of
// its own, files.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static void background(void) {
  pid_t child = fork();
  if (child == 0)
    for (;;)
      pause();
}

static int mix(int n) {
  int result = n * 7;
  result ^= n >> 2;
  return result;
}

int main(void) {
  int *shared = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  FILE *notes = fopen("notes.txt", "w");
  if (shared == MAP_FAILED || !notes)
    return 1;
  background();
  background();
  for (int i = 0; i < 12; i++) {
    *shared = mix(*shared + i);
    if (i % 4 == 0)
      fprintf(notes, "%d\n", *shared);
  }
  fclose(notes);
  printf("result %d\n", *shared);
  return 0;
}
