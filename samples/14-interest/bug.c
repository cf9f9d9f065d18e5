/* Prints the interest on an amount that was lent for some days, at a rate in
   per cent a year. */
#include <stdio.h>

static int interest(int amount, int rate, int days)
{
  int years = days / 365; /* of a whole number nothing is left */
  int yearly = amount * rate / 100;
  return yearly * years;
}

int main(void)
{
  int amount = 4000;
  int rate = 5;
  int days = 73;
  int due = interest(amount, rate, days);
  printf("lent: %d\n", amount);
  printf("interest: %d\n", due);
  return 0;
}
