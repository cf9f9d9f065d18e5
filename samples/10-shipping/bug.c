/* Prints what an order costs. An order is lines of PRICE COUNT; orders of 100
   and more are sent free of charge, and express costs 10 more in any case. */
#include <stdio.h>

static int widest = 0;

static int shipping(int goods, int express)
{
  int fee = 0;
  if (goods <= 100)
    fee = 6;
  if (express)
    fee += 10;
  return fee;
}

static void note(int price)
{
  if (price > widest)
    widest = price;
}

int main(void)
{
  int price, count;
  int goods = 0;
  int lines = 0;
  while (scanf("%d %d", &price, &count) == 2) {
    lines++;
    note(price);
    if (count < 1)
      continue;
    goods += price * count;
  }
  int fee = shipping(goods, 0);
  printf("%d lines, up to %d each\n", lines, widest);
  printf("goods: %d\n", goods);
  printf("shipping: %d\n", fee);
  return 0;
}
