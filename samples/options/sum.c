#include <stdio.h>

float values[8] = {1e8, 1, 1, 1, -1e8, 1, 1, 1};

float sum(const float *values, int count)
{
  float total = 0;
  for (int i = 0; i < count; ++i)
    total += values[i];
  return total;
}

int main(void)
{
  printf("sum = %g\n", sum(values, 8));
  return 0;
}
