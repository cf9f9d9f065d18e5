// Has straight runs of events before and after a call, to test event limits.
#include <stdio.h>
static int f(int x) {
  x = x + 1;
  x = x + 2;
  x = x + 3;
  return x;
}
int main(void) {
  int a = 0;
  a = f(a);
  a = a + 1;
  a = a + 2;
  a = a + 3;
  a = a + 4;
  a = a + 5;
  a = a + 6;
  a = a + 7;
  printf("%d\n", a);
  return 0;
}
