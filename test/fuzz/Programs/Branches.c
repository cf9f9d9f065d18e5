/* A seed with conditions and a jump table. It is never linked or run. */
int count;
extern int outside(int, ...);

int decide(int a, int b) {
  switch (a) {
  case 0:
    return b;
  case 1:
    b = 4;
    break;
  case 2:
    b++;
  case 3:
    b = b ? a : 2;
    break;
  case 4:
    return 7;
  default:
    outside(b);
  }
  return a && (b || count);
}
