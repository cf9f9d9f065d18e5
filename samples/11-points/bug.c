/* Prints what customers pay. Customers are lines of NAME POINTS PRICE; whoever
   has 500 points pays a tenth less. */
#include <stdio.h>

int main(void)
{
  char name[20];
  int points, price;
  int customers = 0;
  int rate = 100;
  while (scanf("%19s %d %d", name, &points, &price) == 3) {
    customers++;
    if (points >= 500)
      rate = 90;
    printf("%s pays %d\n", name, price * rate / 100);
  }
  printf("%d customers\n", customers);
  return 0;
}
