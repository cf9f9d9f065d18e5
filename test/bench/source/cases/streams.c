// check: -Wimplicit-fallthrough: unannotated fall-through between switch labels
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum kind { NUMBER, NAME, END };
struct token {
  enum kind kind;
  double value;
  char text[32];
};

static struct token next(FILE *file) {
  struct token token = {END, 0, ""};
  int c = getc(file);
  if (isdigit(c)) {
    token.kind = NUMBER;
    token.value = c - '0';
  } else if (c != EOF) {
    token.kind = NAME;
    token.text[0] = (char)c;
  }
  return token;
}
double weigh(struct token token) {
  double sum = 0;
  switch (token.kind) {
  case NUMBER:
    sum += sqrt(token.value);
  case NAME:
    sum += (double)strlen(token.text);
    break;
  case END:
    exit(1);
  }
  return sum;
}
int main(void) {
  double sum = 0;
  for (int i = 0; i < 10; i++)
    sum += weigh(next(stdin));
  printf("%f at %ld\n", sum, (long)time(NULL));
  return 0;
}
