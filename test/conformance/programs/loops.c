// Executes 100,000 events, too many for a debugger.
#include <stdio.h>
#include <stdlib.h>

static unsigned next(unsigned n) {
  n ^= n << 13;
  n ^= n >> 17;
  return n ^ n << 5;
}

int main(int argc, char **argv) {
  unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 10000;
  unsigned state = 1, odd = 0, buckets[4] = {0};
  for (unsigned i = 0; i < rounds; i++) {
    state = next(state);
    if (state & 1)
      odd++;
    buckets[state % 4] += i;
    if (i % (rounds / 4) == 0)
      printf("%u\n", state);
  }
  for (int i = 0; i < 4; i++)
    printf("%u ", buckets[i]);
  printf("%u\n", odd);
  return 0;
}
