// Sends control to all kinds of places: jump tables, computed goto, loops that
// are left and entered in the middle, conditions with calls in them.
#include <stdio.h>

static int dense(int n) {
  switch (n) {
  case 0:
    return 10;
  case 1:
    n += 4;
    // fall through
  case 2:
    n *= 3;
    break;
  case 3:
  case 4:
    n = -n;
    break;
  case 5:
    return dense(n - 4);
  default:
    n = 99;
  }
  return n;
}

static const char *sparse(long n) {
  switch (n) {
  case -1L:
    return "minus";
  case 0x7fffffffffffL:
    return "huge";
  case 1L << 40:
    return "large";
  }
  return "other";
}

static int machine(const unsigned char *code) {
  static const void *const labels[] = {&&push, &&add, &&jump, &&stop};
  int stack[8], top = 0, left = 3;
#define NEXT goto *labels[*code++]
  NEXT;
push:
  stack[top++] = *code++;
  NEXT;
add:
  top--;
  stack[top - 1] += stack[top];
  NEXT;
jump:
  if (--left > 0)
    code -= *code;
  else
    code++;
  NEXT;
stop:
  return stack[top - 1];
}

static int unrolled(int count) {
  int sum = 0, n = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      sum += 1;
    case 3:
      sum += 10;
    case 2:
      sum += 100;
    case 1:
      sum += 1000;
    } while (--n > 0);
  }
  return sum;
}

static int calls;
static int truth(int value) {
  calls++;
  return value;
}

static int conditions(void) {
  int n = 0;
  if (truth(1) && !truth(0) && (truth(0) || truth(2)))
    n += truth(3) ? truth(4) : truth(5);
  for (int i = 0, j = 5; i < j; i++, j--) {
    if (i == 1)
      continue;
    n += j;
  }
  while (truth(n) > 8)
    n -= 5;
  do
    n++;
  while (n % 4);
  return n;
}

static int leave(int limit) {
  for (int i = 0;; i++)
    for (int j = 0; j < 3; j++)
      if (i * j == limit)
        goto out;
      else if (i > 4)
        return -1;
out:
  return limit * 2;
}

static void backwards(void) {
  int n = 0;
again:
  n++;
  if (n < 3)
    goto again;
  printf("%d\n", n);
}

int main(void) {
  for (int i = 0; i < 7; i++)
    printf("%d ", dense(i));
  printf("%s %s %s\n", sparse(-1), sparse(1L << 40), sparse(5));
  static const unsigned char code[] = {0, 5, 0, 6, 1, 2, 4, 0, 1, 1, 3};
  printf("%d\n", machine(code));
  printf("%d %d\n", unrolled(4), unrolled(7));
  printf("%d", conditions());
  printf(" %d\n", calls);
  printf("%d %d\n", leave(4), leave(7));
  backwards();
  return 0;
}
