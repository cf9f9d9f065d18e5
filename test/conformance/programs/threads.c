// Starts a second thread, with traced code in it or with code of libc only.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *argument) {
  long n = (long)argument;
  n *= 3;
  return (void *)n;
}

static int inLibcOnly(void) {
  pthread_t thread;
  void *result = NULL;
  pthread_create(&thread, NULL, (void *(*)(void *))strlen, "twelve chars");
  pthread_join(thread, &result);
  return (int)(long)result;
}

static int inOurs(long n) {
  pthread_t thread;
  void *result = NULL;
  // The thread executes one event, so it does not matter which thread is
  // faster.
  if (pthread_create(&thread, NULL, work, (void *)n) == 0 &&
      pthread_join(thread, &result) == 0)
    n++;
  return (int)(long)result;
}

int main(int argc, char **argv) {
  int before = 5;
  printf("%d\n", before);
  if (argc > 1 && strcmp(argv[1], "libc") == 0)
    printf("%d\n", inLibcOnly());
  else
    printf("%d\n", inOurs(14));
  before++;
  printf("%d\n", before);
  return 0;
}
