#include <stdio.h>
#include <stdlib.h>

static int numbers[8] = {0, 0, 0, 99, 99, 99, 99, 99};

static void shell_sort(int a[], int size)
{
  int h = 1;
  do {
    h = h * 3 + 1;
  } while (h <= size);
  do {
    h /= 3;
    for (int i = h; i < size; i++) {
      int v = a[i];
      int j;
      for (j = i; j >= h && a[j - h] > v; j -= h)
        a[j] = a[j - h];
      if (i != j)
        a[j] = v;
    }
  } while (h != 1);
}

int main(int argc, char *argv[])
{
  for (int i = 0; i < argc - 1; i++)
    numbers[i] = atoi(argv[i + 1]);

  shell_sort(numbers, argc);

  for (int i = 0; i < argc - 1; i++)
    printf("%d ", numbers[i]);
  printf("\n");
  return 0;
}
