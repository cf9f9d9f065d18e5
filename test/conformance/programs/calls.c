// Passes values between functions in all ways: in registers, on the stack,
// through hidden pointers, in va_lists, and through libc.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Small {
  int a;
  char b;
};
struct Mixed {
  double x;
  long n;
};
struct Large {
  long values[9];
};
struct Floats {
  float a, b, c;
};
typedef int (*Operation)(int, int);

static struct Small small(int a) {
  struct Small result = {a, (char)('a' + a)};
  return result;
}

static struct Mixed mixed(double x, struct Mixed other) {
  other.x += x;
  other.n *= 2;
  return other;
}

static struct Large large(struct Large from, int step) {
  for (int i = 0; i < 9; i += 4)
    from.values[i] += step;
  return from;
}

static struct Floats floats(struct Floats from) {
  struct Floats result = {from.c, from.a, from.b};
  return result;
}

static long many(char a, short b, int c, long d, unsigned e, long f, int g,
                 struct Small h, double i, char j, struct Large k) {
  long sum = a + b + c + d + e + f;
  sum += g * 2 + h.a + (long)i;
  return sum + j + k.values[8];
}

static long double joined(const char *kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  va_copy(copy, list);
  long double total = 0;
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i':
      total += va_arg(list, int);
      break;
    case 'd':
      total += va_arg(list, double);
      break;
    case 'l':
      total += va_arg(list, long double);
      break;
    case 's':
      total += va_arg(list, struct Small).a;
      break;
    }
  total += va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return total;
}

static void report(char *into, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(into, size, format, list);
  va_end(list);
}

static int byLast(const void *x, const void *y) {
  const char *const *a = x, *const *b = y;
  int result = (*a)[strlen(*a) - 1] - (*b)[strlen(*b) - 1];
  return result;
}

static int add(int a, int b) { return a + b; }
static int twice(int a, int b) {
  int result = add(a, a) + add(b, b);
  return result;
}

static int apply(Operation operation, int a, int b) {
  return operation(operation(a, b), b);
}

static int isEven(int n);
static int isOdd(int n) {
  if (n == 0)
    return 0;
  return isEven(n - 1);
}
static int isEven(int n) {
  if (n == 0)
    return 1;
  return isOdd(n - 1);
}

int main(void) {
  struct Small s = small(3);
  struct Mixed m = mixed(0.5, (struct Mixed){1.25, 21});
  struct Large l = large(large((struct Large){{1, 2}}, 3), 4);
  struct Floats f = floats((struct Floats){1, 2, 3});
  printf("%d%c %.2f %ld %ld %.0f%.0f%.0f\n", s.a, s.b, m.x, m.n, l.values[4],
         f.a, f.b, f.c);
  printf("%ld\n", many(1, 2, 3, 4, 5, 6, 7, s, 8.5, 9, l));
  printf("%.2Lf\n", joined("idls", 1, 2.5, 3.25L, s));
  char text[40];
  report(text, sizeof text, "%d-%s-%.1f", 7, "x", 1.5);
  puts(text);
  const char *words[] = {"bird", "area", "cab"};
  qsort(words, 3, sizeof *words, byLast);
  printf("%s %s %s\n", words[0], words[1], words[2]);
  printf("%d %d\n", apply(add, 1, 2), apply(twice, 1, 2));
  printf("%d %d\n", isEven(4), isOdd(4));
  return 0;
}
