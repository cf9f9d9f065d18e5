/* Nothing but statements: eight events in each iteration. With a second
   argument, a file that it writes. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  unsigned long count = strtoul(argv[1], NULL, 10);
  unsigned long i, a = 1, b = 2, c = 3, d = 4;
  for (i = 0; i < count; i++) {
    a = a + b;
    b = b ^ (a << 3);
    c = c + b;
    d = d ^ (c >> 2);
    a = a + i;
    b = b + d;
  }
  if (argc > 2) {
    FILE *file = fopen(argv[2], "w");
    fprintf(file, "%lu\n", a);
    fclose(file);
  }
  printf("%lu %lu %lu %lu\n", a, b, c, d);
  return 0;
}
