/* A seed with a computed goto and loops. It is never linked or run. */
enum Color { Red, Green = 7 };

int jump(char *text, enum Color color) {
  register int total = 0;
  void *labels[] = {&&again, &&end};
again:
  do
    total--;
  while (total > 10);
  if (color == Green)
    goto *labels[total & 1];
  while (*text++)
    total += *text;
end:
  return total;
}
