#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
  const char *currency = "EUR";
  int isShort = 0;
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "-s") == 0)
      isShort = 1;
    else if (strcmp(argv[i], "-c") == 0 && i + 1 < argc)
      currency = argv[++i];
  char name[20];
  int pieces, price, total = 0;
  while (scanf("%19s %d %d", name, &pieces, &price) == 3) {
    int sum = pieces * price;
    if (pieces >= 100)
      sum = sum - sum * 20 / 100;
    else if (pieces >= 10)
      sum = sum - sum * 10 / 100;
    total = total + sum;
    if (!isShort)
      printf("%s: %d\n", name, sum);
  }
  printf("total: %d %s\n", total, currency);
  return 0;
}
