// Uses several stacks in one thread: coroutines by makecontext and swapcontext.
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t home, worker, second;
static int handed;

static void yield(int value) {
  handed = value;
  swapcontext(&worker, &home);
}

static void squares(int count) {
  for (int i = 1; i <= count; i++)
    yield(i * i);
}

static int half(int n) {
  int result = n / 2;
  return result;
}

static void other(void) {
  handed = half(handed);
  handed += half(10);
}

int main(void) {
  static char rooms[2][65536];
  getcontext(&worker);
  worker.uc_stack.ss_sp = rooms[0];
  worker.uc_stack.ss_size = sizeof rooms[0];
  worker.uc_link = &home;
  makecontext(&worker, (void (*)(void))squares, 1, 3);
  for (int i = 0; i < 3; i++) {
    swapcontext(&home, &worker);
    printf("%d\n", handed);
  }
  getcontext(&second);
  second.uc_stack.ss_sp = malloc(65536);
  second.uc_stack.ss_size = 65536;
  second.uc_link = &home;
  makecontext(&second, other, 0);
  swapcontext(&home, &second);
  printf("%d\n", handed);
  return 0;
}
