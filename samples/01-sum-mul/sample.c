#include <stdio.h>

int main(void)
{
  int sum = 0;
  int mul = 1;
  int a, b;
  printf("a? ");
  scanf("%d", &a);
  printf("b? ");
  scanf("%d", &b);
  while (a <= b) {
    sum = sum + a;
    mul = mul * a;
    a = a + 1;
  }
  printf("sum = %d\n", sum);
  printf("mul = %d\n", mul);
  return 0;
}
