/* Evaluates sums such as 3+4, one an argument; a malformed one is reported
   and the next one is taken up. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf nextSum;
static const char *cursor;
static int total;

static int isDigit(char c) { return c >= '0' && c <= '9'; }

static int number(void)
{
  int value = 0;
  if (!isDigit(*cursor))
    longjmp(nextSum, 1);
  while (isDigit(*cursor)) {
    value = value * 10 + (*cursor - '0');
    cursor++;
  }
  return value;
}

static void addTerms(void)
{
  total += number();
  while (*cursor == '+') {
    cursor++;
    total += number();
  }
}

static void evaluate(const char *text)
{
  cursor = text;
  addTerms();
  printf("%s = %d\n", text, total);
  total = 0;
}

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    if (setjmp(nextSum) == 0)
      evaluate(argv[i]);
    else
      printf("%s is no sum\n", argv[i]);
  }
  return 0;
}
