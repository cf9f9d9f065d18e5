/* Pays two amounts into an account, each in a thread of its own. */
#include <pthread.h>
#include <stdio.h>

static int balance;

static void *deposit(void *argument)
{
  int amount = *(int *)argument;
  int before = balance; /* without a lock */
  int after = before + amount;
  balance = after;
  return NULL;
}

int main(void)
{
  pthread_t first, second;
  int salary = 2000;
  int gift = 50;
  pthread_create(&first, NULL, deposit, &salary);
  pthread_create(&second, NULL, deposit, &gift);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  printf("balance: %d\n", balance);
  return 0;
}
