/* Calls a library and is called by it in all ways that C knows: results in
 * memory, variable arguments, callbacks, recursion and longjmp from one to the
 * other, pointers to functions, thread-local variables of the library, and a
 * function of a header that both include. */
#include "shared.h"
#include <stdio.h>
#include <stdlib.h>

static int scaled(int value, void *data) {
  int factor = *(int *)data;
  int result = value * factor;
  return clamp(result, 40);
}

static int down(int depth, void *data) {
  int result = level(depth, (Visitor)data);
  return result * 2;
}

static jmp_buf back;

static int leaping(int value, void *data) {
  if (value == 5)
    leap(back, value);
  return value;
}

static int doubled(int value) {
  int twice = value + value;
  return twice;
}

/* The library's own function of that name is never called from here. */
static int subtract(int a, int b) {
  return b - a;
}

static void atEnd(void) {
  int visits = counted();
  printf("visits %d\n", visits);
}

int main(void) {
  int values[] = {3, -1, 10, 7};
  int factor = 4;
  atexit(atEnd);
  printf("visit %d\n", visit(values, 4, scaled, &factor));
  Row row = fill(2, 3);
  printf("average %.3f\n", average(&row, 1.0, 0.5, 0.25, 2.0, 1.5, 0.75));
  for (int operation = 0; operation < 7; operation++)
    printf("%d ", dispatch(operation, 9, 4));
  printf("%d\n", subtract(1, 2));
  printf("level %d\n", level(3, down));
  int others[] = {1, 5, 9};
  int jumped = setjmp(back);
  if (jumped == 0)
    visit(others, 3, leaping, NULL);
  printf("jumped %d\n", jumped);
  printf("hook %d\n", callHook(1));
  hook = doubled;
  printf("hook %d\n", callHook(21));
  return clamp(row.items[5], 10);
}
