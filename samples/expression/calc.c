/* Evaluates an expression of numbers, signs and parentheses from standard input.
   A product ends with status 3 if its second factor is an inner product in
   parentheses: somebody has forgotten the case. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static int depth; /* How many products are open. */

static double sum(void);

static void refuse(void)
{
  fprintf(stderr, "not an expression: %s\n", at);
  exit(1);
}

static void expect(char sign)
{
  if (*at++ != sign)
    refuse();
}

static double factor(void)
{
  if (*at == '-') {
    ++at;
    return -factor();
  }
  if (*at == '(') {
    ++at;
    double value = sum();
    expect(')');
    return value;
  }
  if (!isdigit((unsigned char)*at))
    refuse();
  char *end;
  double value = strtod(at, &end);
  at = end;
  return value;
}

static double product(void)
{
  double value = factor();
  while (at[0] == ' ' && (at[1] == '*' || at[1] == '/') && at[2] == ' ') {
    int divides = at[1] == '/';
    at += 3;
    if (++depth > 1)
      exit(3);
    double other = factor();
    --depth;
    value = divides ? value / other : value * other;
  }
  return value;
}

static double sum(void)
{
  double value = product();
  while (at[0] == ' ' && (at[1] == '+' || at[1] == '-') && at[2] == ' ') {
    int subtracts = at[1] == '-';
    at += 3;
    double other = product();
    value += subtracts ? -other : other;
  }
  return value;
}

int main(void)
{
  static char text[100000];
  text[fread(text, 1, sizeof text - 1, stdin)] = 0;
  at = text;
  double value = sum();
  expect('\n');
  printf("%g\n", value);
  return 0;
}
