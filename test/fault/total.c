// Has some 300 statement instances; none of those in `noise` is needed. Writes
// a file, as many programs do. If PAUSE is defined, sleeps for that many
// microseconds.
#include <stdio.h>
#ifdef PAUSE
#include <unistd.h>
#endif

static int noise(int n) {
  int x = n * 3;
  x += n % 5;
  return x;
}

static int step(int total, int n) {
  int square = n * n;
  return total + square;
}

int main(void) {
  FILE *notes = fopen("notes.txt", "w");
  int total = 0, other = 0;
  for (int i = 1; i <= 24; i++) {
    other += noise(i);
    if (i % 4 == 0)
      total = step(total, i);
  }
  if (notes) {
    for (int i = 0; i < 100; i++)
      fputs("a line of notes\n", notes);
    fclose(notes);
  }
  printf("other %d\n", other);
#ifdef PAUSE
  usleep(PAUSE);
#endif
  printf("total %d\n", total);
  return 0;
}
