/* Prints what a customer has to pay: the goods, less a discount for large
   orders, plus postage. Amounts are in cents. */
#include <stdio.h>

static long goodsValue(int items)
{
  long value = 0;
  for (int i = 0; i < items; i++) {
    long price;
    int count;
    scanf("%ld %d", &price, &count);
    value += price * count;
  }
  return value;
}

static int discountPercent(long value)
{
  if (value >= 10000)
    return 15;
  if (value >= 5000)
    return 10;
  return 0;
}

static long discountOn(long value)
{
  int percent = discountPercent(value);
  long discount = value * (percent / 100);
  return discount;
}

static long postage(int items)
{
  long cost = 390;
  if (items > 2)
    cost += 150 * (items - 2);
  return cost;
}

int main(void)
{
  int items;
  scanf("%d", &items);
  long value = goodsValue(items);
  long discount = discountOn(value);
  long shipping = postage(items);
  long due = value - discount + shipping;
  printf("items: %d\n", items);
  printf("goods: %ld.%02ld\n", value / 100, value % 100);
  printf("due: %ld.%02ld\n", due / 100, due % 100);
  return 0;
}
