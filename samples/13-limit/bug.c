/* Books withdrawals from an account: whatever would go beyond the limit of the
   day is refused. */
#include <stdio.h>

static int balance = 900;
static int booked = 0;

static int dailyLimit(int isTrusted)
{
  int limit = 50; /* 500 was agreed on */
  if (isTrusted)
    limit *= 2;
  return limit;
}

static void withdraw(int amount, int limit)
{
  if (booked + amount > limit) {
    printf("refused: %d\n", amount);
    return;
  }
  booked += amount;
  balance -= amount;
  printf("paid: %d\n", amount);
}

int main(void)
{
  int limit = dailyLimit(0);
  withdraw(30, limit);
  withdraw(120, limit);
  printf("balance: %d\n", balance);
  return 0;
}
