// Has functions inside functions, an extension of gcc: they find the outer
// frame through r10, which code on the stack sets.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static int apply(int (*function)(int), int n) {
  int result = function(n);
  return result + 1;
}

static int outer(int base) {
  int calls = 0;
  int add(int n) {
    calls++;
    return base + n;
  }
  int twice(int n) {
    int once = add(n);
    return add(once);
  }
  int total = add(1) + twice(2);
  total += apply(add, 10);
  return total * 100 + calls;
}

static int search(const int *values, int count, int wanted) {
  __label__ found;
  int at = -1;
  void look(int index) {
    at = index;
    if (values[index] == wanted)
      goto found;
  }
  for (int i = 0; i < count; i++)
    look(i);
  at = -2;
found:
  return at;
}

static int sorted(int direction) {
  int values[] = {2, 9, 4};
  int compare(const void *x, const void *y) {
    int a = *(const int *)x, b = *(const int *)y;
    return direction * (a - b);
  }
  qsort(values, 3, sizeof *values, compare);
  return values[0];
}

int main(void) {
  printf("%d\n", outer(5));
  int values[] = {4, 8, 15};
  printf("%d %d\n", search(values, 3, 8), search(values, 3, 9));
  printf("%d %d\n", sorted(1), sorted(-1));
  return 0;
}
