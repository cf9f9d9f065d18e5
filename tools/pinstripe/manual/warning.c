/* Reads a list of orders and prints what each customer has to pay. gcc -O2 -Wall
   says that a variable may be used uninitialised; but which path does it mean? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { GOODS, SERVICE, VOUCHER };

struct order {
  enum kind kind;
  int amount, price;
  char customer[32];
};

static int parse_kind(const char *word, enum kind *kind)
{
  if (strcmp(word, "goods") == 0)
    *kind = GOODS;
  else if (strcmp(word, "service") == 0)
    *kind = SERVICE;
  else if (strcmp(word, "voucher") == 0)
    *kind = VOUCHER;
  else
    return 0;
  return 1;
}

static int read_order(FILE *file, struct order *order)
{
  char word[16];
  if (fscanf(file, "%15s %d %d %31s", word, &order->amount, &order->price,
             order->customer) != 4)
    return 0;
  if (!parse_kind(word, &order->kind)) {
    fprintf(stderr, "unknown kind: %s\n", word);
    exit(1);
  }
  return 1;
}

static int discount(int sum, int percent)
{
  return sum - sum * percent / 100;
}

int total(const struct order *order)
{
  int sum;
  switch (order->kind) {
  case GOODS:
    sum = order->amount * order->price;
    if (order->amount > 10)
      sum = discount(sum, 5);
    break;
  case SERVICE:
    sum = order->amount * order->price + 20;
    break;
  case VOUCHER:
    if (order->price < 0)
      sum = 0;
    break;
  }
  if (sum > 1000)
    sum = discount(sum, 3);
  return sum;
}

int main(void)
{
  struct order order;
  int all = 0;
  while (read_order(stdin, &order)) {
    int sum = total(&order);
    printf("%s: %d\n", order.customer, sum);
    all += sum;
  }
  printf("all: %d\n", all);
  return 0;
}
