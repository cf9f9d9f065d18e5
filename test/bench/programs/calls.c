/* A call in each iteration: six events, two of them in the callee. With a second
   argument, a file that it writes. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long mix(unsigned long x, unsigned long y) {
  x = x ^ (y << 5);
  return x + (y >> 2);
}

int main(int argc, char **argv) {
  unsigned long count = strtoul(argv[1], NULL, 10);
  unsigned long i, a = 1, b = 2;
  for (i = 0; i < count; i++) {
    a = mix(a, b);
    b = b + i;
  }
  if (argc > 2) {
    FILE *file = fopen(argv[2], "w");
    fprintf(file, "%lu\n", a);
    fclose(file);
  }
  printf("%lu %lu\n", a, b);
  return 0;
}
