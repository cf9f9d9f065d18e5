/* Prints the highest and the average temperature of a file with one reading
   a line; lines that start with # are comments. */
#include <stdio.h>
#include <stdlib.h>

struct Summary {
  int highest;
  int sum;
  int count;
};

static void summarise(FILE *file, struct Summary *summary)
{
  char line[80];
  summary->highest = -273;
  summary->sum = 0;
  summary->count = 0;
  while (fgets(line, sizeof line, file)) {
    summary->count++;
    if (line[0] == '#')
      continue;
    int value = atoi(line);
    summary->sum += value;
    if (value > summary->highest)
      summary->highest = value;
  }
}

int main(int argc, char **argv)
{
  if (argc != 2) {
    fprintf(stderr, "usage: average FILE\n");
    return 2;
  }
  FILE *file = fopen(argv[1], "r");
  if (!file) {
    perror(argv[1]);
    return 1;
  }
  struct Summary summary;
  summarise(file, &summary);
  fclose(file);
  double average = (double)summary.sum / summary.count;
  printf("highest: %d\n", summary.highest);
  printf("average: %.2f\n", average);
  return 0;
}
