// Has frames of every shape: variable length, realigned, without a stack
// pointer adjustment (red zone), large, deep.
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int lengths(int n) {
  int total = 0;
  for (int i = 1; i <= n; i++) {
    int row[i];
    for (int k = 0; k < i; k++)
      row[k] = k + i;
    total += row[i - 1];
  }
  return total;
}

static long table(int rows, int columns) {
  long cells[rows][columns];
  memset(cells, 0, sizeof cells);
  for (int i = 0; i < rows; i++)
    cells[i][i % columns] = sizeof cells[i];
  long sum = 0;
  for (int i = 0; i < rows; i++)
    sum += cells[i][0];
  return sum;
}

static size_t borrowed(int n) {
  char *text = alloca(n + 1);
  memset(text, 'x', n);
  text[n] = 0;
  char *more = alloca(n);
  memcpy(more, text, n);
  return strlen(text) + (size_t)more[n - 1];
}

static int realigned(int n) {
  _Alignas(32) int values[8];
  for (int i = 0; i < 8; i++)
    values[i] = i * n;
  _Alignas(64) char byte = (char)values[3];
  return values[7] + byte + (int)((uintptr_t)values % 32) +
         (int)((uintptr_t)&byte % 64);
}

static int leaf(int a, int b) {
  int x = a * 3;
  int y = b - x;
  int z[6] = {x, y, a, b, x ^ y, 1};
  return z[0] + z[4] - y;
}

static long roomy(int n) {
  long rooms[4000];
  rooms[0] = n;
  rooms[3999] = n * 2;
  return rooms[0] + rooms[3999];
}

static int deep(int n) {
  char filler[200];
  filler[n % 200] = (char)n;
  if (n == 0)
    return 1;
  int below = deep(n - 1);
  return below + filler[n % 200] % 2;
}

static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static int *slot(int *frame, int index) { return frame + index; }

static int byAddress(void) {
  int cells[3] = {1, 2, 3};
  *slot(cells, 1) = 20;
  *slot(cells, 2) += *slot(cells, 1);
  return cells[0] + cells[1] + cells[2];
}

int main(void) {
  printf("%d %ld\n", lengths(4), table(3, 2));
  printf("%zu %d\n", borrowed(5), realigned(3));
  printf("%d %ld\n", leaf(2, 9), roomy(6));
  printf("%d\n", deep(12));
  printf("%d\n", ackermann(1, 2));
  printf("%d\n", byAddress());
  return 0;
}
