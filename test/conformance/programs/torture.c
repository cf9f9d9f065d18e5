// Does a bit of everything that C can do to frames, registers and control flow.
// Every function prints what it found, so that a wrong partial execution shows.
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Big {
  long values[5];
};
struct Pair {
  int a, b;
};
struct Bits {
  unsigned low : 3, middle : 7;
  int high : 9;
};

static jmp_buf place;
static volatile sig_atomic_t caught;

static struct Big makeBig(long seed) {
  struct Big big;
  for (int i = 0; i < 5; i++)
    big.values[i] = seed + i;
  return big;
}

static struct Pair makePair(int a) {
  struct Pair pair = {a, a * 2};
  return pair;
}

static double mean(int count, ...) {
  va_list list;
  va_start(list, count);
  double total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, double);
  va_end(list);
  return total / count;
}

static long double power(long double base, int exponent) {
  long double result = 1;
  while (exponent-- > 0)
    result *= base;
  return result;
}

static int fibonacci(int n) {
  if (n < 2)
    return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

static int compare(const void *x, const void *y) {
  int a = *(const int *)x, b = *(const int *)y;
  return a < b ? -1 : a > b;
}

static void deep(int level) {
  char filler[64];
  memset(filler, level, sizeof filler);
  if (level == 0)
    longjmp(place, 7);
  deep(level - 1);
}

static int jumpBack(void) {
  volatile int before = 1;
  int code = setjmp(place);
  if (code == 0) {
    before = 2;
    deep(3);
  }
  return code + before;
}

static void onSignal(int number) { caught += number; }

static int variableLength(int n) {
  int squares[n];
  int total = 0;
  for (int i = 0; i < n; i++)
    squares[i] = i * i;
  for (int i = 0; i < n; i++)
    total += squares[i];
  char *text = alloca(n + 1);
  memset(text, 'x', n);
  text[n] = 0;
  return total + (int)strlen(text);
}

static const char *name(int n) {
  switch (n) {
  case 0:
    return "zero";
  case 1:
    return "one";
  case 2:
    return "two";
  case 3:
    return "three";
  case 4:
    return "four";
  case 5:
    return "five";
  case 6:
    return "six";
  default:
    return "many";
  }
}

static int interpret(const char *program) {
  static void *labels[] = {&&add, &&twice, &&stop};
  int value = 1;
  goto *labels[*program - '0'];
add:
  value++;
  program++;
  goto *labels[*program - '0'];
twice:
  value *= 2;
  program++;
  goto *labels[*program - '0'];
stop:
  return value;
}

static int inRegisters(register int n) {
  register int i, sum = 0;
  for (i = 0; i < n; i++)
    sum += i ^ n;
  return sum;
}

static int (*const operations[])(int) = {fibonacci, inRegisters};

static void atEnd(void) { puts("at end"); }

int main(void) {
  atexit(atEnd);
  struct Big big = makeBig(10);
  struct Pair pair = makePair(4);
  printf("%ld %d %d\n", big.values[4], pair.a, pair.b);
  printf("%.2f %.1Lf\n", mean(3, 1.0, 2.5, 4.0), power(1.5L, 5));
  int numbers[] = {5, 2, 9, 1};
  qsort(numbers, 4, sizeof *numbers, compare);
  for (int i = 0; i < 4; i++)
    printf("%d%c", numbers[i], i == 3 ? '\n' : ' ');
  printf("%d\n", jumpBack());
  signal(SIGUSR1, onSignal);
  raise(SIGUSR1);
  printf("signal %d\n", (int)caught);
  printf("%d\n", variableLength(6));
  for (int i = 0; i < 9; i += 2)
    printf("%s ", name(i));
  printf("%d\n", interpret("01012"));
  struct Bits bits = {5, 99, -17};
  bits.middle += bits.low;
  bits.high--;
  printf("%u %u %d\n", bits.low, bits.middle, bits.high);
  for (unsigned i = 0; i < 2; i++)
    printf("%d ", operations[i](7));
  int x = 3, y = x > 2 && fibonacci(x) == 2 ? x++ : --x;
  printf("%d %d\n", x, y);
  do {
    x -= 2;
    if (x == 0)
      continue;
  } while (x > 0);
  printf("%d\n", x);
  return 0;
}
