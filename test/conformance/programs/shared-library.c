/* This is the library of shared.c. */
#include "shared.h"
#include <stdarg.h>
#include <stdio.h>

static __thread int visits;
int (*hook)(int);

int visit(const int *values, int count, Visitor visitor, void *data) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    visits++;
    if (values[i] < 0)
      continue;
    sum += clamp(visitor(values[i], data), 50);
  }
  return sum;
}

Row fill(int start, int step) {
  Row row;
  int value = start;
  for (int i = 0; i < 6; i++) {
    row.items[i] = value;
    value += step;
  }
  return row;
}

double average(const Row *row, ...) {
  va_list weights;
  va_start(weights, row);
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    double weight = va_arg(weights, double);
    sum += weight * row->items[i];
  }
  va_end(weights);
  return sum / 6;
}

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }

int dispatch(int operation, int a, int b) {
  static int (*const table[])(int, int) = {add, subtract};
  static const void *const labels[] = {&&sum, &&product, &&none};
  switch (operation) {
  case 0:
  case 1:
    return table[operation](a, b);
  case 2:
    goto *labels[1];
  case 3:
    return a / b;
  case 4:
    return a % b;
  case 5:
    goto *labels[0];
  default:
    goto *labels[2];
  }
sum:
  return a + b + 1;
product:
  return a * b;
none:
  return -1;
}

void leap(jmp_buf target, int value) {
  int next = value + 1;
  longjmp(target, next);
}

int counted(void) { return visits; }

/* Calls back and forth; the program calls it again from `down`. */
int level(int depth, Visitor down) {
  int below = 0;
  if (depth > 0)
    below = down(depth - 1, (void *)down);
  return below + depth;
}

int callHook(int value) {
  if (!hook)
    return -1;
  return hook(value) * 2;
}
