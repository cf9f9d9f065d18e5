/* Declares what shared.c and its library share. */
#ifndef SHARED_H
#define SHARED_H

#include <setjmp.h>

typedef struct {
  long items[6]; /* too large for registers */
} Row;

typedef int (*Visitor)(int value, void *data);

int visit(const int *values, int count, Visitor visitor, void *data);
Row fill(int start, int step);
double average(const Row *row, ...);
int dispatch(int operation, int a, int b);
void leap(jmp_buf target, int value);
int counted(void);
int level(int depth, Visitor down);
extern int (*hook)(int);
int callHook(int value);

/* In program and library alike. */
static inline int clamp(int value, int most) {
  if (value > most)
    value = most;
  return value;
}

#endif
