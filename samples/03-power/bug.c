/* Prints base^exponent for each pair of arguments, by repeated squaring. */
#include <stdio.h>
#include <stdlib.h>

static int calls;

static long power(long base, int exponent)
{
  calls++;
  if (exponent == 0)
    return 1;
  long half = power(base, exponent / 2);
  long result = half * half;
  if (exponent % 2 == 1)
    result = result * 2;
  return result;
}

int main(int argc, char **argv)
{
  for (int i = 1; i + 1 < argc; i += 2) {
    long base = atol(argv[i]);
    int exponent = atoi(argv[i + 1]);
    long result = power(base, exponent);
    printf("%ld^%d = %ld\n", base, exponent, result);
  }
  printf("%d calls\n", calls);
  return 0;
}
