#include <stdio.h>
#include <string.h>

struct rule { int pieces, percent; };

static const struct rule rules[] = {{100, 20}, {10, 10}};

static int percentOff(int pieces)
{
  for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
    if (pieces > rules[i].pieces)
      return rules[i].percent;
  return 0;
}

static int sumOf(int pieces, int price)
{
  int sum = pieces * price;
  sum -= sum * percentOff(pieces) / 100;
  return sum;
}

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
    int sum = sumOf(pieces, price);
    total += sum;
    if (!isShort)
      printf("%s: %d\n", name, sum);
  }
  printf("total: %d %s\n", total, currency);
  return 0;
}
