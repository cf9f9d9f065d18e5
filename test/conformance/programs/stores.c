// Writes to places that only the run can tell: elements of arrays of all
// storage classes, frames of callers, the heap while it moves, library
// functions.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Node {
  int key;
  struct Node *next;
  char name[24];
};

static int table[8];
static char text[64];
static struct Node *list;
static jmp_buf place;

static void fill(int *numbers, int count, int step) {
  for (int i = 0; i < count; i++)
    numbers[i] = i * step;
}

static int sum(const int *numbers, int count) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += numbers[i];
  return total;
}

static void add(int key, const char *name) {
  struct Node *node = malloc(sizeof *node);
  node->key = key;
  strcpy(node->name, name);
  node->next = list;
  list = node;
}

static int removeFirst(void) {
  struct Node *first = list;
  int key = first->key;
  list = first->next;
  free(first);
  return key;
}

static void deep(int *counters, int depth) {
  int own[4];
  for (int i = 0; i < 4; i++)
    own[i] = depth + i;
  counters[depth % 4] += own[depth % 4];
  if (depth > 0)
    deep(depth % 2 ? own : counters, depth - 1);
  counters[(depth + 1) % 4] += own[1];
}

static void leap(int *left, int depth) {
  char unused[100];
  memset(unused, depth, sizeof unused);
  left[1] = unused[depth] + 1;
  if (depth == 0)
    longjmp(place, 5);
  leap(left, depth - 1);
}

static struct Node make(int key) {
  struct Node node = {key, 0, "made"};
  node.name[key % 4] = 'x';
  return node;
}

static void heap(void) {
  int *numbers = malloc(8 * sizeof *numbers);
  fill(numbers, 8, 3);
  printf("%d\n", sum(numbers, 8));
  numbers = realloc(numbers, 400 * sizeof *numbers);
  fill(numbers + 8, 16, 2);
  printf("%d\n", sum(numbers, 24));
  char *large = calloc(300000, 1);
  for (int i = 0; i < 300000; i += 80000)
    large[i] = (char)(i / 1000);
  printf("%d\n", large[80000] + large[240000]);
  free(large);
  free(numbers);
  int *again = malloc(8 * sizeof *again);
  fill(again, 8, 1);
  printf("%d\n", sum(again, 8));
  free(again);
}

int main(void) {
  int local[6], counters[4] = {0, 0, 0, 0}, left[2] = {0, 0};
  fill(local, 6, 7);
  fill(table, 8, 5);
  table[local[1] % 8] = 1000;
  printf("%d %d\n", sum(local, 6), sum(table, 8));
  heap();
  for (int i = 0; i < 4; i++) {
    char name[24];
    snprintf(name, sizeof name, "node %d", i);
    add(i, name);
  }
  printf("%d\n", removeFirst() + removeFirst());
  add(40, "late");
  for (struct Node *each = list; each; each = each->next)
    printf("%d %s\n", each->key, each->name);
  deep(counters, 5);
  printf("%d %d %d %d\n", counters[0], counters[1], counters[2], counters[3]);
  left[0] = setjmp(place);
  if (left[0] == 0)
    leap(left, 3);
  printf("%d %d\n", left[0], left[1]);
  struct Node made = make(local[1]);
  memcpy(text, made.name, sizeof made.name);
  strcat(text, " of ");
  sprintf(text + strlen(text), "%d", made.key);
  puts(text);
  return 0;
}
