/* Prints the total and the largest of some readings: a number of readings,
   then the readings. */
#include <stdio.h>

#define MOST 16

static int readings[MOST];

static int total(int count)
{
  int sum = 0;
  for (int i = 0; i < count - 1; i++)
    sum += readings[i];
  return sum;
}

int main(void)
{
  int count = 0;
  int largest = 0;
  if (scanf("%d", &count) != 1 || count > MOST)
    return 1;
  for (int i = 0; i < count; i++) {
    if (scanf("%d", &readings[i]) != 1)
      return 1;
    if (readings[i] > largest)
      largest = readings[i];
  }
  printf("largest: %d\n", largest);
  printf("total: %d\n", total(count));
  return 0;
}
